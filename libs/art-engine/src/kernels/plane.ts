/**
 * The two data types of all kernels.
 *
 * A plane is height × width numbers, row by row, usually 0…1. A raster is height × width × 3 bytes, interleaved R, G,
 * B, in sRGB.
 *
 * A loop over a large plane is a separate function for one row. V8 compiles a function that is called hundreds of times
 * early and well; a function that is called twice per drawing runs its whole first plane interpreted, where each number
 * is an object.
 */
export interface Plane {
  readonly width: number;
  readonly height: number;
  readonly values: Float32Array;
}

export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

export const emptyPlane = (width: number, height: number): Plane => ({
  width,
  height,
  values: new Float32Array(width * height),
});

export const emptyRaster = (width: number, height: number): Raster => ({
  width,
  height,
  pixels: new Uint8Array(width * height * 3),
});

/**
 * A new plane with the function applied to each value. For large planes write a loop instead: a call per pixel costs
 * more than the computation.
 */
export function mapPlane(plane: Plane, change: (value: number, index: number) => number): Plane {
  const values = new Float32Array(plane.values.length);
  for (let i = 0; i < values.length; i++) values[i] = change(plane.values[i]!, i);
  return { width: plane.width, height: plane.height, values };
}

/** The product of two planes of the same size, value by value. */
export function multiply(one: Plane, other: Plane): Plane {
  const out = emptyPlane(one.width, one.height);
  for (let start = 0; start < out.values.length; start += out.width)
    timesRow(one.values, other.values, out.values, start, start + out.width);
  return out;
}

function timesRow(one: Float32Array, other: Float32Array, out: Float32Array, from: number, to: number): void {
  for (let i = from; i < to; i++) out[i] = one[i]! * other[i]!;
}

/** Stretches to 0…1; the given share of values at each end is clipped. A flat plane becomes 0. */
export function normalise(plane: Plane, clipShare = 0.01): Plane {
  const [low, high] = percentiles(plane, [clipShare, 1 - clipShare]);
  const range = high! - low!;
  if (range < 1e-6) return emptyPlane(plane.width, plane.height);
  const out = emptyPlane(plane.width, plane.height);
  for (let start = 0; start < out.values.length; start += out.width)
    stretchRow(plane.values, low!, range, out.values, start, start + out.width);
  return out;
}

function stretchRow(
  values: Float32Array,
  low: number,
  range: number,
  out: Float32Array,
  from: number,
  to: number,
): void {
  for (let i = from; i < to; i++) out[i] = clamp01((values[i]! - low) / range);
}

/** The values below which the given shares of the plane are, from at most 4096 evenly spaced samples. */
export function percentiles(plane: Plane, shares: readonly number[]): number[] {
  const step = Math.max(1, Math.floor(plane.values.length / 4096));
  const samples = new Float32Array(Math.ceil(plane.values.length / step));
  for (let i = 0, n = 0; i < plane.values.length; i += step, n++) samples[n] = plane.values[i]!;
  samples.sort();
  return shares.map(
    (share) => samples[Math.min(samples.length - 1, Math.max(0, Math.round(share * (samples.length - 1))))]!,
  );
}

export const clamp01 = (value: number): number => (value < 0 ? 0 : value > 1 ? 1 : value);

/** 0 below `from`, 1 above `to`, and a smooth curve between (Hermite, 3t² − 2t³). */
export function smoothstep(from: number, to: number, value: number): number {
  const t = clamp01((value - from) / (to - from));
  return t * t * (3 - 2 * t);
}

/** The four-connected components of the pixels with the given value: the pixel indices of each. */
export function connectedComponents({ width, values }: Plane, wanted: number): Int32Array[] {
  const open = new Uint8Array(values.length);
  for (let i = 0; i < values.length; i++) open[i] = values[i] === wanted ? 1 : 0;
  const line = new Int32Array(values.length);
  const found: Int32Array[] = [];
  let end = 0;
  for (let start = 0; start < values.length; start++) {
    if (!open[start]) continue;
    const first = end;
    end = collectComponent(open, width, start, line, first);
    found.push(line.subarray(first, end));
  }
  return found;
}

/** Writes the component of the start pixel into `line`, from index `first`. Returns the end index. */
function collectComponent(open: Uint8Array, width: number, start: number, line: Int32Array, first: number): number {
  let end = enqueue(open, start, line, first);
  for (let head = first; head < end; head++) {
    const i = line[head]!;
    const x = i % width;
    if (x > 0) end = enqueue(open, i - 1, line, end);
    if (x < width - 1) end = enqueue(open, i + 1, line, end);
    if (i >= width) end = enqueue(open, i - width, line, end);
    if (i + width < open.length) end = enqueue(open, i + width, line, end);
  }
  return end;
}

function enqueue(open: Uint8Array, i: number, line: Int32Array, end: number): number {
  if (!open[i]) return end;
  open[i] = 0;
  line[end] = i;
  return end + 1;
}
