import { StartError } from '../shop/start-error.ts';
import type { Permission } from '@shop/contracts-common';
import type { PermissionChange, Role, RoleChange } from './roles.ts';
import type { SecondFactorReset } from './second-factor.ts';

/** PostgreSQL's error codes for an undefined table and an undefined column. */
const UNDEFINED_CODES = ['42P01', '42703'];

/** The result of a command as a message for the operator. Throws StartError if there is no such account. */
export function formatRoleChange(email: string, role: Role, change: RoleChange): string {
  const roleName = role === 'admin' ? 'an admin' : 'an ordinary account';
  switch (change.outcome) {
    case 'unknown':
      throw new StartError(`There is no account with the email ${email}.`);
    case 'closed':
      throw new StartError(`The account ${email} was deleted by its owner.`);
    case 'unchanged':
      return `${email} is ${roleName} already.`;
    case 'unconfirmed':
      throw new StartError(
        `No one has confirmed the address ${email}, so anyone may have made this account. Its owner opens the link in the email of the registration; /profile sends it again, and a new password by "Forgot password" confirms it too. Then repeat this command.`,
      );
    case 'changed': {
      const changed = `${email} is ${roleName} now, and has to sign in again.`;
      return change.admins > 0
        ? changed
        : `${changed}\nThat was the last admin: no one can use /admin now. "npm run admin -- grant EMAIL" creates another.`;
    }
  }
}

export const formatPermissions = (permissions: readonly Permission[]): string =>
  permissions.length === 0 ? 'may neither refund nor export' : `may ${permissions.join(' and ')}`;

/** Throws StartError if there is no such admin. */
export function formatPermissionChange(
  email: string,
  permissions: readonly Permission[],
  change: PermissionChange,
): string {
  switch (change) {
    case 'unknown':
      throw new StartError(`There is no account with the email ${email}.`);
    case 'closed':
      throw new StartError(`The account ${email} was deleted by its owner.`);
    case 'no-admin':
      throw new StartError(`${email} is no admin. "npm run admin -- grant ${email}" makes it one.`);
    case 'unchanged':
      return `${email} ${formatPermissions(permissions)} already.`;
    case 'changed':
      return `${email} ${formatPermissions(permissions)} now, and has to sign in again.`;
  }
}

/** `ended` is null if there is no such account. */
export function formatSignOut(email: string, ended: number | null): string {
  if (ended === null) throw new StartError(`There is no account with the email ${email}.`);
  return ended === 0
    ? `${email} was not signed in.`
    : `${email} is signed out of ${ended === 1 ? '1 browser' : `${ended} browsers`}.`;
}

export function formatSecondFactorReset(email: string, outcome: SecondFactorReset): string {
  switch (outcome) {
    case 'unknown':
      throw new StartError(`There is no account with the email ${email}.`);
    case 'off':
      return `${email} has no second factor.`;
    case 'reset':
      return `${email} has no second factor any more, and has to sign in again. An email says so.`;
  }
}

/** Replaces PostgreSQL's error about a database without the newest migrations by an instruction. */
export const explainDatabaseError = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error && UNDEFINED_CODES.includes(String(error.code))
    ? new StartError(
        'The identity database is older than this version. Start the shop once (npm start), or run: npm run db:migrate',
      )
    : error;
