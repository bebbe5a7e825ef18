/**
 * Optimistic locking: an edit may contain the version that the admin saw, and is rejected if the product or variant has changed since. Without a
 * version the sent fields are changed unconditionally.
 */
import { DomainError } from '@shop/contracts/common';

const VERSION_CONFLICT = 'Somebody else has changed this product. Look at the new version and save again.';

/** Throws 409 for an outdated version. `seen` is undefined if the request has no version. */
export function assertCurrentVersion(current: number, seen: number | undefined): void {
  if (seen !== undefined && seen !== current) throw new DomainError('PRODUCT_STALE', 'conflict', VERSION_CONFLICT);
}
