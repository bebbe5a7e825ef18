/** `npm run admin`: manages the role admin and its permissions, shows an account's security log, ends sessions, and takes second factors off. */
import { type Permission, permissionSchema } from '@shop/contracts-common';
import { DataSource } from 'typeorm';
import { getDatabaseUrl } from '../shop/service-databases.ts';
import { getErrorMessage, StartError } from '../shop/start-error.ts';
import {
  explainDatabaseError,
  formatPermissionChange,
  formatRoleChange,
  formatSecondFactorReset,
  formatSignOut,
} from './role-messages.ts';
import { changePermissions, changeRole, listAdmins, listSecurityLog } from './roles.ts';
import { resetSecondFactor } from './second-factor.ts';
import { signOutAccount, signOutAll } from './sessions.ts';

const USAGE = `npm run admin -- grant EMAIL            makes an account an admin
npm run admin -- grant EMAIL --packer   makes it an admin who may neither refund nor export
npm run admin -- permissions EMAIL refund export
                                        sets what an admin may do besides; without a name: nothing
npm run admin -- revoke EMAIL           makes it an ordinary account again
npm run admin -- list                   lists the admins
npm run admin -- log EMAIL              shows sign-ins, failures, password and role changes of an account
npm run admin -- sign-out EMAIL         ends all sessions of an account
npm run admin -- sign-out-all           ends the sessions of all accounts
npm run admin -- reset-second-factor EMAIL
                                        takes the second factor off an admin who has lost phone and recovery codes`;

type Command = (identity: DataSource) => Promise<string>;

/** What follows the command's name: an email address, or nothing. Each returns the text to print. */
const ACCOUNT_COMMANDS: Record<string, (identity: DataSource, email: string) => Promise<string>> = {
  grant: async (identity, email) => formatRoleChange(email, 'admin', await changeRole(identity, email, 'admin')),
  revoke: async (identity, email) => formatRoleChange(email, 'user', await changeRole(identity, email, 'user')),
  log: async (identity, email) => {
    const lines = await listSecurityLog(identity, email);
    if (!lines) throw new StartError(`There is no account with the email ${email}.`);
    return lines.join('\n') || 'The security log has nothing about this account.';
  },
  'sign-out': async (identity, email) => formatSignOut(email, await signOutAccount(identity, email)),
  'reset-second-factor': async (identity, email) =>
    formatSecondFactorReset(email, await resetSecondFactor(identity, email)),
};
const COMMANDS: Record<string, Command> = {
  list: async (identity) => (await listAdmins(identity)).join('\n') || 'There is no admin.',
  'sign-out-all': async (identity) => `${await signOutAll(identity)} sessions ended. Everybody has to sign in again.`,
};

/** The commands with further words after the email address. Undefined if these are not known. */
function findLongCommand(verb: string, email: string, words: string[]): Command | undefined {
  if (verb === 'grant' && words.join(' ') === '--packer')
    return async (identity) => formatRoleChange(email, 'admin', await changeRole(identity, email, 'admin', []));
  const names = words.map((word) => permissionSchema.safeParse(word).data);
  const permissions = names.filter((name): name is Permission => name !== undefined);
  if (verb !== 'permissions' || permissions.length < names.length) return undefined;
  return async (identity) =>
    formatPermissionChange(email, permissions, await changePermissions(identity, email, permissions));
}

function findCommand([verb = '', email, ...words]: string[]): Command | undefined {
  if (email === undefined) return COMMANDS[verb];
  if (verb === 'permissions' || words.length > 0) return findLongCommand(verb, email, words);
  const command = ACCOUNT_COMMANDS[verb];
  return command && ((identity) => command(identity, email));
}

async function run(args: string[]): Promise<void> {
  const command = findCommand(args);
  if (!command) throw new StartError(USAGE);
  const identity = await new DataSource({ type: 'postgres', url: getDatabaseUrl('identity') }).initialize();
  try {
    console.log(await command(identity));
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
