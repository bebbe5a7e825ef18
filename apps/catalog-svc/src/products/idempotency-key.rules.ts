/** A call that makes something may carry an Idempotency-Key: repeated under the same key, it makes nothing more. The key becomes the thing's id. */
import { DomainError } from '@shop/contracts/common';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Of the header; null where none was sent. Throws 400 for anything but a UUID. */
export function idempotencyKeyOf(header: string | undefined): string | null {
  if (header === undefined) return null;
  if (!UUID.test(header)) throw new DomainError('IDEMPOTENCY_KEY_INVALID', 'invalid', 'The Idempotency-Key must be a UUID.');
  return header.toLowerCase();
}

export const keyReused = (): DomainError => new DomainError('IDEMPOTENCY_KEY_REUSED', 'conflict', 'This Idempotency-Key was already used for something else.');
