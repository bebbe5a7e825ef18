import { open } from 'node:fs/promises';
import { UPLOAD_MAX_PIXELS } from '@shop/contracts/art';
import sharp, { type Sharp } from 'sharp';
import { picturesUnreachable } from '../images/image-store.js';
import type { ImageMimeType } from '../images/image.entity.js';
import { PixelRoom } from './pixel-room.js';
import { assertPixels, formatOf, SIGNATURE_BYTES, tooManyPixels, unreadable, type PhotoFormat } from './photo.rules.js';

/** Upright, sRGB, 8 bit, without any metadata. */
export interface NormalPhoto {
  readonly sizeBytes: number;
  readonly mimeType: ImageMimeType;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** A photo that is interlaced or progressive, and turned, is held whole, twice: up to 16 bytes a pixel. So 900 MB at the most, however many are sent at a time; what is made of them goes to its file as it is made. */
const room = new PixelRoom(UPLOAD_MAX_PIXELS);

/** Phones write about 92; above that files grow and nobody sees why. */
const JPEG_QUALITY = 92;

/**
 * Reads a file that claims to be a photo and writes it anew to another: turned as its EXIF says, in sRGB, all metadata dropped (photos carry people's home
 * address). Throws 415 for other formats, 413 above 50 megapixels, 400 where the file is cut off or damaged, 503 where the other
 * can't be written: a disk is full.
 */
export async function normalisePhoto(path: string, to: string): Promise<NormalPhoto> {
  const format = formatOf(await firstBytes(path));
  try {
    const photo = sharp(path, { limitInputPixels: UPLOAD_MAX_PIXELS, failOn: 'error', sequentialRead: true });
    const { width, height, space, hasProfile } = await photo.metadata();
    assertPixels(width, height);
    const upright = photo.autoOrient();
    // sharp works on 16 bit with a profile in Display P3, and would leave those values in a file that says nothing of them (seen in 0.35.5).
    const inSrgb = space === 'rgb16' && hasProfile ? upright.withIccProfile('srgb', { attach: false }) : upright;
    const encoded = encode(inSrgb.toColourspace('srgb'), format);
    const written = await room.within(width * height, () => encoded.toFile(to));
    return { sizeBytes: written.size, mimeType: `image/${format}`, widthPx: written.width, heightPx: written.height };
  } catch (error) {
    throw refusalOf(error, to);
  }
}

function encode(photo: Sharp, format: PhotoFormat): Sharp {
  // Tables made for the photo itself would save a twentieth of the file, for the whole of it to be held meanwhile: 12 bytes a pixel, 600 MB of the largest.
  return format === 'jpeg'
    ? photo.jpeg({ quality: JPEG_QUALITY, chromaSubsampling: '4:4:4', optimiseCoding: false })
    : photo.png({ compressionLevel: 6 });
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

/** libvips has no error codes, only texts: the pixel limit and the file it writes are told by theirs, everything else is a file that can't be read. */
function refusalOf(error: unknown, to: string): unknown {
  if (!(error instanceof Error) || error.name === 'DomainError') return error;
  if (error.message.includes(`${to}: `)) return picturesUnreachable(error);
  return /pixel limit/i.test(error.message) ? tooManyPixels() : unreadable(error);
}
