import type { Raster } from './resample.js';

/** Reach of Lanczos' kernel, the widest of these filters, in pixels. */
const REACH_PX = 3;

/**
 * Takes the pixels at transparent edges from the second picture. libvips filters colours that are premultiplied: where a
 * filter overshoots the opacity, it shows a light rim within the edge.
 *
 * @param filtered RGBA; is changed
 * @param plain the same picture without the overshoot
 */
export function restoreEdges(filtered: Raster, plain: Raster): void {
  for (let y = 0; y < plain.height; y += 1) restoreRow(filtered, plain, y);
}

function restoreRow(filtered: Raster, { data, width, height }: Raster, y: number): void {
  const [top, bottom] = [Math.max(0, y - REACH_PX), Math.min(height - 1, y + REACH_PX)];
  for (let x = 0, at = (y * width + x) * 4; x < width; x += 1, at += 4) {
    if (data[at + 3] === 255) continue;
    const from = Math.max(0, x - REACH_PX) * 4;
    const to = (Math.min(width - 1, x + REACH_PX) + 1) * 4;
    for (let row = top; row <= bottom; row += 1)
      for (let i = row * width * 4 + from; i < row * width * 4 + to; i += 1) filtered.data[i] = data[i]!;
  }
}
