import { DomainError, isUuid } from '@shop/contracts/common';

/** The header Idempotency-Key of a call that makes something: repeated under the same key, it makes nothing more. Null where none was sent; throws 400 for anything but a UUID. */
export function idempotencyKeyOf(header: string | undefined): string | null {
  if (header === undefined) return null;
  if (!isUuid(header))
    throw new DomainError('IDEMPOTENCY_KEY_INVALID', 'invalid', 'The Idempotency-Key must be a UUID.');
  return header.toLowerCase();
}
