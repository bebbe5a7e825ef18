import sharp from 'sharp';
import { chooseGround, flatten, hasTransparentGround, WHITE } from '@shop/art-engine/transparent-ground';
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
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const picture = { width, height, pixels: new Uint8Array(data.buffer, data.byteOffset, data.length) };
  // The model would treat a transparent background as the area to paint.
  const pixels = flatten(picture, hasTransparentGround(picture) ? chooseGround(picture) : WHITE);
  const png = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 6 })
    .toBuffer();
  return { png, width, height };
}
