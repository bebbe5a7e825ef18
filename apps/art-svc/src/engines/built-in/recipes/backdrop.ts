import sharp from 'sharp';
import type { Raster } from '../kernels/plane.js';
import { raw } from '../scene.js';

/** Draws shapes (never text: fonts differ from machine to machine) as H × W × 3. */
export async function drawShapes(width: number, height: number, shapes: string): Promise<Raster> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${shapes}</svg>`;
  return raw(sharp(Buffer.from(svg)).flatten({ background: '#000000' }).toColourspace('srgb'));
}
