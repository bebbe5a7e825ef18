import type { APIRequestContext, Browser, Page } from '@playwright/test';
import { openPhone, PHONE_SLOWDOWN, quantile, spellSlowdown, withBrowser } from './phone.ts';
import { benchPhoto } from './photo.ts';

/** Sixty frames a second, and what a clock of whole tenths adds. */
const FRAME_AIM_MS = 17;
const DRAG_MS = 4_000;
/** What a browser still has to do after a page came to rest. */
const REST_MS = 1_000;
/** Around the middle of the print area, in its widths, once in so many moves. */
const REACH = 0.25;
const ROUND_MOVES = 90;

const WATCH_FRAMES = `
  globalThis.frameTimes = [];
  const tick = (now) => {
    if (!globalThis.frameTimes) return;
    globalThis.frameTimes.push(now);
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);`;
const FRAMES = `(() => { const times = globalThis.frameTimes; globalThis.frameTimes = null; return times.slice(1).map((time, index) => time - times[index]); })()`;

/** An artwork of the built-in engine, in this browser's session. */
async function draw(request: APIRequestContext, url: string): Promise<string> {
  const upload = await request.post(new URL('/api/upload', url).href, {
    multipart: { image: { name: 'pet.jpg', mimeType: 'image/jpeg', buffer: await benchPhoto() } },
  });
  const { url: imageUrl } = (await upload.json()) as { url: string };
  const made = await request.post(new URL('/api/generate', url).href, { data: { imageUrl, styleKey: 'modern' } });
  const { outputImageId, outputImage } = (await made.json()) as { outputImageId: string; outputImage: { url: string } };
  return new URL(`/customize?imageId=${outputImageId}&imageUrl=${encodeURIComponent(outputImage.url)}`, url).href;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** What takes the artwork along; `lead` is called for every move, with the turn so far. */
interface Hand {
  readonly name: string;
  hold: () => Promise<unknown>;
  lead: (angle: number) => Promise<unknown>;
  letGo: () => Promise<unknown>;
}

/** A mouse that goes round and round. */
function mouseOn({ mouse }: Page, { x, y }: Point, reachPx: number): Hand {
  return {
    name: 'Dragging an artwork',
    hold: () => mouse.move(x, y).then(() => mouse.down()),
    lead: (angle) => mouse.move(x + Math.sin(angle) * reachPx, y + (1 - Math.cos(angle)) * reachPx),
    letGo: () => mouse.up(),
  };
}

/** Two fingers that turn about their middle, going apart and together meanwhile: the artwork is moved, turned and scaled in each frame. */
async function fingersOn(page: Page, { x, y }: Point, reachPx: number): Promise<Hand> {
  const devtools = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]): Promise<unknown> =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
  const both = (angle: number): Point[] =>
    [1, -1].map((side) => ({
      x: x + side * Math.cos(angle) * reachPx * (1 + Math.sin(angle) / 2),
      y: y + (side * Math.sin(angle) * reachPx) / 2,
    }));
  return {
    name: 'Pinching it with two fingers',
    hold: () => touch('touchStart', both(0)),
    lead: (angle) => touch('touchMove', both(angle)),
    letGo: () => touch('touchEnd', []),
  };
}

/** The milliseconds between two frames of the page while a hand leads the artwork, sorted. */
async function framesLedBy(page: Page, { hold, lead, letGo }: Hand): Promise<number[]> {
  await hold();
  await page.evaluate(WATCH_FRAMES);
  const end = performance.now() + DRAG_MS;
  for (let move = 0; performance.now() < end; move++) await lead((move / ROUND_MOVES) * 2 * Math.PI);
  const intervals = await page.evaluate<number[]>(FRAMES);
  await letGo();
  return intervals.sort((one, other) => one - other);
}

async function openDesigner(browser: Browser, url: string, slowdown: number): Promise<Page> {
  const page = await openPhone(browser, slowdown);
  await page.goto(await draw(page.request, url), { waitUntil: 'networkidle' });
  await page.locator('input[name=product]').first().check();
  await page.locator('[data-print-area] img').first().waitFor();
  return page;
}

async function handsOn(page: Page): Promise<Hand[]> {
  const box = await page.locator('[data-print-area]').first().boundingBox();
  if (!box) throw new Error('There is no print area to drag on');
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  return [mouseOn(page, middle, REACH * box.width), await fingersOn(page, middle, REACH * box.width)];
}

/** Prints one hand's line; answers whether all but every twentieth frame came in time. */
function tell(name: string, slowdown: number, intervals: readonly number[]): boolean {
  const rate = (intervals.length * 1000) / intervals.reduce((sum, interval) => sum + interval, 0);
  const p95 = quantile(intervals, 0.95);
  const isReached = p95 <= FRAME_AIM_MS;
  console.log(
    `${name}, ${spellSlowdown(slowdown)}: ${rate.toFixed(0)} frames a second, between two of them median ${quantile(intervals, 0.5).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms (aim ${FRAME_AIM_MS} ms${isReached ? '' : ': missed'}), worst of ${intervals.length} ${quantile(intervals, 1).toFixed(0)} ms`,
  );
  return isReached;
}

/**
 * Prints how evenly the designer's frames come while an artwork is moved; answers whether a phone's keep to sixty a second. Counted is every frame that the
 * page's own thread was asked for (`requestAnimationFrame`), which is where the artwork's transform is written: one that comes late is a long interval.
 */
export async function measureDrag(url: string): Promise<boolean> {
  const reached: boolean[] = [];
  await withBrowser(async (browser) => {
    for (const slowdown of [1, PHONE_SLOWDOWN]) {
      const page = await openDesigner(browser, url, slowdown);
      for (const hand of await handsOn(page)) {
        await page.waitForTimeout(REST_MS);
        const isReached = tell(hand.name, slowdown, await framesLedBy(page, hand));
        if (slowdown === PHONE_SLOWDOWN) reached.push(isReached);
      }
      await page.close();
    }
  });
  return reached.every(Boolean);
}
