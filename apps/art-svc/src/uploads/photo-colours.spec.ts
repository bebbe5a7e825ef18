import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import {
  createAdobeProfile,
  createIccChunk,
  createIccSegment,
  withChunks,
  withSegments,
} from '../../test/support/crafted-photos.js';
import { normalisePhoto } from './normalise-photo.js';

type Colour = readonly [number, number, number];
type Matrix = readonly [Colour, Colour, Colour];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-colours-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const createFlatPicture = ([r, g, b]: Colour): Sharp =>
  sharp({ create: { width: 16, height: 16, channels: 3, background: { r, g, b } } });

/** The colour that a browser displays: without a profile it assumes sRGB. */
async function readColour(file: Uint8Array): Promise<number[]> {
  // A new file for each photo, as uploads have: libvips caches what it reads from a path.
  const path = join(folder, randomUUID());
  await writeFile(path, file);
  await normalisePhoto(path, `${path}-normal`);
  const bytes = await readFile(`${path}-normal`);
  expect(await sharp(bytes).metadata()).toMatchObject({ space: 'srgb', channels: 3, hasProfile: false });
  return [...(await sharp(bytes).extract({ left: 8, top: 8, width: 1, height: 1 }).raw().toBuffer())];
}

/** Largest difference of a channel, of 255. */
const maxDifference = (actual: readonly number[], expected: readonly number[]): number =>
  Math.max(...expected.map((value, index) => Math.abs(value - (actual[index] ?? NaN))));

const multiply = (matrix: Matrix, [x, y, z]: Colour): Colour =>
  matrix.map(([a, b, c]) => a * x + b * y + c * z) as unknown as Colour;
const mapColour = (colour: Colour, work: (value: number) => number): Colour => colour.map(work) as unknown as Colour;
const linear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const encoded = (value: number): number => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);

/** Matrices to sRGB's primaries, all at D65 (IEC 61966-2-1; SMPTE EG 432-1; Adobe RGB (1998), 4.3.5), via XYZ. */
const P3_TO_SRGB: Matrix = [
  [1.22494, -0.22494, 0],
  [-0.04206, 1.04206, 0],
  [-0.01964, -0.07864, 1.09827],
];
const ADOBE_TO_SRGB: Matrix = [
  [1.39836, -0.39836, 0],
  [0, 1, 0],
  [0, -0.04293, 1.04293],
];
const inSrgb = (matrix: Matrix, gamma: (value: number) => number, colour: Colour): Colour =>
  mapColour(
    multiply(
      matrix,
      mapColour(colour, (value) => gamma(value / 255)),
    ),
    (value) => Math.round(255 * encoded(Math.min(1, Math.max(0, value)))),
  );

const p3Profile = async (): Promise<Buffer> =>
  (await sharp(await createFlatPicture([1, 2, 3]).withIccProfile('p3').png().toBuffer()).metadata()).icc ??
  Buffer.alloc(0);
const PROFILES = {
  'Display P3': { bytes: p3Profile, srgb: (colour: Colour) => inSrgb(P3_TO_SRGB, linear, colour) },
  'Adobe RGB': {
    bytes: async () => createAdobeProfile(),
    srgb: (colour: Colour) => inSrgb(ADOBE_TO_SRGB, (value) => value ** 2.19921875, colour),
  },
};

const COLOURS: Colour[] = [
  [180, 110, 100],
  [240, 30, 20],
  [255, 255, 255],
  [0, 0, 0],
];

describe.each(Object.entries(PROFILES))('colours in %s', (_, { bytes, srgb }) => {
  it.each(COLOURS)('are converted to sRGB: %i %i %i', async (...colour) => {
    const profile = await bytes();
    const png = withChunks(await createFlatPicture(colour).png().toBuffer(), createIccChunk(profile));
    const deep = withChunks(
      await createFlatPicture(colour).toColourspace('rgb16').png().toBuffer(),
      createIccChunk(profile),
    );
    const jpeg = withSegments(
      await createFlatPicture(colour).jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer(),
      createIccSegment(profile),
    );
    const expected = srgb(colour);
    const differences = {
      png: maxDifference(await readColour(png), expected),
      deep: maxDifference(await readColour(deep), expected),
      jpeg: maxDifference(await readColour(jpeg), expected),
    };
    expect(differences.png).toBeLessThanOrEqual(2);
    expect(differences.deep).toBeLessThanOrEqual(2);
    expect(differences.jpeg).toBeLessThanOrEqual(4);
  });
});

describe('colours in CMYK', () => {
  it.each<[string, Colour, number]>([
    ['white', [255, 255, 255], 2],
    ['black', [0, 0, 0], 16],
    ['red', [200, 40, 40], 30],
    ['a coat of fur', [120, 85, 60], 25],
  ])('are converted to sRGB within the limits of CMYK: %s', async (_, colour, tolerance) => {
    const plain = await createFlatPicture(colour)
      .toColourspace('cmyk')
      .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
      .toBuffer();
    const profiled = await createFlatPicture(colour)
      .withIccProfile('cmyk')
      .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
      .toBuffer();
    for (const file of [plain, profiled]) {
      expect(await sharp(file).metadata()).toMatchObject({ space: 'cmyk', channels: 4 });
      expect(maxDifference(await readColour(file), colour)).toBeLessThanOrEqual(tolerance);
    }
  });
});

describe('an invalid profile', () => {
  it.each<[string, () => Promise<Buffer>]>([
    [
      'in a PNG',
      async () =>
        withChunks(
          await createFlatPicture([200, 40, 40]).png().toBuffer(),
          createIccChunk(Buffer.from('no profile at all')),
        ),
    ],
    [
      'in a JPEG',
      async () =>
        withSegments(
          await createFlatPicture([200, 40, 40]).jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer(),
          createIccSegment(Buffer.alloc(300, 7)),
        ),
    ],
  ])('%s is ignored', async (_, make) => {
    expect(maxDifference(await readColour(await make()), [200, 40, 40])).toBeLessThanOrEqual(3);
  });
});
