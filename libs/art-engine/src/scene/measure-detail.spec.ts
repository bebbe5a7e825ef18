import sharp from 'sharp';
import { luma } from '../kernels/colour.js';
import { emptyPlane } from '../kernels/plane.js';
import { randomFrom } from '../kernels/random.js';
import { pipeline, raw } from '../raster.js';
import { measureDetail } from './measure-detail.js';

const SIDE = 256;

/** A texture as of fur: equal contrast at each scale. */
async function furAt(side: number): Promise<number> {
  const random = randomFrom(5);
  const layers = await Promise.all(
    [8, 16, 32, 64, 128, 256].map((cells) => {
      const noise = Uint8Array.from({ length: cells * cells * 3 }, (_, i) => (i % 3 === 0 ? random() * 255 : 0));
      return raw(pipeline({ width: cells, height: cells, pixels: noise }).resize(SIDE, SIDE, { kernel: 'cubic' }));
    }),
  );
  const sharpFur = new Uint8Array(SIDE * SIDE * 3);
  for (let i = 0; i < sharpFur.length; i++)
    sharpFur[i] = layers.reduce((sum, { pixels }) => sum + pixels[i - (i % 3)]! / layers.length, 0);
  const small = await raw(sharp(sharpFur, { raw: { width: SIDE, height: SIDE, channels: 3 } }).resize(side, side));
  const seen = await raw(pipeline(small).resize(SIDE, SIDE, { kernel: 'cubic' }));
  const mask = emptyPlane(SIDE, SIDE);
  mask.values.fill(1);
  return measureDetail(luma(seen), mask);
}

describe('measureDetail', () => {
  it('finds all of the detail in a sharp photo, and less the more a photo was enlarged', async () => {
    const [sharpPhoto, twice, fourTimes] = [await furAt(SIDE), await furAt(SIDE / 2), await furAt(SIDE / 4)];
    expect(sharpPhoto).toBe(1);
    expect(twice).toBeLessThan(0.75);
    expect(fourTimes).toBeLessThan(0.9 * twice);
    expect(fourTimes).toBeGreaterThan(0.2);
  });
});
