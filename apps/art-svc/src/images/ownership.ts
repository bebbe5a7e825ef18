import type { Caller } from '@shop/service-kit';

/**
 * The ids that may own a caller's data. Data of a customer who signed in a moment ago may still be under the guest's
 * id. Both are null for a caller without a session, who owns nothing.
 */
export function getOwnerIds(caller: Caller): { userId: string | null; guestId: string | null } {
  return {
    userId: caller.kind === 'user' ? caller.userId : null,
    guestId: caller.kind === 'anonymous' ? null : (caller.guestId ?? null),
  };
}
