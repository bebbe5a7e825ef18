import { fileURLToPath } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import sharp, { type Sharp } from 'sharp';
import { stubCall } from '../support/network.ts';
import { waitForPaint } from '../support/steps.ts';
import { expect, test } from '../support/test.ts';
import { fileInput } from '../support/wizard.ts';

const DARK = /^This photo is very dark/;
const BRIGHT = /^This photo is overexposed/;
const BLURRED = /^This photo looks blurred/;

interface Photo {
  name: string;
  advice: RegExp[];
  type: 'jpeg' | 'png';
  picture: Sharp;
}

/** A good photo of 720 × 720 px. */
const openKittenPhoto = (): Sharp =>
  sharp(fileURLToPath(new URL('../../../tools/dev/pictures/photos/kitten.jpg', import.meta.url)));
const large = (side: number): Sharp => openKittenPhoto().resize(side);
const darken = (picture: Sharp): Sharp => picture.linear(0.2, 0);
/** Browsers downscale these while decoding, some in steps of an eighth: the copy may be sharper, softer or rotated. */
const DOWNSCALED_PHOTOS: Photo[] = [
  { name: 'good, downscaled to two eighths', type: 'jpeg', picture: large(2400), advice: [] },
  { name: 'good, downscaled to six eighths', type: 'jpeg', picture: large(690), advice: [] },
  {
    name: 'rotated',
    type: 'jpeg',
    picture: openKittenPhoto().resize(720, 540).withMetadata({ orientation: 6 }),
    advice: [],
  },
  { name: 'out of focus', type: 'jpeg', picture: large(1600).blur(8), advice: [BLURRED] },
];

/** Phones write up to 200 megapixels; a browser needs a second for this one. */
const PHONE_PHOTO: Photo = {
  name: 'of 108 megapixels',
  type: 'jpeg',
  picture: openKittenPhoto().resize(12_000, 9_000, { kernel: 'nearest' }),
  advice: [],
};

const OTHER_PHOTOS: Photo[] = [
  { name: 'at night', type: 'jpeg', picture: darken(openKittenPhoto()), advice: [DARK] },
  { name: 'with flash', type: 'jpeg', picture: openKittenPhoto().linear(2.2, 60), advice: [BRIGHT] },
  { name: 'a dark PNG', type: 'png', picture: darken(openKittenPhoto()), advice: [DARK] },
];

/** With stubbed uploads and previews. */
async function openPhotoCheck(page: Page): Promise<void> {
  const id = crypto.randomUUID();
  await stubCall(page, 'POST /api/upload', { id, url: `/media/${id}`, width: 720, height: 720 });
  const picture = await openKittenPhoto().resize(64).jpeg().toBuffer();
  await page.route(/\/media\/|\/previews\//, (route) => route.fulfill({ contentType: 'image/jpeg', body: picture }));
  // Counts checks: the page revokes the photo's URL after its upload and check.
  await page.addInitScript(
    `{ const revoke = URL.revokeObjectURL; globalThis.checks = 0; URL.revokeObjectURL = (address) => { checks += 1; revoke.call(URL, address); }; }`,
  );
  await page.goto('/create');
}

const advice = (page: Page): Locator => page.getByRole('region', { name: 'Your photo' }).getByRole('listitem');

async function expectAdvice(page: Page, photos: readonly Photo[]): Promise<void> {
  for (const { name, type, picture, advice: expected } of photos) {
    await test.step(name, async () => {
      const checks = await page.evaluate<number>('checks');
      await fileInput(page).setInputFiles({
        name: `rex.${type}`,
        mimeType: `image/${type}`,
        buffer: await picture.toFormat(type).toBuffer(),
      });
      await expect.poll(() => page.evaluate(`checks > ${checks}`)).toBe(true);
      await waitForPaint(page);
      await expect(advice(page)).toHaveText(expected);
      await page.getByRole('button', { name: 'Change Photo' }).click();
    });
  }
}

test('the photo check finds the faults of real photos only, with and without ImageDecoder', async ({
  anonymousPage: page,
}) => {
  // Some twenty photos are uploaded and cut out, one after the other.
  test.slow();
  await openPhotoCheck(page);
  expect(await page.evaluate('typeof ImageDecoder')).toBe('function');
  await expectAdvice(page, [...DOWNSCALED_PHOTOS, ...OTHER_PHOTOS, PHONE_PHOTO]);
  // A browser that can't downscale while decoding.
  await page.addInitScript('delete globalThis.ImageDecoder');
  await page.reload();
  expect(await page.evaluate('typeof ImageDecoder')).toBe('undefined');
  await expectAdvice(page, [...DOWNSCALED_PHOTOS, PHONE_PHOTO]);
});
