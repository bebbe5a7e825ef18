import type { Page } from '@playwright/test';
import { openPhone, withBrowser } from './phone.ts';
import { benchPhoto } from './photo.ts';
import { photoToSentence } from './photo-to-sentence.ts';

/** For all four styles, from the moment the browser has the photo: copies, upload, gateway, drawing and the pictures' way back. */
const WALL_AIM_MS = 3_000;
const WALLS = 5;

async function oneWall(page: Page, url: string, buffer: Buffer): Promise<number> {
  await page.goto(new URL('/create', url).href, { waitUntil: 'networkidle' });
  // A draft of the photo before would lead past the upload.
  await page.evaluate('sessionStorage.clear()');
  await page.reload({ waitUntil: 'networkidle' });
  return photoToSentence(page, { name: 'pet.jpg', mimeType: 'image/jpeg', buffer }, 'Your pet in every style.');
}

/** Prints how long the wall takes as its visitor sees it, server and browser on this one machine; answers whether each keeps to the aim. */
export async function measureWall(url: string): Promise<boolean> {
  const buffer = await benchPhoto();
  return withBrowser(async (browser) => {
    const page = await openPhone(browser, 1);
    const took: number[] = [];
    for (let wall = 0; wall < WALLS; wall++) took.push(Math.round(await oneWall(page, url, buffer)));
    const isReached = Math.max(...took) <= WALL_AIM_MS;
    console.log(
      `Wall of four styles in a browser, from the photo to the last picture: first ${took[0]} ms, then ${took.slice(1).join(', ')} ms (aim ${WALL_AIM_MS} ms: ${isReached ? 'kept' : 'missed'})`,
    );
    return isReached;
  });
}
