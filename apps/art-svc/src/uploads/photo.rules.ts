/**
 * Rules of uploads: a JPEG or PNG of at most 25 MB and 50 megapixels, detected by its first bytes and never by its
 * name.
 */
import { DomainError } from '@shop/contracts/common';
import { UPLOAD_MAX_PIXELS } from '@shop/contracts/art';

export type PhotoFormat = 'jpeg' | 'png';

/** JPEG: SOI and the next marker (ITU-T T.81, B.1.1.2). PNG: its signature (ISO 15948, 5.2). */
const SIGNATURES: readonly (readonly [PhotoFormat, readonly number[]])[] = [
  ['jpeg', [0xff, 0xd8, 0xff]],
  ['png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
];

export const SIGNATURE_BYTES = 8;

/** Throws 415 for any other format. */
export function detectFormat(firstBytes: Uint8Array): PhotoFormat {
  const match = SIGNATURES.find(([, signature]) => signature.every((byte, index) => firstBytes[index] === byte));
  if (!match) throw new DomainError('PHOTO_FORMAT', 'unsupported-media', 'Please upload a PNG or JPEG image.');
  return match[0];
}

/** Throws 413 above the pixel limit, whatever the file size. */
export function assertPixelCount(widthPx: number, heightPx: number): void {
  if (widthPx * heightPx > UPLOAD_MAX_PIXELS) throw tooManyPixels();
}

export const tooManyPixels = (): DomainError =>
  new DomainError(
    'PHOTO_TOO_LARGE',
    'too-large',
    'That photo is too large. Please use one with at most 50 megapixels.',
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

export const photoMissing = (): DomainError =>
  new DomainError('PHOTO_MISSING', 'invalid', 'Please choose a photo to upload.');

export const tooManyPhotos = (): DomainError =>
  new DomainError('PHOTO_TOO_MANY', 'invalid', 'Please upload one photo at a time.');
