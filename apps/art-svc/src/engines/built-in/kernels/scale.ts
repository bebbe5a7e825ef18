import { emptyPlane, type Plane } from './plane.js';

/** Means of factor × factor pixels. */
export function shrink({ width, height, values }: Plane, factor: number): Plane {
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
  for (let y = 0, i = 0; y < height; y++) {
    const sy = Math.min(small.height - 1, Math.max(0, (y + 0.5) / factor - 0.5));
    const [upper, ty] = [Math.floor(sy), sy - Math.floor(sy)];
    const [from, to] = [upper * small.width, Math.min(small.height - 1, upper + 1) * small.width];
    for (let x = 0; x < small.width; x++) line[x] = small.values[from + x]! * (1 - ty) + small.values[to + x]! * ty;
    line[small.width] = line[small.width - 1]!;
    for (let x = 0; x < width; x++, i++) {
      const left = lefts[x]!;
      out.values[i] = line[left]! + (line[left + 1]! - line[left]!) * shares[x]!;
    }
  }
  return out;
}
