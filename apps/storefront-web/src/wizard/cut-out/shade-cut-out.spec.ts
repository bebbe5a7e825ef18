import { getFullArea } from './mask.js';
import { drawOutline, shadeCutOut } from './shade-cut-out.js';

/** A red photo of 5 × 1 pixels; the first three are drawn. */
const photo = {
  width: 5,
  height: 1,
  data: Uint8ClampedArray.from(Array.from({ length: 5 }, () => [200, 40, 20, 255]).flat()),
};
const mask = { width: 5, height: 1, data: Uint8Array.of(255, 255, 255, 0, 0) };

describe('shadeCutOut', () => {
  const out = new Uint8ClampedArray(20);
  shadeCutOut(photo, mask, out, getFullArea(mask));
  const getPixel = (x: number) => [...out.subarray(x * 4, x * 4 + 4)];

  it('leaves the pet as it is, and makes the rest grey and translucent', () => {
    expect(getPixel(0)).toEqual([200, 40, 20, 255]);
    const [red, green, blue, alpha] = getPixel(4);
    expect([red, green]).toEqual([green, blue]);
    expect(alpha).toBeLessThan(100);
  });

  it('can have an outline that is light inside and dark outside', () => {
    const outlined = out.slice();
    drawOutline(mask, outlined, getFullArea(mask));
    expect([[...outlined.subarray(8, 12)], [...outlined.subarray(12, 16)]]).toEqual([
      [255, 255, 255, 255],
      [40, 40, 40, 255],
    ]);
    expect(outlined.subarray(0, 8)).toEqual(out.subarray(0, 8));
  });

  it('writes only the area of the change', () => {
    const untouched = new Uint8ClampedArray(20);
    shadeCutOut(photo, mask, untouched, { left: 0, top: 0, width: 1, height: 1 });
    expect([...untouched.subarray(4)]).toEqual(Array.from({ length: 16 }, () => 0));
  });
});
