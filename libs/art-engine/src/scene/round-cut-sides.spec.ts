import { emptyPlane, type Plane } from '../kernels/plane.js';
import { roundCutSides } from './round-cut-sides.js';

/** A body below a third of the height that the photo cuts on both sides. */
function body(): Plane {
  const mask = emptyPlane(60, 90);
  mask.values.fill(1, 30 * 60);
  return mask;
}

const rowWidths = ({ width, height, values }: Plane): number[] =>
  Array.from(
    { length: height },
    (_, y) => values.subarray(y * width, (y + 1) * width).filter((value) => value > 0.5).length,
  );

describe('roundCutSides', () => {
  it('turns the upper corner of a cut side into a curve', () => {
    const mask = body();
    roundCutSides(mask, { left: true, right: false, top: false });
    const widths = rowWidths(mask).slice(30);
    expect(widths[0]).toBeLessThan(50);
    expect(widths.at(-1)).toBe(60);
    expect(widths).toEqual(widths.toSorted((one, other) => one - other));
    expect(mask.values[40 * 60 + 59]).toBe(1);
  });

  it('turns a cut top into an arch', () => {
    const mask = emptyPlane(60, 90);
    mask.values.fill(1);
    roundCutSides(mask, { left: false, right: false, top: true });
    expect(mask.values[0]).toBe(0);
    expect(mask.values[30]).toBeGreaterThan(0.4);
    expect(rowWidths(mask).at(-1)).toBe(60);
  });

  it('leaves other sides as they are', () => {
    const mask = body();
    roundCutSides(mask, { left: false, right: false, top: false });
    expect(mask).toEqual(body());
  });
});
