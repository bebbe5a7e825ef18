import type { Sharp } from 'sharp';

/** Transparent pixels are compared on this background. */
const GROUND = '#808080';

/** Mean difference between two pictures at that size over all pixels and channels, 0…255. */
export async function difference(one: Sharp, other: Sharp, sidePx: number): Promise<number> {
  const raw = (picture: Sharp): Promise<Buffer> =>
    picture
      .flatten({ background: GROUND })
      .toColourspace('srgb')
      .resize(sidePx, sidePx, { fit: 'fill' })
      .raw()
      .toBuffer();
  const [a, b] = await Promise.all([raw(one), raw(other)]);
  return a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0) / a.length;
}
