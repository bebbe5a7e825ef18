import { fileURLToPath } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import sharp, { type Sharp } from 'sharp';
import { answer } from '../support/network.ts';
import { expect, test } from '../support/screens.ts';
import { once, painted } from '../support/steps.ts';
import { fileInput } from '../support/wizard.ts';

const DARK = /^This photo is very dark/;
const BRIGHT = /^This photo is overexposed/;
const BLURRED = /^This photo looks blurred/;
const small = (size: string): RegExp => new RegExp(`^With ${size} pixels this photo is too small to print sharply`);
const smallForShirts = (size: string): RegExp =>
  new RegExp(`^With ${size} pixels this photo does for a pet tag or a phone case`);

interface Photo {
  name: string;
  advice: RegExp[];
  type: 'jpeg' | 'png';
  picture: Sharp;
}

/** A face that fills its frame, 720 × 720 px, taken with care. */
const kitten = (): Sharp => sharp(fileURLToPath(new URL('../../../tools/pictures/photos/kitten.jpg', import.meta.url)));
const large = (side: number): Sharp => kitten().resize(side);
const atNight = (picture: Sharp): Sharp => picture.linear(0.2, 0);
/** What phones lift out of a photo: nothing around it. */
const FACE = Buffer.from('<svg width="720" height="720"><ellipse cx="360" cy="400" rx="200" ry="220"/></svg>');
const cutOut = async (): Promise<Sharp> => {
  const face = await kitten()
    .composite([{ input: FACE, blend: 'dest-in' }])
    .png()
    .toBuffer();
  return sharp(face).extend({ top: 300, bottom: 300, left: 300, right: 300, background: '#0000' });
};

/** What browsers shrink on the way, some by eighths while they decode: here a copy could be sharper or softer than the photo, or lie on its side. */
const SHRUNK: Photo[] = [
  { name: 'good, shrunk to two eighths', type: 'jpeg', picture: large(2400), advice: [] },
  { name: 'good, shrunk to six eighths', type: 'jpeg', picture: large(690), advice: [] },
  {
    name: 'on its side',
    type: 'jpeg',
    picture: kitten().resize(720, 540).withMetadata({ orientation: 6 }),
    advice: [],
  },
  { name: 'out of focus', type: 'jpeg', picture: large(1600).blur(8), advice: [BLURRED] },
];

const OTHERS: Photo[] = [
  {
    name: 'sent by messenger, and soft as in the evening',
    type: 'jpeg',
    picture: kitten().linear(0.6, 0).blur(0.8).jpeg({ quality: 40 }),
    advice: [],
  },
  { name: 'at night', type: 'jpeg', picture: atNight(kitten()), advice: [DARK] },
  { name: 'by a flash', type: 'jpeg', picture: kitten().linear(2.2, 60), advice: [BRIGHT] },
  { name: 'a profile picture', type: 'jpeg', picture: large(400), advice: [smallForShirts('400 × 400')] },
  {
    name: 'a thumbnail, out of focus',
    type: 'jpeg',
    picture: large(200).blur(3),
    advice: [small('200 × 200'), BLURRED],
  },
  { name: 'a dark PNG', type: 'png', picture: atNight(kitten()), advice: [DARK] },
];

/** With a studio that takes every photo at once and draws nothing: what is looked at is the coach alone. */
async function openCoach(page: Page): Promise<void> {
  const id = crypto.randomUUID();
  await answer(page, 'POST /api/upload', { id, url: `/media/${id}`, width: 720, height: 720 });
  const picture = await kitten().resize(64).jpeg().toBuffer();
  await page.route(/\/media\/|\/previews\//, (route) => route.fulfill({ contentType: 'image/jpeg', body: picture }));
  // The photo's address is given back once it is uploaded and looked at.
  await page.addInitScript(
    `{ const giveBack = URL.revokeObjectURL; globalThis.looks = 0; URL.revokeObjectURL = (address) => { looks += 1; giveBack.call(URL, address); }; }`,
  );
  await page.goto('/create');
}

const advice = (page: Page): Locator => page.getByRole('region', { name: 'Your photo' }).getByRole('listitem');

async function expectAdvice(page: Page, photos: readonly Photo[]): Promise<void> {
  for (const { name, type, picture, advice: expected } of photos) {
    await test.step(name, async () => {
      const looks = await page.evaluate<number>('looks');
      await fileInput(page).setInputFiles({
        name: `rex.${type}`,
        mimeType: `image/${type}`,
        buffer: await picture.toFormat(type).toBuffer(),
      });
      await once(page, `looks > ${looks}`);
      await painted(page);
      await expect(advice(page)).toHaveText(expected);
      await page.getByRole('button', { name: 'Change Photo' }).click();
    });
  }
}

test('the coach sees a real photo’s faults through the browser’s own decoder, and none where there are none', async ({
  artist,
}) => {
  await openCoach(artist);
  expect(await artist.evaluate('typeof ImageDecoder')).toBe('function');
  await expectAdvice(artist, [
    ...SHRUNK,
    ...OTHERS,
    { name: 'cut out, on nothing', type: 'png', picture: await cutOut(), advice: [] },
  ]);
});

test('and the same where the browser can’t shrink while it decodes', async ({ artist }) => {
  await artist.addInitScript('delete globalThis.ImageDecoder');
  await openCoach(artist);
  expect(await artist.evaluate('typeof ImageDecoder')).toBe('undefined');
  await expectAdvice(artist, SHRUNK);
});
