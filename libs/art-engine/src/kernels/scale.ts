import { emptyPlane, type Plane } from './plane.js';

/** Means of factor × factor pixels. */
export function shrink({ width, height, values }: Plane, factor: number): Plane {
  const out = emptyPlane(Math.ceil(width / factor), Math.ceil(height / factor));
  for (let y = 0; y < out.height; y++)
    shrinkRow(
      values,
      width,
      y * factor,
      Math.min(height, (y + 1) * factor),
      factor,
      out.values.subarray(y * out.width, (y + 1) * out.width),
    );
  return out;
}

/** Means of the rows from `top` to `bottom`. */
function shrinkRow(
  values: Float32Array,
  width: number,
  top: number,
  bottom: number,
  factor: number,
  out: Float32Array,
): void {
  for (let x = 0, left = 0; x < out.length; x++, left += factor) {
    const right = Math.min(width, left + factor);
    let sum = 0;
    for (let row = top * width; row < bottom * width; row += width)
      for (let i = row + left; i < row + right; i++) sum += values[i]!;
    out[x] = sum / ((bottom - top) * (right - left));
  }
}

/** Linear interpolation of a plane that was shrunk by the factor. */
export function enlarge(small: Plane, width: number, height: number, factor: number): Plane {
  const out = emptyPlane(width, height);
  const line = new Float32Array(small.width + 1);
  const lefts = new Int32Array(width);
  const shares = new Float32Array(width);
  for (let x = 0; x < width; x++) {
    const sx = Math.min(small.width - 1, Math.max(0, (x + 0.5) / factor - 0.5));
    lefts[x] = Math.floor(sx);
    shares[x] = sx - Math.floor(sx);
  }
  for (let y = 0, i = 0; y < height; y++, i += width) {
    const sy = Math.min(small.height - 1, Math.max(0, (y + 0.5) / factor - 0.5));
    const [upper, ty] = [Math.floor(sy), sy - Math.floor(sy)];
    const [from, to] = [upper * small.width, Math.min(small.height - 1, upper + 1) * small.width];
    mixRows(small.values, from, to, ty, line);
    line[small.width] = line[small.width - 1]!;
    stretchRow(line, lefts, shares, out.values, i);
  }
  return out;
}

/** Interpolates between two rows that start at `from` and `to`. */
function mixRows(values: Float32Array, from: number, to: number, share: number, line: Float32Array): void {
  for (let x = 0; x < line.length - 1; x++) line[x] = values[from + x]! * (1 - share) + values[to + x]! * share;
}

function stretchRow(
  line: Float32Array,
  lefts: Int32Array,
  shares: Float32Array,
  out: Float32Array,
  start: number,
): void {
  for (let x = 0; x < lefts.length; x++) {
    const left = lefts[x]!;
    out[start + x] = line[left]! + (line[left + 1]! - line[left]!) * shares[x]!;
  }
}
