import type { Sharp } from 'sharp';

/** What is clear is seen on this. */
const GROUND = '#808080';

/** How far two pictures are from each other at that size: mean over all pixels and channels, of 255. */
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
