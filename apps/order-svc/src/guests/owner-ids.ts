import { createHash } from 'node:crypto';
import type { Caller } from '@shop/service-kit';

/** All ids under which a caller's things may lie; a user may still have some under the guest it signed in from (D13). */
export interface OwnerIds {
  userId: string | null;
  guestId: string | null;
}

export function ownerIdsOf(caller: Caller): OwnerIds {
  if (caller.kind === 'anonymous') return { userId: null, guestId: null };
  if (caller.kind === 'guest') return { userId: null, guestId: caller.guestId };
  return { userId: caller.userId, guestId: caller.guestId ?? null };
}

/** Whether a thing lies under one of the caller's ids. */
export function isOwnedBy(caller: Caller, thing: OwnerIds): boolean {
  const { userId, guestId } = ownerIdsOf(caller);
  return (thing.userId !== null && thing.userId === userId) || (thing.guestId !== null && thing.guestId === guestId);
}

/** Tells sessions apart without keeping what would open one. */
export const sessionHashOf = (caller: Caller): string =>
  caller.kind === 'anonymous' ? '' : createHash('sha256').update(caller.sid).digest('base64url');
