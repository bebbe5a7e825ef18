import { emptyPlane, emptyRaster, type Plane } from '../kernels/plane.js';
import { wholeOf } from './photo-part.js';
import { refineOutline } from './refine-outline.js';

/** A straight edge between a white animal at the left and a dark ground, with the grain of a small, compressed photo. */
async function refineEdge(sidePx: number): Promise<Plane> {
  const photo = emptyRaster(sidePx, sidePx);
  const rough = emptyPlane(sidePx, sidePx);
  for (let y = 0, i = 0; y < sidePx; y++) {
    const edge = sidePx / 2 + ((y * 7) % 5) - 2;
    for (let x = 0; x < sidePx; x++, i++) {
      rough.values[i] = x < sidePx / 2 ? 1 : 0;
      photo.pixels.fill(x < edge ? 220 : 60, 3 * i, 3 * i + 3);
    }
  }
  return refineOutline(photo, { plane: rough, part: wholeOf(photo) });
}

/** Pixels that the outline moves from one row to the next, on the average. */
function roughnessOf({ width, height, values }: Plane): number {
  const edgeOf = (y: number): number => values.subarray(y * width, (y + 1) * width).reduce((sum, value) => sum + value);
  let sum = 0;
  for (let y = 11; y < height - 10; y++) sum += Math.abs(edgeOf(y) - edgeOf(y - 1));
  return sum / (height - 21);
}

describe('refineOutline', () => {
  it('rounds the teeth of a small photo, which a drawing enlarges, and follows the fur of a large one', async () => {
    const [small, large] = [await refineEdge(256), await refineEdge(512)].map(roughnessOf) as [number, number];
    expect(large).toBeGreaterThan(0.8);
    expect(small).toBeLessThan(0.5 * large);
  });
});
