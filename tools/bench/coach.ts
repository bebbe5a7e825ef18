import type { Browser } from '@playwright/test';
import sharp, { type Sharp } from 'sharp';
import { openPhone, PHONE_SLOWDOWN, quantile, spellSlowdown, withBrowser } from './phone.ts';
import { photoToSentence, type PickedFile } from './photo-to-sentence.ts';

/** The coach speaks before anybody wonders whether the photo was taken. */
const COACH_AIM_MS = 300;

const PICKS = 10;

/** What a phone's camera makes, 4:3 and 12 megapixels, at night: the coach has something to say of it. */
async function darkPhoto(): Promise<Sharp> {
  const noise = await sharp({
    create: {
      width: 1008,
      height: 756,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 24, sigma: 12 },
    },
  })
    .png()
    .toBuffer();
  return sharp(noise).resize(4032, 3024, { kernel: 'cubic' });
}

/** What phones make PNGs of: a screenshot, 3 megapixels. A PNG can't be shrunk while it is decoded, so its time goes with its pixels. */
const SCREENSHOT = { width: 1179, height: 2556 };

interface Pick {
  readonly name: string;
  readonly photo: PickedFile;
  /** Safari has no `ImageDecoder`. */
  readonly hasDecoder: boolean;
}

async function allPicks(): Promise<Pick[]> {
  const dark = await darkPhoto();
  const jpeg = { name: 'pet.jpg', mimeType: 'image/jpeg', buffer: await dark.clone().jpeg({ quality: 90 }).toBuffer() };
  const png = {
    name: 'pet.png',
    mimeType: 'image/png',
    buffer: await dark
      .clone()
      .resize({ ...SCREENSHOT, fit: 'cover' })
      .png()
      .toBuffer(),
  };
  return [
    { name: 'a JPEG of 12 Mpx', photo: jpeg, hasDecoder: true },
    { name: 'the same without ImageDecoder', photo: jpeg, hasDecoder: false },
    { name: 'a PNG of 3 Mpx', photo: png, hasDecoder: true },
  ];
}

/** In a browser that was never here: a draft would show the advice of the photo before. */
async function onePick(browser: Browser, url: string, { photo, hasDecoder }: Pick, slowdown: number): Promise<number> {
  const page = await openPhone(browser, slowdown);
  if (!hasDecoder) await page.addInitScript('delete globalThis.ImageDecoder');
  // The upload never ends: what is measured is the coach alone.
  await page.route('**/api/upload', () => undefined);
  await page.goto(new URL('/create', url).href, { waitUntil: 'networkidle' });
  const took = await photoToSentence(page, photo, 'This photo is very dark');
  await page.close();
  return took;
}

/** Milliseconds, sorted. */
async function measurePicks(browser: Browser, url: string, pick: Pick, slowdown: number): Promise<number[]> {
  const took: number[] = [];
  while (took.length < PICKS) took.push(await onePick(browser, url, pick, slowdown));
  return took.sort((one, other) => one - other);
}

/** A PNG is decoded whole, which no order of work makes up for on a phone: its time there is printed, and promised to nobody. */
const isPromised = ({ photo }: Pick, slowdown: number): boolean => slowdown === 1 || photo.mimeType === 'image/jpeg';

/** Prints the coach's median and worst time, on this machine and as on a phone; answers whether the worst of what is promised keeps to the aim. */
export async function measureCoach(url: string): Promise<boolean> {
  const reached: boolean[] = [];
  const picks = await allPicks();
  await withBrowser(async (browser) => {
    for (const slowdown of [1, PHONE_SLOWDOWN]) {
      for (const pick of picks) {
        const took = await measurePicks(browser, url, pick, slowdown);
        const worst = quantile(took, 1);
        const isReached = worst <= COACH_AIM_MS;
        if (isPromised(pick, slowdown)) reached.push(isReached);
        const size = `${(pick.photo.buffer.length / 1e6).toFixed(1)} MB`;
        console.log(
          `Photo coach, ${pick.name}, ${size}, ${spellSlowdown(slowdown)}: median ${quantile(took, 0.5).toFixed(0)} ms, worst of ${PICKS} ${worst.toFixed(0)} ms (aim ${COACH_AIM_MS} ms${isReached ? '' : ': missed'})`,
        );
      }
    }
  });
  return reached.every(Boolean);
}
