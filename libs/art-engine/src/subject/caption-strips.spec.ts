import sharp from 'sharp';
import { emptyRaster, type Raster } from '../kernels/plane.js';
import { withoutCaptions } from './caption-strips.js';

const [WIDTH, HEIGHT] = [300, 400];
const STRIP = 36;

const letters = (top: number): string =>
  Array.from({ length: 18 }, (_, n) => `<rect x="${40 + 12 * n}" y="${top}" width="7" height="16"/>`).join('');
const STRIP_BELOW = `<rect y="${HEIGHT - STRIP}" width="${WIDTH}" height="${STRIP}" fill="#fff"/>`;

/** A meadow with some grain and an animal, and `drawn` over it, as a JPEG has it. */
async function photoWith(drawn: string, animal = '<ellipse cx="150" cy="220" rx="70" ry="110" fill="#8a5a33"/>') {
  const meadow = emptyRaster(WIDTH, HEIGHT);
  for (let i = 0; i < meadow.pixels.length; i++) meadow.pixels[i] = [90, 130, 60][i % 3]! + ((i * 31) % 37);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${animal}${drawn}</svg>`;
  const raw = { width: WIDTH, height: HEIGHT, channels: 3 as const };
  const jpeg = await sharp(meadow.pixels, { raw })
    .composite([{ input: Buffer.from(svg) }])
    .jpeg({ quality: 80 })
    .toBuffer();
  const pixels = new Uint8Array(await sharp(jpeg).raw().toBuffer());
  return { width: WIDTH, height: HEIGHT, pixels } satisfies Raster;
}

describe('withoutCaptions', () => {
  it('leaves out a strip with text below the photo, and one above it', async () => {
    const above = `<rect width="${WIDTH}" height="${STRIP}" fill="#111"/><g fill="#fff">${letters(10)}</g>`;
    const part = withoutCaptions(await photoWith(`${STRIP_BELOW}${letters(HEIGHT - 26)}${above}`));
    expect(part.left).toBe(0);
    expect(part.top).toBeGreaterThanOrEqual(STRIP);
    expect(part.top).toBeLessThan(STRIP + 6);
    expect(part.top + part.height).toBeLessThanOrEqual(HEIGHT - STRIP);
    expect(part.top + part.height).toBeGreaterThan(HEIGHT - STRIP - 6);
  });

  it.each([
    ['no strip', '', undefined],
    ['text without a strip', letters(HEIGHT - 26), undefined],
    ['a flat floor without text', STRIP_BELOW, undefined],
    [
      'a flat floor on which an animal stands',
      `${STRIP_BELOW}<path d="M110 200v185h20v-120h40v120h20V200z" fill="#8a5a33"/>`,
      undefined,
    ],
    ['a white wall around the animal', '', `<rect width="300" height="400" fill="#fff"/>${letters(374)}`],
    ['a strip as high as a third', `<rect y="270" width="300" height="130" fill="#fff"/>${letters(320)}`, undefined],
  ])('leaves a photo whole with %s', async (_, drawn, animal) => {
    const { top, height } = withoutCaptions(await photoWith(drawn, animal));
    expect([top, height]).toEqual([0, HEIGHT]);
  });
});
