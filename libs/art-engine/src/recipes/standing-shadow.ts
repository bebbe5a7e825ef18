import type { Plane } from '../kernels/plane.js';
import { xOf, yOf, type Field } from '../painting/field.js';
import type { Layer } from '../painting/layers.js';
import type { Scene } from '../scene/compose-scene.js';

/** The ellipse on the ground below a whole animal, in units. */
export interface StandingShadow {
  readonly x: number;
  readonly y: number;
  readonly radiusX: number;
  readonly radiusY: number;
}

/** An animal touches a border of the picture along more than this share of it: it is not whole. */
const CUT_SHARE = 0.02;

/** Feet and a lying body end within this share of the animal's height above its lowest point. */
const FEET_SHARE = 0.3;

/**
 * An animal stands if its feet are this far apart, as shares of its height and width: at one height, or seen from its
 * front. One that ends in a tip hangs or sits on a branch.
 */
const STANCES = [
  { feetShare: 0.1, leastWidth: 0.44 },
  { feetShare: FEET_SHARE, leastWidth: 0.85 },
];

/** The shadow is wider than the feet by this factor, and at least this share of the animal's width. */
const WIDER = 1.16;
const LEAST_WIDTH_SHARE = 0.5;

/** Height by width of the ellipse where all feet are at one height, and at most. */
const FLATNESS = 0.13;
const MOST_FLATNESS = 0.42;

/**
 * Where a whole animal stands: the ellipse around the lowest points of its outline. Null for one that the picture's
 * left, right or lower border cuts, and for one that ends in a tip.
 */
export function findStandingShadow({ mask, unit }: Pick<Scene, 'mask' | 'unit'>): StandingShadow | null {
  const { width, height } = mask;
  const lowest = lowestRows(mask.values, width, height);
  if (isCut(mask.values, width, height)) return null;
  const bottom = lowest.reduce((most, row) => Math.max(most, row), -1);
  const columns = [...lowest.keys()].filter((x) => lowest[x]! >= 0);
  if (bottom < 0) return null;
  const top = mask.values.findIndex((value) => value >= 0.5) / width;
  const feetWithin = (share: number): readonly [left: number, right: number] => {
    const feet = columns.filter((x) => lowest[x]! >= bottom - share * (bottom - top));
    return [feet[0]!, feet.at(-1)! + 1];
  };
  const bodyWidth = columns.at(-1)! + 1 - columns[0]!;
  const stands = STANCES.some(({ feetShare, leastWidth }) => {
    const [from, to] = feetWithin(feetShare);
    return to - from >= leastWidth * bodyWidth;
  });
  if (!stands) return null;
  const [left, right] = feetWithin(FEET_SHARE);
  const radiusX = Math.max(WIDER * (right - left), LEAST_WIDTH_SHARE * bodyWidth) / 2;
  const third = (right - left) / 3;
  const lowestOf = (from: number, to: number): number => lowest.subarray(from, to).reduce((a, b) => Math.max(a, b), -1);
  // The hind feet of an animal seen from its front are higher in the picture.
  const highest = Math.min(lowestOf(left, Math.ceil(left + third)), lowestOf(Math.floor(right - third), right));
  const radiusY = Math.min(MOST_FLATNESS * radiusX, 0.75 * (bottom - highest) + FLATNESS * radiusX);
  return {
    x: (left + right) / 2 / unit,
    y: ((bottom + highest) / 2 + 1 - 0.15 * FLATNESS * radiusX) / unit,
    radiusX: radiusX / unit,
    radiusY: radiusY / unit,
  };
}

/** The lowest row of the animal in each column; −1 without one. */
function lowestRows(mask: Float32Array, width: number, height: number): Int32Array {
  const lowest = new Int32Array(width).fill(-1);
  for (let y = 0, i = 0; y < height; y++) for (let x = 0; x < width; x++, i++) if (mask[i]! >= 0.5) lowest[x] = y;
  return lowest;
}

function isCut(mask: Float32Array, width: number, height: number): boolean {
  const covers = (start: number, step: number, length: number): boolean => {
    let count = 0;
    for (let n = 0; n < length; n++) if (mask[start + n * step]! >= 0.5) count++;
    return count > CUT_SHARE * length;
  };
  return covers(0, width, height) || covers(width - 1, width, height) || covers(width * (height - 1), 1, width);
}

/** 1 in the middle of the shadow, 0 at its rim and outside. */
export const shadowAt = ({ x, y, radiusX, radiusY }: StandingShadow, atX: number, atY: number): number =>
  Math.max(0, 1 - Math.hypot((atX - x) / radiusX, (atY - y) / radiusY));

/** Layers of the shadow of a whole animal, {@link shadowAt} as their field; none for an animal that is cut. */
export function standingShadow(scene: Scene, draw: (field: Field) => Layer[]): Layer[] {
  const shadow = findStandingShadow(scene);
  return shadow ? draw(shadowField(shadow)) : [];
}

const shadowField =
  (shadow: StandingShadow): Field =>
  (view) =>
  (row, out, from, to) => {
    const y = yOf(view, row);
    for (let column = from; column < to; column++) out[column] = shadowAt(shadow, xOf(view, column), y);
  };

/**
 * Lowers distances between points to `most` in the shadow, in place, so that facets show its shape.
 *
 * @param spacing distances in pixels of this plane
 */
export function tightenInShadow(spacing: Plane, shadow: StandingShadow, pxPerUnit: number, most: number): void {
  for (let y = 0, i = 0; y < spacing.height; y++)
    for (let x = 0; x < spacing.width; x++, i++)
      if (spacing.values[i]! > most && shadowAt(shadow, x / pxPerUnit, y / pxPerUnit) > 0) spacing.values[i] = most;
}
