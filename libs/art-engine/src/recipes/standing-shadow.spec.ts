import { emptyPlane, type Plane } from '../kernels/plane.js';
import { findStandingShadow, shadowAt } from './standing-shadow.js';

const [WIDTH, HEIGHT] = [200, 240];

type Rectangle = readonly [left: number, top: number, right: number, bottom: number];

function maskOf(...rectangles: readonly Rectangle[]): Plane {
  const mask = emptyPlane(WIDTH, HEIGHT);
  for (const [left, top, right, bottom] of rectangles)
    for (let y = top; y < bottom; y++) mask.values.fill(1, y * WIDTH + left, y * WIDTH + right);
  return mask;
}

const shadowOf = (...rectangles: readonly Rectangle[]) =>
  findStandingShadow({ mask: maskOf(...rectangles), unit: 0.5 });

const BODY: Rectangle = [40, 60, 160, 140];

describe('findStandingShadow', () => {
  it.each([
    ['all feet on one line', 200, 200],
    ['hind feet higher in the picture', 200, 172],
  ])('has every foot in it, with %s', (_, front, hind) => {
    const shadow = shadowOf(BODY, [45, 140, 60, front], [140, 140, 155, hind])!;
    for (const [x, y] of [
      [52, front],
      [147, hind],
    ] as const)
      expect(shadowAt(shadow, x / 0.5, y / 0.5)).toBeGreaterThan(0);
    // It lies on the ground: flat, below the body, within the picture.
    expect(shadow.radiusY).toBeLessThan(0.5 * shadow.radiusX);
    expect(shadow.y - shadow.radiusY).toBeGreaterThan(140 / 0.5);
    expect(shadow.y + shadow.radiusY).toBeLessThan(HEIGHT / 0.5);
  });

  it.each<[string, readonly Rectangle[]]>([
    ['the lower border cuts', [[40, 60, 160, HEIGHT]]],
    ['a side cuts', [[0, 60, 160, 200]]],
    ['ends in a tip, as a bird on a branch', [BODY, [60, 140, 70, 200]]],
    ['is not there', []],
  ])('is none for an animal that %s', (_, rectangles) => {
    expect(shadowOf(...rectangles)).toBeNull();
  });
});
