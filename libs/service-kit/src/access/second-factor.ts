import { DomainError } from '@shop/contracts/common';
import { SECOND_FACTOR_NOT_RECENT } from '@shop/contracts/identity';
import { RECENT_SECOND_FACTOR_MINUTES } from '@shop/contracts/routes';
import type { Caller } from './caller.js';

export const secondFactorNotRecent = (): DomainError =>
  new DomainError(SECOND_FACTOR_NOT_RECENT, 'forbidden', 'Please enter a code of your authenticator app first.');

const RECENT_MS = RECENT_SECOND_FACTOR_MINUTES * 60_000;

/** Whether the caller's last code is recent enough, or the caller has no second factor. */
export const isSecondFactorRecent = (caller: Caller, now = Date.now()): boolean =>
  caller.kind !== 'user' || caller.secondFactorAt === undefined || now - Date.parse(caller.secondFactorAt) <= RECENT_MS;

/** Throws 403 for a caller with a second factor who entered the last code more than ten minutes ago. Others pass: the access level decides. */
export function assertRecentSecondFactor(caller: Caller, now = Date.now()): void {
  if (!isSecondFactorRecent(caller, now)) throw secondFactorNotRecent();
}
