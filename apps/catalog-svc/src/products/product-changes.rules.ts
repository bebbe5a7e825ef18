/** Rules of a change: which fields differ, whether the admin saw the current version, and whether the call is a repetition. */
import { isDeepStrictEqual } from 'node:util';
import { DomainError } from '@shop/contracts/common';

export type Fields = Readonly<Record<string, unknown>>;

/** Returns the fields that differ, with old and new values for the audit trail; null if nothing changed. Both arguments must have the same fields. */
export function findChangedFields(before: Fields, after: Fields): { before: Fields; after: Fields } | null {
  const changed = Object.keys(after).filter((field) => !isDeepStrictEqual(before[field], after[field]));
  if (changed.length === 0) return null;
  const pick = (fields: Fields): Fields => Object.fromEntries(changed.map((field) => [field, fields[field]]));
  return { before: pick(before), after: pick(after) };
}

const VERSION_CONFLICT = 'Somebody else has changed this product. Look at the new version and save again.';

/**
 * Optimistic locking: throws 409 if the product or variant has changed since the version that the admin saw. Without a version the sent fields are
 * changed unconditionally.
 */
export function assertCurrentVersion(current: number, seen: number | undefined): void {
  if (seen !== undefined && seen !== current) throw new DomainError('PRODUCT_STALE', 'conflict', VERSION_CONFLICT);
}

/** The Idempotency-Key of a call becomes the id of the created row, so that a repeated call finds it. */
export const idempotencyKeyReused = (): DomainError =>
  new DomainError('IDEMPOTENCY_KEY_REUSED', 'conflict', 'This Idempotency-Key was already used for something else.');
