import { open } from 'node:fs/promises';
import { UPLOAD_MAX_PIXELS } from '@shop/contracts/art';
import sharp, { type Sharp } from 'sharp';
import type { ImageMimeType } from '../images/image.entity.js';
import { PixelRoom } from './pixel-room.js';
import { assertPixels, formatOf, SIGNATURE_BYTES, tooManyPixels, unreadable, type PhotoFormat } from './photo.rules.js';

export interface NormalPhoto {
  /** Upright, sRGB, 8 bit, without any metadata. */
  readonly bytes: Uint8Array;
  readonly mimeType: ImageMimeType;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** An interlaced or progressive photo is held whole, twice: 20 bytes a pixel. So a gigabyte at the most, however many are sent at a time. */
const room = new PixelRoom(UPLOAD_MAX_PIXELS);

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
    const { width, height, space, hasProfile } = await photo.metadata();
    assertPixels(width, height);
    const upright = photo.autoOrient();
    // sharp works on 16 bit with a profile in Display P3, and would leave those values in a file that says nothing of them (seen in 0.35.5).
    const inSrgb = space === 'rgb16' && hasProfile ? upright.withIccProfile('srgb', { attach: false }) : upright;
    const encoded = encode(inSrgb.toColourspace('srgb'), format);
    const { data, info } = await room.within(width * height, () => encoded.toBuffer({ resolveWithObject: true }));
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
