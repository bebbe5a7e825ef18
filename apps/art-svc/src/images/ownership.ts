import type { Caller } from '@shop/service-kit';

/**
 * Under which ids a caller's things may lie: a customer who signed in a moment ago still has some under the guest's id
 * (D13). Both null, for somebody without a session, own nothing.
 */
export function ownIds(caller: Caller): { userId: string | null; guestId: string | null } {
  return {
    userId: caller.kind === 'user' ? caller.userId : null,
    guestId: caller.kind === 'anonymous' ? null : (caller.guestId ?? null),
  };
}
