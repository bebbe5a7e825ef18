import { emptyPlane, type Plane } from './plane.js';
import { enlarge, shrink } from './scale.js';

/** From this sigma on, the plane is blurred at a fraction of its size without visible loss. */
const SMALL_FROM_SIGMA = 6;

/**
 * Gaussian blur as three box blurs, each in constant time per pixel for any radius. Edges are repeated. Wide blurs work
 * on a smaller copy.
 * Takes a plane and returns a new one. Source: P. Kovesi, "Fast Almost-Gaussian Filtering", DICTA 2010.
 */
export function gaussianBlur(plane: Plane, sigma: number): Plane {
  if (sigma < 0.3) return plane;
  if (sigma >= SMALL_FROM_SIGMA) return blurSmall(plane, sigma);
  if (sigma < LEAST_BOXES_SIGMA) return blurLittle(plane, (sigma * sigma) / 2);
  const radii = boxWidths(sigma, 3)
    .map((width) => (width - 1) / 2)
    .filter((radius) => radius > 0);
  return blurColumns(blurRows(plane, radii), radii);
}

/** The narrowest box. */
const LEAST_BOXES_SIGMA = 0.7;

/** Each pixel gives this share to each neighbour, first along rows, then along columns. */
function blurLittle({ width, height, values }: Plane, share: number): Plane {
  const across = emptyPlane(width, height);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const beside = values[x > 0 ? i - 1 : i]! + values[x < width - 1 ? i + 1 : i]!;
      across.values[i] = values[i]! + share * (beside - 2 * values[i]!);
    }
  }
  const out = emptyPlane(width, height);
  for (let y = 0, i = 0; y < height; y++) {
    const [up, down] = [y > 0 ? -width : 0, y < height - 1 ? width : 0];
    for (let x = 0; x < width; x++, i++) {
      out.values[i] =
        across.values[i]! + share * (across.values[i + up]! + across.values[i + down]! - 2 * across.values[i]!);
    }
  }
  return out;
}

/** Shrinking by a factor blurs a little already, so its variance is subtracted. */
function blurSmall(plane: Plane, sigma: number): Plane {
  const factor = Math.max(2, Math.floor(sigma / 3));
  const small = shrink(plane, factor);
  const remaining =
    Math.sqrt(Math.max(0.1, sigma * sigma - (factor * factor - 1) / 12 - (factor * factor) / 6)) / factor;
  return enlarge(gaussianBlur(small, Math.min(remaining, SMALL_FROM_SIGMA - 0.01)), plane.width, plane.height, factor);
}

/** Odd box widths whose repeated application has the variance sigma². */
function boxWidths(sigma: number, passes: number): number[] {
  const ideal = Math.sqrt((12 * sigma * sigma) / passes + 1);
  let lower = Math.floor(ideal);
  if (lower % 2 === 0) lower--;
  const lowerPasses = Math.round(
    (12 * sigma * sigma - passes * lower * lower - 4 * passes * lower - 3 * passes) / (-4 * lower - 4),
  );
  return Array.from({ length: passes }, (_, pass) => (pass < lowerPasses ? lower : lower + 2));
}

/** Mean over a square of (2 · radius + 1)² pixels. Edges are repeated. */
export const boxBlur = (plane: Plane, radius: number): Plane =>
  radius < 1 ? plane : blurColumns(blurRows(plane, [radius]), [radius]);

/** Applies every radius to a row while the row is in the cache. */
function blurRows({ width, height, values }: Plane, radii: readonly number[]): Plane {
  const out = emptyPlane(width, height);
  let from = new Float32Array(width);
  let to = new Float32Array(width);
  for (let y = 0; y < height; y++) {
    from.set(values.subarray(y * width, (y + 1) * width));
    for (const radius of radii) {
      blurLine(from, to, radius);
      [from, to] = [to, from];
    }
    out.values.set(from, y * width);
  }
  return out;
}

function blurLine(from: Float32Array, to: Float32Array, radius: number): void {
  const share = 1 / (2 * radius + 1);
  const last = from.length - 1;
  const [inFrom, inTo] = [Math.min(radius, last), Math.max(0, last - radius)];
  let sum = from[0]! * (radius + 1);
  for (let x = 1; x <= radius; x++) sum += from[Math.min(x, last)]!;
  let x = 0;
  for (; x < inFrom; x++) {
    to[x] = sum * share;
    sum += from[Math.min(x + radius + 1, last)]! - from[0]!;
  }
  for (; x < inTo; x++) {
    to[x] = sum * share;
    sum += from[x + radius + 1]! - from[x - radius]!;
  }
  for (; x <= last; x++) {
    to[x] = sum * share;
    sum += from[last]! - from[Math.max(x - radius, 0)]!;
  }
}

/** Changes the plane in place. */
function blurColumns(plane: Plane, radii: readonly number[]): Plane {
  for (const radius of radii) blurDown(plane, radius);
  return plane;
}

/**
 * Keeps one running sum per column, so that memory is read row by row. Rows that still have to leave the sums are
 * buffered.
 */
function blurDown({ width, height, values }: Plane, radius: number): void {
  const last = height - 1;
  const sums = new Float64Array(width);
  for (let y = -radius; y <= radius; y++) addTo(sums, values, Math.min(Math.max(y, 0), last) * width);
  const retained = new Float32Array((radius + 1) * width);
  for (let y = 0; y <= last; y++) {
    const row = y * width;
    retained.set(values.subarray(row, row + width), (y % (radius + 1)) * width);
    nextRow(
      values,
      row,
      Math.min(y + radius + 1, last) * width,
      { values: retained, row: (Math.max(y - radius, 0) % (radius + 1)) * width },
      sums,
      1 / (2 * radius + 1),
    );
  }
}

function addTo(sums: Float64Array, values: Float32Array, row: number): void {
  for (let x = 0; x < sums.length; x++) sums[x]! += values[row + x]!;
}

interface RetainedRows {
  readonly values: Float32Array;
  readonly row: number;
}

function nextRow(
  values: Float32Array,
  row: number,
  entering: number,
  leaving: RetainedRows,
  sums: Float64Array,
  share: number,
): void {
  for (let x = 0; x < sums.length; x++) {
    values[row + x] = sums[x]! * share;
    sums[x]! += values[entering + x]! - leaving.values[leaving.row + x]!;
  }
}
