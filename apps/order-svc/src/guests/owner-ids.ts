import { createHash } from 'node:crypto';
import type { Caller } from '@shop/service-kit';

/** All ids that may own a caller's data. A user may still have data under the guest id from before the sign-in. */
export interface OwnerIds {
  userId: string | null;
  guestId: string | null;
}

export function getOwnerIds(caller: Caller): OwnerIds {
  if (caller.kind === 'anonymous') return { userId: null, guestId: null };
  if (caller.kind === 'guest') return { userId: null, guestId: caller.guestId };
  return { userId: caller.userId, guestId: caller.guestId ?? null };
}

/** Whether something belongs to one of the caller's ids. */
export function isOwnedBy(caller: Caller, owned: OwnerIds): boolean {
  const { userId, guestId } = getOwnerIds(caller);
  return (owned.userId !== null && owned.userId === userId) || (owned.guestId !== null && owned.guestId === guestId);
}

/** Identifies a session without storing the id that gives access. */
export const hashSession = (caller: Caller): string =>
  caller.kind === 'anonymous' ? '' : createHash('sha256').update(caller.sid).digest('base64url');
