import { drawnScene } from '../../test/drawn-scene.js';
import { emptyPlane } from '../kernels/plane.js';
import { measureSilhouette } from './silhouette.js';

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
