import { CUT_OUTS_MAX } from '@shop/contracts-art';
import { DomainError, MESSAGES } from '@shop/contracts-common';

const RETRY_AFTER_SECONDS = 2;
const NOT_READY = 'CUT_OUT_NOT_READY';

export const cutOutNotReady = (cause?: unknown): DomainError =>
  new DomainError(NOT_READY, 'unavailable', 'We are still looking for your pet. Please try again in a moment.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    cause,
  });

export const isNotReady = (error: unknown): boolean => error instanceof DomainError && error.code === NOT_READY;

export const cutOutNotFound = (): DomainError => new DomainError('CUT_OUT_NOT_FOUND', 'not-found', MESSAGES.notFound);

export const maskMissing = (): DomainError =>
  new DomainError('MASK_MISSING', 'invalid', 'Please send the cut-out as an image.');

export const tooManyMasks = (): DomainError =>
  new DomainError('MASK_TOO_MANY', 'invalid', 'Please send one cut-out at a time.');

export const maskTooLarge = (): DomainError =>
  new DomainError('MASK_TOO_LARGE', 'too-large', 'That cut-out is too large. Please send one of at most 2 MB.');

export const tooManyMaskPixels = (): DomainError =>
  new DomainError(
    'MASK_TOO_LARGE',
    'too-large',
    'That cut-out has too many pixels. Please send one of the displayed size.',
  );

export const maskInterrupted = (cause?: unknown): DomainError =>
  new DomainError('MASK_INTERRUPTED', 'invalid', 'The cut-out did not arrive completely. Please send it again.', {
    cause,
  });

export const maskNotPng = (): DomainError =>
  new DomainError('MASK_FORMAT', 'unsupported-media', 'Please send the cut-out as a PNG image.');

export const maskDamaged = (cause?: unknown): DomainError =>
  new DomainError('MASK_DAMAGED', 'invalid', 'This cut-out could not be read. Please send it again.', { cause });

export const maskProportionsDiffer = (): DomainError =>
  new DomainError('MASK_PROPORTIONS', 'invalid', 'The cut-out must have the same proportions as the photo.');

export const maskEmpty = (): DomainError =>
  new DomainError('MASK_EMPTY', 'invalid', 'Please leave a part of your pet to draw.');

export const tooManyCutOuts = (): DomainError =>
  new DomainError(
    'CUT_OUTS_TOO_MANY',
    'conflict',
    `This photo has ${CUT_OUTS_MAX} cut-outs that were drawn already. Please use one of them, or upload the photo again.`,
  );
