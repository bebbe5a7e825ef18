/**
 * Who changes a product or a variant may say which version they looked at. If somebody else has changed it since, the change is refused,
 * so that nothing is lost silently. Without a version the fields that were sent are changed, whatever the others are.
 */
import { DomainError } from '@shop/contracts/common';

const STALE = 'Somebody else has changed this product. Look at the new version and save again.';

/** Throws 409. `seen` undefined: nobody said. */
export function assertSeen(present: number, seen: number | undefined): void {
  if (seen !== undefined && seen !== present) throw new DomainError('PRODUCT_STALE', 'conflict', STALE);
}
