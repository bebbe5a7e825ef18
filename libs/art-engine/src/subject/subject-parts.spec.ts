import { emptyPlane, type Plane } from '../kernels/plane.js';
import { removeHanging, selectParts, suspectedBox } from './subject-parts.js';

const SIDE = 100;

type Rectangle = readonly [left: number, top: number, right: number, bottom: number, value?: number];

/** Later rectangles are drawn over earlier ones. */
function mapOf(...rectangles: readonly Rectangle[]): Plane {
  const map = emptyPlane(SIDE, SIDE);
  for (const [left, top, right, bottom, value = 1] of rectangles)
    for (let y = top; y < bottom; y++) map.values.fill(value, y * SIDE + left, y * SIDE + right);
  return map;
}

const isOn = (map: Plane, x: number, y: number): boolean => map.values[y * SIDE + x]! >= 0.5;

const BODY: Rectangle = [30, 30, 60, 70];

describe('selectParts', () => {
  it('fills an eye, of which the network is sure that it is no animal', () => {
    const parts = selectParts(mapOf(BODY, [40, 38, 45, 43, 0]));
    expect(isOn(parts, 42, 40)).toBe(true);
  });

  it('fills a dark patch of which the network is unsure', () => {
    const parts = selectParts(mapOf(BODY, [38, 60, 48, 68, 0.3]));
    expect(isOn(parts, 43, 64)).toBe(true);
  });

  it('leaves the ground between the legs free', () => {
    const parts = selectParts(mapOf(BODY, [40, 58, 50, 66, 0]));
    expect(isOn(parts, 45, 62)).toBe(false);
  });

  it('keeps two animals of about the same size', () => {
    const parts = selectParts(mapOf([5, 40, 35, 80], [60, 45, 85, 80]));
    expect([isOn(parts, 20, 60), isOn(parts, 70, 60)]).toEqual([true, true]);
  });

  it('leaves out small things and the lines of a text', () => {
    const strokes = Array.from({ length: 8 }, (_, n): Rectangle => [10 + 5 * n, 85, 12 + 5 * n, 93]);
    const parts = selectParts(mapOf(BODY, [80, 10, 90, 20], ...strokes));
    expect([isOn(parts, 45, 50), isOn(parts, 85, 15), isOn(parts, 11, 89)]).toEqual([true, false, false]);
  });

  it('leaves out a bar that touches the animal, unless the network is sure of it', () => {
    const bar = (value: number): Plane => selectParts(mapOf(BODY, [60, 48, 95, 50, value]));
    expect([isOn(bar(0.6), 90, 49), isOn(bar(0.95), 90, 49)]).toEqual([false, true]);
  });

  it('leaves out legs that come in from above', () => {
    const parts = selectParts(mapOf([5, 50, 45, 100], [70, 0, 90, 80]));
    expect([isOn(parts, 20, 70), isOn(parts, 80, 40)]).toEqual([true, false]);
  });

  it('keeps an animal that fills the photo from its top', () => {
    const parts = selectParts(mapOf([10, 0, 90, 90]));
    expect(isOn(parts, 50, 5)).toBe(true);
  });

  it('keeps a tail that the map hardly shows if it is asked to, but nothing apart from the animal', () => {
    const map = mapOf(BODY, [60, 52, 90, 64, 0.25], [5, 80, 25, 95, 0.25]);
    const [usual, withFaint] = [selectParts(map), selectParts(map, true)];
    expect([isOn(usual, 80, 58), isOn(withFaint, 80, 58), isOn(withFaint, 15, 88)]).toEqual([false, true, false]);
  });

  it('is 0 everywhere for an empty map', () => {
    expect(selectParts(mapOf([10, 10, 60, 60, 0.2])).values.every((value) => value === 0)).toBe(true);
  });
});

describe('suspectedBox', () => {
  it('reaches to a tail in shadow, and not to other things', () => {
    const map = mapOf(BODY, [60, 60, 85, 66, 0.2], [5, 5, 15, 15, 0.3]);
    const { left, top, right, bottom } = suspectedBox(map, selectParts(map));
    expect([left, top, right, bottom].map((share) => Math.round(share * SIDE))).toEqual([30, 30, 85, 70]);
  });
});

describe('removeHanging', () => {
  const HEAD: Rectangle = [20, 10, 80, 100];

  it('removes a curtain of which the network is unsure, but not the head below it', () => {
    const map = mapOf(HEAD, [40, 0, 70, 10, 0.5]);
    removeHanging(map, mapOf(HEAD, [40, 0, 70, 10, 0.5]));
    expect([isOn(map, 55, 4), isOn(map, 55, 11), isOn(map, 30, 11)]).toEqual([false, true, true]);
  });

  it('keeps a sure head that the border cuts, and white fur at the lower border', () => {
    const map = mapOf([20, 0, 80, 90], [30, 90, 60, 100, 0.5]);
    const before = map.values.slice();
    removeHanging(map, mapOf([20, 0, 80, 90], [30, 90, 60, 100, 0.5]));
    expect(map.values).toEqual(before);
  });
});
