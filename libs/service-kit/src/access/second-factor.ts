import { DomainError, SECOND_FACTOR_MESSAGE, SECOND_FACTOR_NOT_RECENT } from '@shop/contracts-common';
import {
  needsSecondFactor,
  RECENT_SECOND_FACTOR_MINUTES,
  type CalledRoute,
  type Route,
} from '@shop/contracts-common/routes';
import type { Caller } from './caller.js';

export const secondFactorNotRecent = (): DomainError =>
  new DomainError(SECOND_FACTOR_NOT_RECENT, 'forbidden', SECOND_FACTOR_MESSAGE);

const RECENT_MS = RECENT_SECOND_FACTOR_MINUTES * 60_000;

/** Whether the caller's last code is recent enough, or the caller has no second factor. */
export function isSecondFactorRecent(caller: Caller, now = Date.now()): boolean {
  if (caller.kind !== 'user') return true;
  const { secondFactorAt, isCodeMissing = false } = caller;
  return !isCodeMissing && (secondFactorAt === undefined || now - Date.parse(secondFactorAt) <= RECENT_MS);
}

/** Throws 403 for a caller with a second factor without a code of the last ten minutes. Others pass: the access level decides. */
export function assertRecentSecondFactor(caller: Caller, now = Date.now()): void {
  if (!isSecondFactorRecent(caller, now)) throw secondFactorNotRecent();
}

/** Throws 403 for a session that has entered no code although its account has a second factor, if the call needs one. */
export function assertCodeEntered(route: CalledRoute, isCodeMissing: boolean | undefined): void {
  if (isCodeMissing && needsSecondFactor(route)) throw secondFactorNotRecent();
}

/** Throws 403 if the call needs a code, or a recent one, that the caller has not entered. */
export function assertSecondFactor(route: Route, caller: Caller): void {
  if (route.secondFactor === 'recent') assertRecentSecondFactor(caller);
  if (caller.kind === 'user') assertCodeEntered(route, caller.isCodeMissing);
}
