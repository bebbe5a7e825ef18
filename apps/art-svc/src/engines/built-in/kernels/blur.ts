import { emptyPlane, type Plane } from './plane.js';

/** From this width on nothing of the plane is lost when it is blurred at a fraction of its size. */
const SMALL_FROM_SIGMA = 6;

/**
 * Gaussian blur as three box blurs, each in constant time per pixel whatever the radius; edges are repeated. Wide ones are made of a smaller copy.
 * Plane in, new plane out. Source: P. Kovesi, "Fast Almost-Gaussian Filtering", DICTA 2010.
 */
export function gaussianBlur(plane: Plane, sigma: number): Plane {
  if (sigma < 0.3) return plane;
  if (sigma >= SMALL_FROM_SIGMA) return blurSmall(plane, sigma);
  const radii = boxWidths(sigma, 3).map((width) => (width - 1) / 2);
  return blurColumns(blurRows(plane, radii), radii);
}

/** Shrinking by means of `factor` pixels blurs a little already: their variance is taken off. */
function blurSmall(plane: Plane, sigma: number): Plane {
  const factor = Math.max(2, Math.floor(sigma / 3));
  const small = shrink(plane, factor);
  const remaining = Math.sqrt(Math.max(0.1, sigma * sigma - (factor * factor - 1) / 12 - factor * factor / 6)) / factor;
  return enlarge(gaussianBlur(small, Math.min(remaining, SMALL_FROM_SIGMA - 0.01)), plane.width, plane.height, factor);
}

/** Means of factor × factor pixels. */
function shrink({ width, height, values }: Plane, factor: number): Plane {
  const out = emptyPlane(Math.ceil(width / factor), Math.ceil(height / factor));
  for (let y = 0, i = 0; y < out.height; y++) {
    const bottom = Math.min(height, (y + 1) * factor);
    for (let x = 0; x < out.width; x++, i++) {
      const right = Math.min(width, (x + 1) * factor);
      let sum = 0;
      for (let sy = y * factor; sy < bottom; sy++) for (let sx = x * factor; sx < right; sx++) sum += values[sy * width + sx]!;
      out.values[i] = sum / ((bottom - y * factor) * (right - x * factor));
    }
  }
  return out;
}

/** Linear between the pixels of a plane that was shrunk by the factor. */
function enlarge(small: Plane, width: number, height: number, factor: number): Plane {
  const out = emptyPlane(width, height);
  const line = new Float32Array(small.width);
  for (let y = 0, i = 0; y < height; y++) {
    const sy = Math.min(small.height - 1, Math.max(0, (y + 0.5) / factor - 0.5));
    const [upper, ty] = [Math.floor(sy), sy - Math.floor(sy)];
    const [from, to] = [upper * small.width, Math.min(small.height - 1, upper + 1) * small.width];
    for (let x = 0; x < small.width; x++) line[x] = small.values[from + x]! * (1 - ty) + small.values[to + x]! * ty;
    for (let x = 0; x < width; x++, i++) {
      const sx = Math.min(small.width - 1, Math.max(0, (x + 0.5) / factor - 0.5));
      const left = sx | 0;
      out.values[i] = line[left]! + (line[Math.min(small.width - 1, left + 1)]! - line[left]!) * (sx - left);
    }
  }
  return out;
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
export const boxBlur = (plane: Plane, radius: number): Plane => (radius < 1 ? plane : blurColumns(blurRows(plane, [radius]), [radius]));

/** Each row by each radius in turn, while it is at hand. */
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
  let sum = from[0]! * (radius + 1);
  for (let x = 1; x <= radius; x++) sum += from[Math.min(x, last)]!;
  for (let x = 0; x <= last; x++) {
    to[x] = sum * share;
    sum += from[Math.min(x + radius + 1, last)]! - from[Math.max(x - radius, 0)]!;
  }
}

/** Uses the plane itself up: nobody else has it. */
function blurColumns(plane: Plane, radii: readonly number[]): Plane {
  let from = plane;
  let to = emptyPlane(plane.width, plane.height);
  for (const radius of radii) {
    blurDown(from, to, radius);
    [from, to] = [to, from];
  }
  return from;
}

/** One running sum per column, so that memory is read row by row. */
function blurDown({ width, height, values }: Plane, { values: blurred }: Plane, radius: number): void {
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
      blurred[row + x] = sums[x]! * share;
      sums[x]! += values[entering + x]! - values[leaving + x]!;
    }
  }
}
