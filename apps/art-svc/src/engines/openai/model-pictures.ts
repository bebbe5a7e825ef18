import { setImmediate as nextTurn } from 'node:timers/promises';
import { hardenAlpha, makePrintable } from '@shop/art-engine/prepare-for-print';
import { chooseGround, flatten, hasTransparentGround, WHITE } from '@shop/art-engine/transparent-ground';
import type { Background } from '@shop/contracts-art';
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
 * Decodes the picture of a response to its last row, so that a truncated one is detected, and prepares it for print.
 * Throws an EngineOutage, also for an opaque picture where none was asked for.
 */
export async function checkArtwork(base64: string, background: Background): Promise<CheckedArtwork> {
  const picture = await decode(base64);
  if (background === 'none' && !hasTransparentPart(picture))
    throw new EngineOutage('background-ignored', 'OpenAI responded with an opaque picture');
  await prepareForPrint(picture);
  const { width, height, channels } = picture;
  const png = await sharp(picture.pixels, { raw: { width, height, channels } })
    .withXmp(DRAWN_BY_A_MODEL)
    .png()
    .toBuffer();
  return { png, width, height };
}

/** Pixels that are changed before other work gets its turn: a large picture would block requests. */
const PIXELS_AT_ONCE = 500_000;

async function prepareForPrint(picture: DecodedPicture): Promise<void> {
  const { pixels, channels } = picture;
  for (let from = 0; from < pixels.length; from += PIXELS_AT_ONCE * channels) {
    makePrintable(pixels, channels, from, Math.min(pixels.length, from + PIXELS_AT_ONCE * channels));
    await nextTurn();
  }
  if (channels === 4) hardenAlpha(picture);
}

/**
 * The change of pixels ends the provider's content credentials, so the file itself says that a model drew it.
 * Source: IPTC, "Digital Source Type".
 */
const DRAWN_BY_A_MODEL =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
  '<rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" ' +
  'Iptc4xmpExt:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia"/>' +
  '</rdf:RDF></x:xmpmeta>';

interface DecodedPicture extends Size {
  readonly channels: 3 | 4;
  readonly pixels: Uint8Array;
}

async function decode(base64: string): Promise<DecodedPicture> {
  try {
    const picture = sharp(Buffer.from(base64, 'base64'), { failOn: 'truncated', limitInputPixels: MAX_PIXELS });
    const { width, height, hasAlpha } = await picture.metadata();
    if (Math.max(width, height) < MIN_LONG_SIDE_PX) throw new Error(`${width} × ${height} px`);
    const pixels = await picture.toColourspace('srgb').raw({ depth: 'uchar' }).toBuffer();
    return { width, height, channels: hasAlpha ? 4 : 3, pixels };
  } catch (error) {
    throw new EngineOutage('broken-answer', 'OpenAI responded with an unusable picture', null, {
      cause: error,
    });
  }
}

function hasTransparentPart({ channels, pixels }: DecodedPicture): boolean {
  if (channels === 3) return false;
  let transparent = 0;
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at]! < 8) transparent++;
  return transparent >= (MIN_TRANSPARENT_SHARE * pixels.length) / 4;
}
