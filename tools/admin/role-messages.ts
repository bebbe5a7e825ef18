import { StartError } from '../shop/start-error.ts';
import type { Role, RoleChange } from './roles.ts';

/** PostgreSQL's words for a table or a column that is not there. */
const UNDEFINED_CODES = ['42P01', '42703'];

/** What came of a change, for whoever gave the command. Throws StartError where there is no such account. */
export function formatRoleChange(email: string, role: Role, change: RoleChange): string {
  const roleName = role === 'admin' ? 'an admin' : 'an ordinary account';
  switch (change.outcome) {
    case 'unknown':
      throw new StartError(`There is no account with the e-mail ${email}.`);
    case 'closed':
      throw new StartError(`The account ${email} was deleted by its owner, and is on its way out.`);
    case 'unchanged':
      return `${email} is ${roleName} already.`;
    case 'changed': {
      const changed = `${email} is ${roleName} now, and has to sign in again.`;
      return change.admins > 0
        ? changed
        : `${changed}\nThat was the last admin: nobody can see /admin any more. "npm run admin -- grant EMAIL" makes another.`;
    }
  }
}

/** A database of an older version refuses in words of its own; this says what to do. */
export const explainDatabaseError = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error && UNDEFINED_CODES.includes(String(error.code))
    ? new StartError(
        'The identity database is older than this version. Start the shop once (npm start), or run: npm run db:migrate',
      )
    : error;
