import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import { openPhone, PHONE_SLOWDOWN, quantile, spellSlowdown, withBrowser } from './phone.ts';
import { photoToSentence } from './photo-to-sentence.ts';

/** The coach speaks before anybody wonders whether the photo was taken. */
export const COACH_AIM_MS = 300;

const PICKS = 10;

/** What a phone's camera makes, 4:3 and 12 megapixels, at night: the coach has something to say of it. */
async function darkPhoto(): Promise<Buffer> {
  const noise = await sharp({ create: { width: 1008, height: 756, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 24, sigma: 12 } } }).png().toBuffer();
  return sharp(noise).resize(4032, 3024, { kernel: 'cubic' }).jpeg({ quality: 90 }).toBuffer();
}

/** In a page that has just been opened. */
async function onePick(page: Page, url: string, buffer: Buffer): Promise<number> {
  await page.goto(new URL('/create', url).href, { waitUntil: 'networkidle' });
  return photoToSentence(page, buffer, 'This photo is very dark');
}

async function picks(browser: Browser, url: string, buffer: Buffer, slowdown: number): Promise<number[]> {
  const page = await openPhone(browser, slowdown);
  // The upload never ends: what is measured is the coach alone.
  await page.route('**/api/upload', () => undefined);
  const took: number[] = [];
  for (let pick = 0; pick < PICKS; pick++) took.push(await onePick(page, url, buffer));
  await page.close();
  return took.sort((one, other) => one - other);
}

/** Prints the coach's median and worst time, on this machine and as on a phone; answers whether the phone's median keeps to the aim. */
export async function measureCoach(url: string): Promise<boolean> {
  const buffer = await darkPhoto();
  let isReached = true;
  await withBrowser(async (browser) => {
    for (const slowdown of [1, PHONE_SLOWDOWN]) {
      const took = await picks(browser, url, buffer, slowdown);
      const median = quantile(took, 0.5);
      if (slowdown === PHONE_SLOWDOWN) isReached = median <= COACH_AIM_MS;
      console.log(`Photo coach, ${(buffer.length / 1e6).toFixed(1)} MB of 12 Mpx, ${spellSlowdown(slowdown)}: median ${median.toFixed(0)} ms, worst of ${PICKS} ${(took.at(-1) ?? Number.NaN).toFixed(0)} ms (aim ${COACH_AIM_MS} ms)`);
    }
  });
  return isReached;
}
