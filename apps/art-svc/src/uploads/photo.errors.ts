import {
  getFormatMessage,
  UPLOAD_MAX_PIXELS,
  UPLOAD_MAX_PIXELS_IN_MEMORY,
  type PictureFormat,
} from '@shop/contracts/art';
import { DomainError } from '@shop/contracts/common';

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

export const photoMissing = (): DomainError =>
  new DomainError('PHOTO_MISSING', 'invalid', 'Please choose a photo to upload.');

export const tooManyPhotos = (): DomainError =>
  new DomainError('PHOTO_TOO_MANY', 'invalid', 'Please upload one photo at a time.');
