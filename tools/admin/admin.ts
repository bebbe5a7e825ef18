/** `npm run admin -- grant EMAIL | revoke EMAIL | list`: manages the role admin. */
import { DataSource } from 'typeorm';
import { withDatabase } from '../shop/addresses.ts';
import { readSettings } from '../shop/settings.ts';
import { findRunningShop } from '../shop/shop-record.ts';
import { getErrorMessage, StartError } from '../shop/start-error.ts';
import { explainDatabaseError, formatRoleChange } from './role-messages.ts';
import { changeRole, listAdmins, type Role } from './roles.ts';

const USAGE = `npm run admin -- grant EMAIL    makes an account an admin
npm run admin -- revoke EMAIL   makes it an ordinary account again
npm run admin -- list           lists the admins`;

/** DATABASE_URL if set (the server or the identity database), else the database of the shop that runs on the data folder. */
function identityUrl(): string {
  if (process.env.DATABASE_URL) return withDatabase(process.env.DATABASE_URL, 'identity');
  const { dataDir } = readSettings();
  const url = findRunningShop(dataDir)?.databases?.identity;
  if (!url) throw new StartError(`No shop runs on ${dataDir}. Start it first (npm start), or set DATABASE_URL.`);
  return url;
}

async function run([verb, email, ...rest]: string[]): Promise<void> {
  const role: Role | undefined = verb === 'grant' ? 'admin' : verb === 'revoke' ? 'user' : undefined;
  const isComplete =
    rest.length === 0 && (verb === 'list' ? email === undefined : role !== undefined && email !== undefined);
  if (!isComplete) throw new StartError(USAGE);
  const identity = await new DataSource({ type: 'postgres', url: identityUrl() }).initialize();
  try {
    console.log(
      role && email
        ? formatRoleChange(email, role, await changeRole(identity, email, role))
        : (await listAdmins(identity)).join('\n') || 'There is no admin.',
    );
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
