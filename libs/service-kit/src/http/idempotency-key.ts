import { DomainError, isUuid } from '@shop/contracts-common';

/** Parses the `Idempotency-Key` header. Returns null if the header is absent. Throws 400 if the value is not a UUID. */
export function parseIdempotencyKey(header: string | undefined): string | null {
  if (header === undefined) return null;
  if (!isUuid(header))
    throw new DomainError('IDEMPOTENCY_KEY_INVALID', 'invalid', 'The Idempotency-Key must be a UUID.');
  return header.toLowerCase();
}

/** A key stands for one call with one content. */
export const idempotencyKeyReused = (): DomainError =>
  new DomainError('IDEMPOTENCY_KEY_REUSED', 'conflict', 'This Idempotency-Key was already used for something else.');
