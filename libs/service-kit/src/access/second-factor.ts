import { DomainError } from '@shop/contracts/common';
import { SECOND_FACTOR_NOT_RECENT } from '@shop/contracts/identity';
import { RECENT_SECOND_FACTOR_MINUTES } from '@shop/contracts/routes';
import type { Caller } from './caller.js';

export const secondFactorNotRecent = (): DomainError =>
  new DomainError(SECOND_FACTOR_NOT_RECENT, 'forbidden', 'Please enter a code of your authenticator app first.');

/** Throws 403 for a caller with a second factor who entered the last code more than ten minutes ago. Others pass: the access level decides. */
export function assertRecentSecondFactor(caller: Caller, now = Date.now()): void {
  if (caller.kind !== 'user' || caller.secondFactorAt === undefined) return;
  if (now - Date.parse(caller.secondFactorAt) > RECENT_SECOND_FACTOR_MINUTES * 60_000) throw secondFactorNotRecent();
}
