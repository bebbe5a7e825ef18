import { UPLOAD_MAX_PIXELS, UPLOAD_MAX_PIXELS_IN_MEMORY } from '@shop/contracts-art';
import {
  detectPictureFormat,
  getFormatMessage,
  isPhotoFormat,
  type PictureFormat,
  DomainError,
} from '@shop/contracts-common';

export const photoFormatUnsupported = (format: PictureFormat | null): DomainError =>
  new DomainError('PHOTO_FORMAT', 'unsupported-media', getFormatMessage(format));

const toMegapixels = (pixels: number): number => pixels / 1_000_000;

export const tooManyPixels = (): DomainError =>
  new DomainError(
    'PHOTO_TOO_LARGE',
    'too-large',
    `That photo is too large. Please use one with at most ${toMegapixels(UPLOAD_MAX_PIXELS)} megapixels.`,
  );

/** For a picture that has to be in memory as a whole. */
export const tooManyPixelsInMemory = (kind: 'PNG' | 'progressive JPEG'): DomainError =>
  new DomainError(
    'PHOTO_TOO_LARGE',
    'too-large',
    `That ${kind} is too large. Please use one with at most ${toMegapixels(UPLOAD_MAX_PIXELS_IN_MEMORY)} megapixels, or an ordinary JPEG with at most ${toMegapixels(UPLOAD_MAX_PIXELS)}.`,
  );

export const tooManyBytes = (): DomainError =>
  new DomainError('PHOTO_TOO_LARGE', 'too-large', 'That photo is too large. Please use one of at most 25 MB.');

export const photoDamaged = (cause?: unknown): DomainError =>
  new DomainError(
    'PHOTO_DAMAGED',
    'invalid',
    'This photo could not be read; the file may be damaged. Please try another.',
    { cause },
  );

export const photoIncomplete = (cause?: unknown): DomainError =>
  new DomainError(
    'PHOTO_INCOMPLETE',
    'invalid',
    'This photo is incomplete. Its file was cut off, so please choose the original again.',
    { cause },
  );

/** The form ends too early: the connection or a proxy broke the request. */
export const uploadInterrupted = (cause?: unknown): DomainError =>
  new DomainError('UPLOAD_INTERRUPTED', 'invalid', 'The photo did not arrive completely. Please upload it again.', {
    cause,
  });

/** Too many photos are waiting, or this one has waited too long. */
export const photosBusy = (): DomainError =>
  new DomainError(
    'PHOTOS_BUSY',
    'unavailable',
    'Many photos are being prepared right now. Please send yours again in a moment.',
    { retryAfterSeconds: 10 },
  );

export const tooManyWaitingPhotos = (): DomainError =>
  new DomainError('PHOTOS_WAITING', 'too-many', 'Please wait until your other photos are uploaded.', {
    retryAfterSeconds: 10,
  });

/** Of a customer or a network, until midnight (UTC). */
export const uploadBudgetSpent = (retryAfterSeconds: number): DomainError =>
  new DomainError(
    'UPLOADS_SPENT',
    'too-many',
    'You have uploaded many photos today. Your designs are kept; please upload more tomorrow.',
    { retryAfterSeconds },
  );

/** Of the whole shop, until midnight (UTC). */
export const shopBudgetSpent = (retryAfterSeconds: number): DomainError =>
  new DomainError(
    'SHOP_UPLOADS_SPENT',
    'unavailable',
    'We have received more photos today than we can store. Please upload yours tomorrow; everything else works.',
    { retryAfterSeconds },
  );

/** The disk of the picture store is nearly full. What remains is kept for print files. */
export const storeNearlyFull = (): DomainError =>
  new DomainError(
    'STORE_FULL',
    'unavailable',
    'We have no room for new photos right now. Please try again in an hour; everything else works.',
    { retryAfterSeconds: 3_600 },
  );

export const photoMissing = (): DomainError =>
  new DomainError('PHOTO_MISSING', 'invalid', 'Please choose a photo to upload.');

export const tooManyPhotos = (): DomainError =>
  new DomainError('PHOTO_TOO_MANY', 'invalid', 'Please upload one photo at a time.');

/**
 * Rules of uploads: a JPEG or PNG of at most 25 MB, detected by its first bytes and never by its name. The limit of
 * pixels depends on whether the picture has to be in memory as a whole.
 */
export type PhotoFormat = 'jpeg' | 'png';

/** Throws 415 for any other format. */
export function detectFormat(firstBytes: Uint8Array): PhotoFormat {
  const format = detectPictureFormat(firstBytes);
  if (!isPhotoFormat(format)) throw photoFormatUnsupported(format);
  return format === 'JPEG' ? 'jpeg' : 'png';
}

export interface PhotoSize {
  readonly width: number;
  readonly height: number;
}

/** What the decoder does: row by row needs little memory; whole needs up to 16 bytes for each pixel. */
export type Decoding = 'row by row' | 'whole';

/** libjpeg stores all coefficients of a progressive JPEG, and an interlaced PNG is complete only with its last rows. */
export const chooseDecoding = (format: PhotoFormat, isProgressive: boolean): Decoding =>
  format === 'jpeg' && !isProgressive ? 'row by row' : 'whole';

/** Throws 413 above the pixel limit, whatever the file size. */
export function assertPixelCount({ width, height }: PhotoSize, format: PhotoFormat, decoding: Decoding): void {
  const pixels = width * height;
  if (pixels > UPLOAD_MAX_PIXELS) throw tooManyPixels();
  if (decoding === 'whole' && pixels > UPLOAD_MAX_PIXELS_IN_MEMORY)
    throw tooManyPixelsInMemory(format === 'png' ? 'PNG' : 'progressive JPEG');
}

/** More would only cost memory and disk: the engines use at most 1536 px of the long side. */
export const STORED_MAX_PIXELS = 40_000_000;

/** The size of the stored picture, in the same proportions; the same object if the photo is small enough. */
export function chooseStoredSize(size: PhotoSize): PhotoSize {
  const pixels = size.width * size.height;
  if (pixels <= STORED_MAX_PIXELS) return size;
  const scale = Math.sqrt(STORED_MAX_PIXELS / pixels);
  const shrink = (px: number): number => Math.max(1, Math.floor(px * scale));
  return { width: shrink(size.width), height: shrink(size.height) };
}
