import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import sharp, { type Sharp } from 'sharp';
import { looksAt, type Look } from '../test/small-artworks.js';

jest.setTimeout(120_000);

const PHOTOS = join(import.meta.dirname, '../../../tools/dev/pictures/photos');
const [WIDTH, HEIGHT] = [320, 240];
/** Changes the mask. */
const SIDE = 144;

/** Changes the photo; `mask` is white on the animal and as large as the photo. */
type Derive = (photo: () => Sharp, animal: (change: Sharp) => Promise<Sharp>) => Promise<Sharp>;

/** Patches as large as a cow's or a Dalmatian's, with soft edges. */
const SPOTS = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" preserveAspectRatio="none" width="${WIDTH}" height="${HEIGHT}"><rect width="100" height="100" fill="#fff"/>${Array.from({ length: 30 }, (_, n) => `<ellipse cx="${(n * 37 + 3) % 100}" cy="${(n * 23 + 7) % 100}" rx="${4 * (1 + (n % 3) / 3)}" ry="${4 * (1 + (n % 2) / 2)}" fill="#2a2420"/>`).join('')}</svg>`,
);
const spotted = async (photo: Sharp): Promise<Sharp> =>
  sharp(
    await photo
      .composite([{ input: await sharp(SPOTS).blur(1).png().toBuffer(), blend: 'multiply' }])
      .png()
      .toBuffer(),
  );

const HARD: [string, Derive][] = [
  ['dark', async (photo) => photo().linear(0.14, 2)],
  ['blurred', async (photo) => photo().blur(3.5)],
  ['150 pixels wide', async (photo) => sharp(await photo().resize(150).jpeg({ quality: 60 }).toBuffer())],
  [
    'of a black animal',
    async (photo, animal) =>
      animal(sharp(await photo().greyscale().linear(0.24, 4).toColourspace('srgb').png().toBuffer())),
  ],
  ['of a spotted animal', async (photo, animal) => animal(await spotted(photo()))],
];

/** Intersection over union of two masks. */
function overlap(one: Buffer, other: Buffer): number {
  let [both, either] = [0, 0];
  for (let i = 0; i < one.length; i++) {
    const [a, b] = [one[i]! > 127, other[i]! > 127];
    both += a && b ? 1 : 0;
    either += a || b ? 1 : 0;
  }
  return both / either;
}

const ANIMALS = ['kitten'];
const CASES = ANIMALS.flatMap((name) => HARD.map(([what]) => [what, name] as const));

describe('hard photos', () => {
  let folder: string;
  let seen: Map<string, Look>;
  const pathOf = (what: string, name: string): string => join(folder, `${name} ${what}.png`);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shop-hard-'));
    for (const name of ANIMALS)
      await sharp(join(PHOTOS, `${name}.jpg`))
        .resize(WIDTH, HEIGHT, { fit: 'fill' })
        .toFile(pathOf('usual', name));
    const usual = await looksAt(ANIMALS.map((name) => pathOf('usual', name)));
    for (const [n, name] of ANIMALS.entries())
      await deriveAll(pathOf('usual', name), usual[n]!.mask, (what) => pathOf(what, name));
    const looks = await looksAt(CASES.map(([what, name]) => pathOf(what, name)));
    seen = new Map([
      ...CASES.map(([what, name], n) => [`${name} ${what}`, looks[n]!] as const),
      ...ANIMALS.map((name, n) => [`${name} usual`, usual[n]!] as const),
    ]);
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each(CASES)('keeps the shape, light and shadow of the animal when the photo is %s: %s', (what, name) => {
    expect(overlap(seen.get(`${name} ${what}`)!.mask, seen.get(`${name} usual`)!.mask)).toBeGreaterThan(0.7);
    expect(seen.get(`${name} ${what}`)!.contrast).toBeGreaterThan(0.45);
  });
});

/** Variants of this photo that are hard to cut out; `mask` is set where the animal itself changes. */
async function deriveAll(usual: string, found: Buffer, pathOf: (what: string) => string): Promise<void> {
  const mask = await sharp(found, { raw: { width: SIDE, height: SIDE, channels: 1 } })
    .resize(WIDTH, HEIGHT, { fit: 'fill' })
    .raw()
    .toBuffer();
  const animal = async (change: Sharp): Promise<Sharp> => {
    const changed = await change
      .removeAlpha()
      .joinChannel(mask, { raw: { width: WIDTH, height: HEIGHT, channels: 1 } })
      .png()
      .toBuffer();
    return sharp(usual).composite([{ input: changed }]);
  };
  for (const [what, derive] of HARD)
    await (await derive(() => sharp(usual), animal)).png({ compressionLevel: 1 }).toFile(pathOf(what));
}
