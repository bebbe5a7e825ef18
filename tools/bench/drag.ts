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
  const upload = await request.post(new URL('/api/upload', url).href, { multipart: { image: { name: 'pet.jpg', mimeType: 'image/jpeg', buffer: await benchPhoto() } } });
  const { url: imageUrl } = (await upload.json()) as { url: string };
  const made = await request.post(new URL('/api/generate', url).href, { data: { imageUrl, styleKey: 'modern' } });
  const { outputImageId, outputImage } = (await made.json()) as { outputImageId: string; outputImage: { url: string } };
  return new URL(`/customize?imageId=${outputImageId}&imageUrl=${encodeURIComponent(outputImage.url)}`, url).href;
}

/** Drags the artwork round and round; the milliseconds between two frames of the page meanwhile, sorted. */
async function drag(page: Page): Promise<number[]> {
  const box = await page.locator('[data-print-area]').first().boundingBox();
  if (!box) throw new Error('There is no print area to drag on');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.evaluate(WATCH_FRAMES);
  const end = performance.now() + DRAG_MS;
  for (let move = 0; performance.now() < end; move++) {
    const angle = (move / ROUND_MOVES) * 2 * Math.PI;
    await page.mouse.move(x + Math.sin(angle) * REACH * box.width, y + (1 - Math.cos(angle)) * REACH * box.width);
  }
  const intervals = await page.evaluate<number[]>(FRAMES);
  await page.mouse.up();
  return intervals.sort((one, other) => one - other);
}

async function measureOnce(browser: Browser, url: string, slowdown: number): Promise<number[]> {
  const page = await openPhone(browser, slowdown);
  await page.goto(await draw(page.request, url), { waitUntil: 'networkidle' });
  await page.locator('input[name=product]').first().check();
  await page.locator('[data-print-area] img').first().waitFor();
  await page.waitForTimeout(REST_MS);
  const intervals = await drag(page);
  await page.close();
  return intervals;
}

/** Prints how evenly the designer's frames come while an artwork is dragged; answers whether a phone's median keeps to sixty a second. */
export async function measureDrag(url: string): Promise<boolean> {
  let isReached = true;
  await withBrowser(async (browser) => {
    for (const slowdown of [1, PHONE_SLOWDOWN]) {
      const intervals = await measureOnce(browser, url, slowdown);
      const median = quantile(intervals, 0.5);
      if (slowdown === PHONE_SLOWDOWN) isReached = median <= FRAME_AIM_MS;
      const rate = (intervals.length * 1000) / intervals.reduce((sum, interval) => sum + interval, 0);
      console.log(`Dragging an artwork, ${spellSlowdown(slowdown)}: ${rate.toFixed(0)} frames a second, between two of them median ${median.toFixed(1)} ms, p95 ${quantile(intervals, 0.95).toFixed(1)} ms, worst of ${intervals.length} ${(intervals.at(-1) ?? Number.NaN).toFixed(0)} ms (aim ${FRAME_AIM_MS} ms)`);
    }
  });
  return isReached;
}
