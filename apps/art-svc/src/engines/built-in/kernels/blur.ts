import { emptyPlane, type Plane } from './plane.js';

/**
 * Gaussian blur as three box blurs, each in constant time per pixel whatever the radius; edges are repeated.
 * Plane in, new plane out. Source: P. Kovesi, "Fast Almost-Gaussian Filtering", DICTA 2010.
 */
export function gaussianBlur(plane: Plane, sigma: number): Plane {
  if (sigma < 0.3) return plane;
  const widths = boxWidths(sigma, 3);
  let source = plane;
  for (const width of widths) source = boxBlur(source, (width - 1) / 2);
  return source;
}

/** Odd box widths whose repeated application has the variance sigma². */
function boxWidths(sigma: number, passes: number): number[] {
  const ideal = Math.sqrt((12 * sigma * sigma) / passes + 1);
  let lower = Math.floor(ideal);
  if (lower % 2 === 0) lower--;
  const lowerPasses = Math.round((12 * sigma * sigma - passes * lower * lower - 4 * passes * lower - 3 * passes) / (-4 * lower - 4));
  return Array.from({ length: passes }, (_, pass) => (pass < lowerPasses ? lower : lower + 2));
}

/** Mean over a square of (2 · radius + 1)² pixels; edges are repeated. */
export function boxBlur(plane: Plane, radius: number): Plane {
  if (radius < 1) return plane;
  return blurColumns(blurRows(plane, radius), radius);
}

function blurRows({ width, height, values }: Plane, radius: number): Plane {
  const out = emptyPlane(width, height);
  const share = 1 / (2 * radius + 1);
  const last = width - 1;
  for (let y = 0; y < height; y++) {
    const row = y * width;
    let sum = values[row]! * (radius + 1);
    for (let x = 1; x <= radius; x++) sum += values[row + Math.min(x, last)]!;
    for (let x = 0; x < width; x++) {
      out.values[row + x] = sum * share;
      sum += values[row + Math.min(x + radius + 1, last)]! - values[row + Math.max(x - radius, 0)]!;
    }
  }
  return out;
}

/** One running sum per column, so that memory is read row by row. */
function blurColumns({ width, height, values }: Plane, radius: number): Plane {
  const out = emptyPlane(width, height);
  const share = 1 / (2 * radius + 1);
  const last = height - 1;
  const sums = new Float64Array(width);
  for (let y = -radius; y <= radius; y++) {
    const row = Math.min(Math.max(y, 0), last) * width;
    for (let x = 0; x < width; x++) sums[x]! += values[row + x]!;
  }
  for (let y = 0; y < height; y++) {
    const row = y * width;
    const entering = Math.min(y + radius + 1, last) * width;
    const leaving = Math.max(y - radius, 0) * width;
    for (let x = 0; x < width; x++) {
      out.values[row + x] = sums[x]! * share;
      sums[x]! += values[entering + x]! - values[leaving + x]!;
    }
  }
  return out;
}
