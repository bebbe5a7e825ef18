import { DomainError } from '@shop/contracts/common';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The header Idempotency-Key of a call that makes something: repeated under the same key, it makes nothing more. Null where none was sent; throws 400 for anything but a UUID. */
export function idempotencyKeyOf(header: string | undefined): string | null {
  if (header === undefined) return null;
  if (!UUID.test(header)) throw new DomainError('IDEMPOTENCY_KEY_INVALID', 'invalid', 'The Idempotency-Key must be a UUID.');
  return header.toLowerCase();
}
