import sharp from 'sharp';
import type { Size } from './choose-size.rules.js';

/** The model ignores more pixels, and each one is uploaded and paid for. */
const LONG_SIDE_PX = 1536;

export interface PreparedPhoto extends Size {
  readonly png: Buffer;
}

/**
 * Converts the photo for the model: PNG, 8 bit sRGB without alpha, upright, at most 1536 px on its long side. Rejects
 * where the photo can't be read.
 */
export async function preparePhoto(photo: Uint8Array): Promise<PreparedPhoto> {
  const { data, info } = await sharp(photo)
    .autoOrient()
    .resize({ width: LONG_SIDE_PX, height: LONG_SIDE_PX, fit: 'inside', withoutEnlargement: true })
    // The model would treat a transparent background as the area to paint.
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .png({ compressionLevel: 6 })
    .toBuffer({ resolveWithObject: true });
  return { png: data, width: info.width, height: info.height };
}
