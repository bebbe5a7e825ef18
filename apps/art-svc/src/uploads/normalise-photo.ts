import { open, readFile, writeFile } from 'node:fs/promises';
import { UPLOAD_MAX_PIXELS } from '@shop/contracts-art';
import { PICTURE_SIGNATURE_BYTES, isDomainError } from '@shop/contracts-common';
import sharp, { type Sharp } from 'sharp';
import { picturesUnreachable } from '../images/image-store.js';
import type { ImageMimeType } from '../images/image.entity.js';
import { cleanJpeg } from './clean-jpeg.js';
import {
  assertPixelCount,
  chooseDecoding,
  chooseStoredSize,
  detectFormat,
  photoDamaged,
  type PhotoFormat,
  photoIncomplete,
  STORED_MAX_PIXELS,
  tooManyPixels,
} from './photo.rules.js';

/** A photo that is upright, sRGB, 8 bit, without metadata and has at most 40 megapixels. */
export interface NormalisedPhoto {
  readonly sizeBytes: number;
  readonly mimeType: ImageMimeType;
  readonly widthPx: number;
  readonly heightPx: number;
}

/**
 * Runs the work when so many pixels fit into memory. An interlaced or progressive photo that is rotated needs up to 16 bytes for each
 * pixel. The output is streamed to its file.
 */
export type WaitForMemory = <T>(pixels: number, work: () => Promise<T>) => Promise<T>;

/** As many pixels as need the memory of cleaning a JPEG: the file twice. */
const CLEANING_PIXELS = 4_000_000;

/** Phones use about 92; higher values enlarge files without visible gain. */
const JPEG_QUALITY = 92;

/**
 * Decodes an uploaded file and encodes it again: upright, in sRGB, without metadata (photos may contain the home
 * address), shrunk to 40 megapixels row by row while it is decoded. Changes the uploaded file. Throws 415 for other
 * formats, 413 above the pixel limits, 400 for a truncated or damaged file, 503 where the output can't be written; rejects as
 * `waitForMemory` does.
 */
export async function normalisePhoto(
  path: string,
  outputPath: string,
  waitForMemory: WaitForMemory = (_, work) => work(),
): Promise<NormalisedPhoto> {
  const format = detectFormat(await readFirstBytes(path));
  if (format === 'png') return encodePhoto(path, outputPath, { format, failOn: 'error', waitForMemory });
  await waitForMemory(CLEANING_PIXELS, async () => writeFile(path, cleanJpeg(await readFile(path))));
  // Missing pixels are only a warning of libjpeg, and other warnings do no harm.
  try {
    return await encodePhoto(path, outputPath, { format, failOn: 'warning', waitForMemory });
  } catch (error) {
    if (!isDomainError(error) || error.code !== 'PHOTO_DAMAGED') throw error;
    return encodePhoto(path, outputPath, { format, failOn: 'error', waitForMemory });
  }
}

interface Decoder {
  readonly format: PhotoFormat;
  readonly failOn: 'warning' | 'error';
  readonly waitForMemory: WaitForMemory;
}

async function encodePhoto(path: string, outputPath: string, decoder: Decoder): Promise<NormalisedPhoto> {
  const { format, failOn, waitForMemory } = decoder;
  try {
    const photo = sharp(path, { limitInputPixels: UPLOAD_MAX_PIXELS, failOn, sequentialRead: true });
    const { width, height, autoOrient, space, hasProfile, isProgressive } = await photo.metadata();
    const decoding = chooseDecoding(format, isProgressive);
    assertPixelCount({ width, height }, format, decoding);
    const size = chooseStoredSize(autoOrient);
    const upright = photo.autoOrient();
    const resized = size === autoOrient ? upright : upright.resize({ ...size, fit: 'fill' });
    // sharp processes 16 bit with a profile in Display P3 and would write those values without a profile (observed in
    // 0.35.5).
    const inSrgb = space === 'rgb16' && hasProfile ? resized.withIccProfile('srgb', { attach: false }) : resized;
    const encoded = encode(inSrgb.toColourspace('srgb'), format);
    const pixelsInMemory = decoding === 'whole' ? width * height : Math.min(width * height, STORED_MAX_PIXELS);
    const written = await waitForMemory(pixelsInMemory, () => encoded.toFile(outputPath));
    return { sizeBytes: written.size, mimeType: `image/${format}`, widthPx: written.width, heightPx: written.height };
  } catch (error) {
    throw await toUploadError(error, path, outputPath);
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
    const { buffer, bytesRead } = await file.read(Buffer.alloc(PICTURE_SIGNATURE_BYTES), 0, PICTURE_SIGNATURE_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/**
 * libvips has no error codes, so the texts identify the pixel limit, missing data and a failed write. Everything else
 * means that the file can't be read.
 */
async function toUploadError(error: unknown, path: string, outputPath: string): Promise<unknown> {
  if (!(error instanceof Error) || isDomainError(error)) return error;
  if (error.message.includes(`${outputPath}: `)) return picturesUnreachable(error);
  if (/pixel limit/i.test(error.message)) return tooManyPixels();
  if (/premature end/i.test(error.message) || (await isPngWithoutEnd(path))) return photoIncomplete(error);
  return photoDamaged(error);
}

/** libpng has one message for missing and for damaged data. */
async function isPngWithoutEnd(path: string): Promise<boolean> {
  const file = await readFile(path);
  return file[0] === 0x89 && !file.includes('IEND');
}
