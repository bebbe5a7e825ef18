import { expect, type Page } from '@playwright/test';

/** The first toast brings its own script, and React shows what comes so no sooner than this after it was asked for. */
export const FIRST_TOAST_MS = 300;

/** Stops the page's clock; from here on it moves only by what the test lets pass. The page's clock must have been installed. */
export async function stopClock(page: Page): Promise<void> {
  // A moment ahead: the clock can only be stopped at a time that is still to come.
  await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 1_000);
}

/** Lets so many milliseconds pass, then single ones until what is looked for is there, however long that takes; answers how many went by. */
export async function passUntil(page: Page, look: () => Promise<boolean>, atLeastMs = 1): Promise<number> {
  let passedMs = 0;
  let looks = 0;
  await expect(async () => {
    looks += 1;
    // What the page asked for comes by real time: it has two seconds of that before the page's own passes.
    if (looks < 20) return expect(await look()).toBe(true);
    const stepMs = passedMs === 0 ? atLeastMs : 1;
    await page.clock.runFor(stepMs);
    passedMs += stepMs;
    expect(await look()).toBe(true);
  }).toPass({ intervals: [50, 50, 100], timeout: 60_000 });
  return passedMs;
}
