/**
 * Rules of uploads: a JPEG or PNG of at most 25 MB and 50 megapixels, detected by its first bytes and never by its
 * name.
 */
import { UPLOAD_MAX_PIXELS } from '@shop/contracts/art';
import { photoFormatUnsupported, tooManyPixels } from './photo.errors.js';

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
  if (!match) throw photoFormatUnsupported();
  return match[0];
}

/** Throws 413 above the pixel limit, whatever the file size. */
export function assertPixelCount(widthPx: number, heightPx: number): void {
  if (widthPx * heightPx > UPLOAD_MAX_PIXELS) throw tooManyPixels();
}
