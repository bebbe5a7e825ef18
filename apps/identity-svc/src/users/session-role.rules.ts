import type { Role } from '@shop/contracts/common';
import type { SecondFactorState } from '@shop/contracts/identity';

export interface FactorOwner {
  /** Of the account. Null: a guest. */
  role: Role | null;
  hasSecondFactor: boolean;
}

/**
 * Whether a session of this account has to enter a code. Undefined: not an admin's. `secondFactorAt`: when the session entered one last.
 */
export function getSecondFactorState(
  { role, hasSecondFactor }: FactorOwner,
  secondFactorAt: string | undefined,
  isRequired: boolean,
): SecondFactorState | undefined {
  if (role !== 'admin') return undefined;
  if (!hasSecondFactor) return isRequired ? 'missing' : 'off';
  return secondFactorAt === undefined ? 'asked' : 'on';
}

/** The role that a session has: an admin is a user until the second factor is proven. */
export const getSessionRole = (state: SecondFactorState | undefined): Role =>
  state === 'on' || state === 'off' ? 'admin' : 'user';
