import sharp from 'sharp';
import type { Size } from './choose-size.rules.js';

/** More than this the model does not look at, and each pixel is uploaded and paid for. */
const LONG_SIDE_PX = 1536;

export interface PreparedPhoto extends Size {
  readonly png: Buffer;
}

/** The photo as the model gets it: PNG, 8 bit sRGB without alpha, upright, 1536 px at most on its long side. Rejects where it can't be read. */
export async function preparePhoto(photo: Uint8Array): Promise<PreparedPhoto> {
  const { data, info } = await sharp(photo)
    .autoOrient()
    .resize({ width: LONG_SIDE_PX, height: LONG_SIDE_PX, fit: 'inside', withoutEnlargement: true })
    // A see-through ground would count as the part to be painted over.
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .png({ compressionLevel: 6 })
    .toBuffer({ resolveWithObject: true });
  return { png: data, width: info.width, height: info.height };
}
