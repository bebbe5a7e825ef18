import { expect, type Page, type Request } from '@playwright/test';

/** The first toast brings its own script: so much of the page's time may pass meanwhile. */
export const FIRST_TOAST_MS = 300;

const onTheirWay = new WeakMap<Page, Set<Request>>();

/** Stops the page's clock; from here on it moves only by what the test lets pass. The page's clock must have been installed. */
export async function stopClock(page: Page): Promise<void> {
  const requests = new Set<Request>();
  onTheirWay.set(page, requests);
  page.on('request', (request) => requests.add(request));
  page.on('requestfinished', (request) => requests.delete(request));
  page.on('requestfailed', (request) => requests.delete(request));
  // A moment ahead: the clock can only be stopped at a time that is still to come. Where a busy machine let that pass it stands still since the refusal.
  const stop = async (): Promise<void> => page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 1_000);
  await stop().catch(stop);
}

/** What the page asks for comes by real time: waits until it has all of it, or what is looked for is there. */
async function hasWhatItAskedFor(page: Page, look: () => Promise<boolean>): Promise<void> {
  const requests = onTheirWay.get(page);
  if (!requests) throw new Error('The clock was not stopped by stopClock');
  let quietLooks = 0;
  await expect(async () => {
    quietLooks = requests.size === 0 ? quietLooks + 1 : 0;
    expect((await look()) || quietLooks >= 5).toBe(true);
  }).toPass({ intervals: [50], timeout: 60_000 });
}

/** Answers are told on, and a script is asked for, by timers of no time at all: one thing that comes may lead to the next. */
const TURNS = 4;

/** Lets so many milliseconds pass, then single ones until what is looked for is there, however long that takes; answers how many went by. */
export async function passUntil(page: Page, look: () => Promise<boolean>, atLeastMs = 1): Promise<number> {
  let passedMs = 0;
  const pass = async (ms: number): Promise<boolean> => {
    await page.clock.runFor(ms);
    passedMs += ms;
    return look();
  };
  for (let turn = 0; turn < TURNS; turn += 1) {
    await hasWhatItAskedFor(page, look);
    if ((await look()) || (await pass(1))) return passedMs;
  }
  if (await pass(Math.max(1, atLeastMs - passedMs))) return passedMs;
  await expect(async () => expect(await pass(1)).toBe(true)).toPass({ intervals: [50, 50, 100], timeout: 60_000 });
  return passedMs;
}

/** Lets a stopped clock go on by single milliseconds, as slowly as a test can, while something looks at the page that waits for timers. */
export async function whileTimePasses(page: Page, look: () => Promise<void>): Promise<void> {
  const looking = new AbortController();
  const pass = async (): Promise<void> => {
    while (!looking.signal.aborted) await page.clock.runFor(1);
  };
  await Promise.all([pass(), look().finally(() => looking.abort())]);
}
