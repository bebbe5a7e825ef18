import sharp, { type Sharp } from 'sharp';
import type { Raster } from './kernels/plane.js';

export const pipeline = ({ width, height, pixels, channels = 3 }: Raster & { readonly channels?: 3 | 4 }): Sharp =>
  sharp(pixels, { raw: { width, height, channels }, limitInputPixels: false });

/** Runs the pipeline and returns H × W × 3 bytes. */
export async function raw(image: Sharp): Promise<Raster> {
  const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, pixels: new Uint8Array(data.buffer, data.byteOffset, data.length) };
}
