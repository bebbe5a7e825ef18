import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBlackPng } from '../../test/support/crafted-photos.js';
import sharp, { type Sharp } from 'sharp';
import { haveSameProportions, readMask } from './read-mask.js';

const PHOTO = { widthPx: 400, heightPx: 300 };
const SIZE = { widthPx: 40, heightPx: 30 };

let folder: string;
let path: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-mask-'));
  path = join(folder, 'mask.png');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The left half is drawn: white, or opaque. */
function halfDrawn(width = 80, height = 60, channels: 3 | 4 = 3): Sharp {
  const pixels = Buffer.alloc(width * height * channels);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const start = pixel * channels;
    if (pixel % width < width / 2) pixels.fill(255, channels === 4 ? start + 3 : start, start + channels);
  }
  return sharp(pixels, { raw: { width, height, channels } });
}
async function read(mask: Sharp | Buffer): Promise<Buffer> {
  await writeFile(path, Buffer.isBuffer(mask) ? mask : await mask.png().toBuffer());
  return readMask(path, PHOTO, SIZE);
}

describe('readMask', () => {
  it.each<[string, () => Sharp]>([
    ['8 bit grey', () => halfDrawn().toColourspace('b-w')],
    ['black and white as RGB', () => halfDrawn()],
    ['the alpha channel of RGBA', () => halfDrawn(80, 60, 4)],
    ['a palette', () => halfDrawn().png({ palette: true })],
    ['the photo’s own size', () => halfDrawn(400, 300)],
  ])('returns an 8 bit grey PNG of the wanted size from %s', async (_, mask) => {
    const png = await read(mask());
    expect(await sharp(png).metadata()).toMatchObject({
      format: 'png',
      width: 40,
      height: 30,
      channels: 1,
      depth: 'uchar',
    });
    const data = await sharp(png).toColourspace('b-w').raw().toBuffer();
    expect([data[15 * 40 + 5], data[15 * 40 + 35]]).toEqual([255, 0]);
  });

  it('rejects a mask where nothing is drawn, also where a trace is left', async () => {
    for (const background of ['#000000', '#404040'])
      await expect(read(sharp({ create: { width: 80, height: 60, channels: 3, background } }))).rejects.toThrow(
        'Please leave a part of your pet to draw.',
      );
    await expect(
      read(sharp({ create: { width: 80, height: 60, channels: 4, background: { r: 255, g: 255, b: 255, alpha: 0 } } })),
    ).rejects.toThrow('Please leave a part');
  });

  it('rejects other proportions, too many pixels and damaged files', async () => {
    await expect(read(halfDrawn(60, 60))).rejects.toThrow('The cut-out must have the same proportions as the photo.');
    await expect(read(createBlackPng({ width: 4_800, height: 3_600, depth: 8, colour: 0 }))).rejects.toThrow(
      'too many pixels',
    );
    const whole = await halfDrawn(400, 300).png({ compressionLevel: 0 }).toBuffer();
    await expect(read(whole.subarray(0, whole.length / 2))).rejects.toThrow('This cut-out could not be read.');
  });
});

describe('haveSameProportions', () => {
  it.each([
    [{ widthPx: 1100, heightPx: 825 }, true],
    [{ widthPx: 404, heightPx: 300 }, true],
    [{ widthPx: 406, heightPx: 300 }, false],
    [{ widthPx: 300, heightPx: 400 }, false],
  ])('of %j is %s', (mask, same) => expect(haveSameProportions(mask, PHOTO)).toBe(same));

  it('accepts the rounded size of a long panorama', () => {
    expect(haveSameProportions({ widthPx: 1100, heightPx: 3 }, { widthPx: 10_000, heightPx: 30 })).toBe(true);
  });
});
