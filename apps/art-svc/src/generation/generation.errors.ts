import { DomainError, MESSAGES } from '@shop/contracts-common';

export const photoUnknown = (): DomainError =>
  new DomainError('PHOTO_UNKNOWN', 'invalid', 'Please upload your photo again.');

export const cutOutUnknown = (): DomainError =>
  new DomainError('CUT_OUT_UNKNOWN', 'invalid', 'The cut-out of your photo no longer exists. Please choose it again.');

export const styleUnknown = (): DomainError =>
  new DomainError('STYLE_UNKNOWN', 'invalid', 'Please choose an art style to continue');

export const styleNotOffered = (): DomainError =>
  new DomainError('STYLE_NOT_OFFERED', 'invalid', 'This style is not offered any more. Please choose another one.');

export const idempotencyKeyReused = (): DomainError =>
  new DomainError('IDEMPOTENCY_KEY_REUSED', 'conflict', 'This Idempotency-Key was already used for another artwork.');

export const artworkStillDrawn = (): DomainError =>
  new DomainError(
    'ARTWORK_STILL_DRAWN',
    'provider-failed',
    'Your artwork is taking longer than usual. Please try again in a moment.',
  );

export const serviceStopping = (): DomainError =>
  new DomainError(
    'ARTWORK_SERVICE_STOPPING',
    'unavailable',
    'Your artwork is still being drawn. Please try again in a moment.',
    { retryAfterSeconds: 3 },
  );

/** Also for an artwork of someone else. */
export const artworkUnknown = (): DomainError => new DomainError('ARTWORK_UNKNOWN', 'not-found', MESSAGES.notFound);
