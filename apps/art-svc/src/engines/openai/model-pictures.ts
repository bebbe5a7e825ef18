import { chooseGround, flatten, hasTransparentGround, WHITE } from '@shop/art-engine/transparent-ground';
import type { Background } from '@shop/contracts/art';
import sharp from 'sharp';
import { EngineOutage } from '../engine-outage.js';
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

const MIN_LONG_SIDE_PX = 1024;
const MAX_PIXELS = 3840 * 2160;
/** The prompt asks for room on every side, so a cut-out pet leaves far more of the picture transparent. */
const MIN_TRANSPARENT_SHARE = 0.05;

export interface CheckedArtwork {
  /** PNG, sRGB; with alpha where the background is `none`. */
  readonly png: Buffer;
  readonly width: number;
  readonly height: number;
}

/**
 * Decodes the picture of a response to its last row, so that a truncated one is detected. The bytes stay unchanged,
 * and with them the provider's content credentials. Throws an EngineOutage, also for an opaque picture where none was
 * asked for.
 */
export async function checkArtwork(base64: string, background: Background): Promise<CheckedArtwork> {
  const artwork = await decode(base64);
  if (background === 'none' && !(await hasTransparentPart(artwork.png)))
    throw new EngineOutage('background-ignored', 'OpenAI responded with an opaque picture');
  return artwork;
}

async function decode(base64: string): Promise<CheckedArtwork> {
  const bytes = Buffer.from(base64, 'base64');
  try {
    const picture = sharp(bytes, { failOn: 'truncated', limitInputPixels: MAX_PIXELS });
    const { format, width, height, space } = await picture.metadata();
    if (Math.max(width, height) < MIN_LONG_SIDE_PX) throw new Error(`${width} × ${height} px`);
    await picture.clone().stats();
    const isPng = format === 'png' && space === 'srgb';
    return { png: isPng ? bytes : await picture.toColourspace('srgb').png().toBuffer(), width, height };
  } catch (error) {
    throw new EngineOutage('broken-answer', 'OpenAI responded with an unusable picture', null, {
      cause: error,
    });
  }
}

async function hasTransparentPart(png: Uint8Array): Promise<boolean> {
  const picture = sharp(png);
  if (!(await picture.metadata()).hasAlpha) return false;
  const alpha = await picture.extractChannel('alpha').raw().toBuffer();
  const transparent = alpha.reduce((count, value) => count + (value < 8 ? 1 : 0), 0);
  return transparent >= MIN_TRANSPARENT_SHARE * alpha.length;
}
