import type { Role } from '@shop/contracts-common';
import type { SecondFactorState } from '@shop/contracts-identity';

export interface FactorOwner {
  /** Of the account. Null: a guest. */
  role: Role | null;
  hasSecondFactor: boolean;
}

/** How long an admin's session lives after its sign-in, and how long a code counts in the sessions that follow from it. */
export const ADMIN_SESSION_MS = 12 * 60 * 60 * 1000;

/**
 * Whether a session of this account has to enter a code. Undefined: not an admin's. `secondFactorAt`: when the session, or the one that it continues,
 * entered a code last.
 */
export function getSecondFactorState(
  { role, hasSecondFactor }: FactorOwner,
  secondFactorAt: string | undefined,
  isRequired: boolean,
  now = Date.now(),
): SecondFactorState | undefined {
  if (role !== 'admin') return undefined;
  if (!hasSecondFactor) return isRequired ? 'missing' : 'off';
  return secondFactorAt === undefined || now - Date.parse(secondFactorAt) > ADMIN_SESSION_MS ? 'asked' : 'on';
}

/** The role that a session has: an admin is a user until the second factor is proven. */
export const getSessionRole = (state: SecondFactorState | undefined): Role =>
  state === 'on' || state === 'off' ? 'admin' : 'user';
