import { open } from 'node:fs/promises';
import { UPLOAD_MAX_PIXELS } from '@shop/contracts/art';
import sharp, { type Sharp } from 'sharp';
import { picturesUnreachable } from '../images/image-store.js';
import type { ImageMimeType } from '../images/image.entity.js';
import { PixelBudget } from './pixel-budget.js';
import { tooManyPixels, photoDamaged } from './photo.errors.js';
import { assertPixelCount, detectFormat, SIGNATURE_BYTES, type PhotoFormat } from './photo.rules.js';

/** A photo that is upright, sRGB, 8 bit and without metadata. */
export interface NormalisedPhoto {
  readonly sizeBytes: number;
  readonly mimeType: ImageMimeType;
  readonly widthPx: number;
  readonly heightPx: number;
}

/**
 * Limits the pixels in memory. An interlaced or progressive photo that is rotated needs up to 16 bytes for each
 * pixel, so all photos together need at most 900 MB. The output is streamed to its file.
 */
const pixelBudget = new PixelBudget(UPLOAD_MAX_PIXELS);

/** Phones use about 92; higher values enlarge files without visible gain. */
const JPEG_QUALITY = 92;

/**
 * Decodes an uploaded file and encodes it again: upright, in sRGB, without metadata (photos may contain the home
 * address). Throws 415 for other formats, 413 above 50 megapixels, 400 for a truncated or damaged file, 503 where the
 * output can't be written.
 */
export async function normalisePhoto(path: string, outputPath: string): Promise<NormalisedPhoto> {
  const format = detectFormat(await readFirstBytes(path));
  try {
    const photo = sharp(path, { limitInputPixels: UPLOAD_MAX_PIXELS, failOn: 'error', sequentialRead: true });
    const { width, height, space, hasProfile } = await photo.metadata();
    assertPixelCount(width, height);
    const upright = photo.autoOrient();
    // sharp processes 16 bit with a profile in Display P3 and would write those values without a profile (observed in
    // 0.35.5).
    const inSrgb = space === 'rgb16' && hasProfile ? upright.withIccProfile('srgb', { attach: false }) : upright;
    const encoded = encode(inSrgb.toColourspace('srgb'), format);
    const written = await pixelBudget.runWithin(width * height, () => encoded.toFile(outputPath));
    return { sizeBytes: written.size, mimeType: `image/${format}`, widthPx: written.width, heightPx: written.height };
  } catch (error) {
    throw toUploadError(error, outputPath);
  }
}

function encode(photo: Sharp, format: PhotoFormat): Sharp {
  // Optimised Huffman tables would save a twentieth of the file, but keep the whole photo in memory: 12 bytes for
  // each pixel, 600 MB for the largest.
  return format === 'jpeg'
    ? photo.jpeg({ quality: JPEG_QUALITY, chromaSubsampling: '4:4:4', optimiseCoding: false })
    : photo.png({ compressionLevel: 6 });
}

async function readFirstBytes(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(SIGNATURE_BYTES), 0, SIGNATURE_BYTES, 0);
    return buffer;
  } finally {
    await file.close();
  }
}

/**
 * libvips has no error codes, so the texts identify the pixel limit and a failed write. Everything else means that
 * the file can't be read.
 */
function toUploadError(error: unknown, outputPath: string): unknown {
  if (!(error instanceof Error) || error.name === 'DomainError') return error;
  if (error.message.includes(`${outputPath}: `)) return picturesUnreachable(error);
  return /pixel limit/i.test(error.message) ? tooManyPixels() : photoDamaged(error);
}
