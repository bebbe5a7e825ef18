import { drawnScene } from '../../test/drawn-scene.js';
import { emptyPlane, type Plane } from '../kernels/plane.js';
import { measureSilhouette, roundCutSides } from './silhouette.js';

const maskOf = (at: readonly [number, number], radii: readonly [number, number]) =>
  drawnScene({ width: 320, height: 400, at, radii, colour: [0, 0, 0] }).mask;

describe('measureSilhouette', () => {
  it('measures box and area', () => {
    const { corner, width, height, area } = measureSilhouette(maskOf([160, 200], [100, 150]));
    expect([corner.left, corner.top]).toEqual([61, 51]);
    expect([width, height]).toEqual([199, 299]);
    expect(area / (Math.PI * 100 * 150)).toBeCloseTo(1, 2);
  });

  it('names the sides on which the photo’s edge cuts the pet', () => {
    const cutOf = (at: readonly [number, number]) => measureSilhouette(maskOf(at, [60, 60])).cut;
    expect(cutOf([160, 200])).toEqual({ left: false, right: false, top: false, bottom: false });
    expect(cutOf([0, 200])).toEqual({ left: true, right: false, top: false, bottom: false });
    expect(cutOf([320, 400])).toEqual({ left: false, right: true, top: false, bottom: true });
  });

  it('takes the upper part for the head: more of a portrait than of a whole pet, and most of a face alone', () => {
    const upperShareOf = (at: readonly [number, number], radii: readonly [number, number]) =>
      measureSilhouette(maskOf(at, radii)).upperShare;
    const [whole, portrait, face] = [
      upperShareOf([160, 200], [60, 150]),
      upperShareOf([160, 300], [60, 200]),
      upperShareOf([160, 300], [140, 140]),
    ];
    expect(whole).toBeLessThan(portrait);
    expect(portrait).toBeLessThan(face);
  });

  it('ignores a thin tail when it measures the body', () => {
    const mask = maskOf([200, 200], [60, 150]);
    for (let x = 20; x < 200; x++) mask.values[300 * mask.width + x] = 1;
    const { width, lower } = measureSilhouette(mask);
    expect(width).toBe(240);
    expect(lower.left).toBeGreaterThan(100);
  });

  it('measures a mask without a pet', () => {
    expect(measureSilhouette(emptyPlane(40, 40))).toMatchObject({ width: 1, height: 1, area: 0 });
  });
});

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
