import { open } from 'node:fs/promises';
import { UPLOAD_MAX_PIXELS } from '@shop/contracts/art';
import sharp, { type Sharp } from 'sharp';
import type { ImageMimeType } from '../images/image.entity.js';
import { assertPixels, formatOf, SIGNATURE_BYTES, tooManyPixels, unreadable, type PhotoFormat } from './photo.rules.js';

export interface NormalPhoto {
  /** Upright, sRGB, 8 bit, without any metadata. */
  readonly bytes: Uint8Array;
  readonly mimeType: ImageMimeType;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Phones write about 92; above that files grow and nobody sees why. */
const JPEG_QUALITY = 92;

/**
 * Reads a file that claims to be a photo and writes it anew: turned as its EXIF says, in sRGB, all metadata dropped (photos carry people's home
 * address). Throws 415 for other formats, 413 above 50 megapixels, 400 where the file is cut off or damaged.
 */
export async function normalisePhoto(path: string): Promise<NormalPhoto> {
  const format = formatOf(await firstBytes(path));
  try {
    const photo = sharp(path, { limitInputPixels: UPLOAD_MAX_PIXELS, failOn: 'error', sequentialRead: true });
    const { width, height } = await photo.metadata();
    assertPixels(width, height);
    const { data, info } = await encode(photo.autoOrient().toColourspace('srgb'), format).toBuffer({ resolveWithObject: true });
    return { bytes: data, mimeType: `image/${format}`, widthPx: info.width, heightPx: info.height };
  } catch (error) {
    throw refusalOf(error);
  }
}

function encode(photo: Sharp, format: PhotoFormat): Sharp {
  return format === 'jpeg' ? photo.jpeg({ quality: JPEG_QUALITY, chromaSubsampling: '4:4:4' }) : photo.png({ compressionLevel: 6 });
}

async function firstBytes(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(SIGNATURE_BYTES), 0, SIGNATURE_BYTES, 0);
    return buffer;
  } finally {
    await file.close();
  }
}

/** libvips has no error codes, only texts: the pixel limit is told by its own, everything else is a file that can't be read. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof Error) || error.name === 'DomainError') return error;
  return /pixel limit/i.test(error.message) ? tooManyPixels() : unreadable(error);
}
