/** `npm run admin -- grant EMAIL | revoke EMAIL | list | log EMAIL`: manages the role admin, and shows an account's security log. */
import { DataSource } from 'typeorm';
import { withDatabase } from '../shop/addresses.ts';
import { readSettings } from '../shop/settings.ts';
import { findRunningShop } from '../shop/shop-record.ts';
import { getErrorMessage, StartError } from '../shop/start-error.ts';
import { explainDatabaseError, formatRoleChange } from './role-messages.ts';
import { changeRole, listAdmins, listSecurityLog, type Role } from './roles.ts';

const USAGE = `npm run admin -- grant EMAIL    makes an account an admin
npm run admin -- revoke EMAIL   makes it an ordinary account again
npm run admin -- list           lists the admins
npm run admin -- log EMAIL      shows sign-ins, failures, password and role changes of an account`;

/** DATABASE_URL if set (the server or the identity database), else the database of the shop that runs on the data folder. */
function identityUrl(): string {
  if (process.env.DATABASE_URL) return withDatabase(process.env.DATABASE_URL, 'identity');
  const { dataDir } = readSettings();
  const url = findRunningShop(dataDir)?.databases?.identity;
  if (!url) throw new StartError(`No shop runs on ${dataDir}. Start it first (npm start), or set DATABASE_URL.`);
  return url;
}

async function runCommand(identity: DataSource, verb = '', email = ''): Promise<string> {
  switch (verb) {
    case 'grant':
    case 'revoke': {
      const role: Role = verb === 'grant' ? 'admin' : 'user';
      return formatRoleChange(email, role, await changeRole(identity, email, role));
    }
    case 'log': {
      const lines = await listSecurityLog(identity, email);
      if (!lines) throw new StartError(`There is no account with the email ${email}.`);
      return lines.join('\n') || 'The security log has nothing about this account.';
    }
    default:
      return (await listAdmins(identity)).join('\n') || 'There is no admin.';
  }
}

async function run([verb, email, ...rest]: string[]): Promise<void> {
  const isComplete =
    rest.length === 0 &&
    (email === undefined ? verb === 'list' : verb !== undefined && ['grant', 'revoke', 'log'].includes(verb));
  if (!isComplete) throw new StartError(USAGE);
  const identity = await new DataSource({ type: 'postgres', url: identityUrl() }).initialize();
  try {
    console.log(await runCommand(identity, verb, email));
  } catch (error) {
    throw explainDatabaseError(error);
  } finally {
    await identity.destroy();
  }
}

await run(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : `The command failed: ${getErrorMessage(error)}`);
  process.exitCode = 1;
});
