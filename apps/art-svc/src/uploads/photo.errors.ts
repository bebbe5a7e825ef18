import { DomainError } from '@shop/contracts/common';

export const photoFormatUnsupported = (): DomainError =>
  new DomainError('PHOTO_FORMAT', 'unsupported-media', 'Please upload a PNG or JPEG image.');

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
