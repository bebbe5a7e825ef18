import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isForbidden } from './permissions.ts';
import type { Account } from './postgres-account.ts';
import type { PostgresPrograms } from './postgres-programs.ts';
import { untilClosed } from './processes.ts';
import { reasonOf, StartRefusal } from './start-refusal.ts';

/** The major version of the embedded PostgreSQL; its folders are not readable by another. */
export const POSTGRES_MAJOR = '18';
export const SUPERUSER = 'postgres';

const PASSWORD_FILE = 'superuser-password';

export interface ClusterOptions {
  programs: PostgresPrograms;
  account: Account;
  /** Aborted: a cluster that is being made is taken away. */
  signal?: AbortSignal;
}

/** Makes the database cluster where there is none yet, and sees that one that is there is ours. Throws StartRefusal. */
export async function openCluster(
  folder: string,
  options: ClusterOptions,
): Promise<{ password: string; created: boolean }> {
  const created = isEmpty(folder);
  if (created) await createCluster(folder, options);
  else refuseForeignCluster(folder);
  return { password: readPassword(folder), created };
}

function isEmpty(folder: string): boolean {
  try {
    return !existsSync(folder) || readdirSync(folder).length === 0;
  } catch (error) {
    throw new StartRefusal(unreadable(folder, error));
  }
}

function refuseForeignCluster(folder: string): void {
  const versionFile = join(folder, 'PG_VERSION');
  if (!existsSync(versionFile)) {
    throw new StartRefusal(
      `The database folder ${folder} is broken: it holds no PG_VERSION. Put back a copy of it, or move it away to start with an empty shop.`,
    );
  }
  const major = readFileSync(versionFile, 'utf8').trim();
  if (major !== POSTGRES_MAJOR) {
    throw new StartRefusal(
      `The database folder ${folder} was made by PostgreSQL ${major}; this is PostgreSQL ${POSTGRES_MAJOR}. Move its data over with pg_dump (docs/operations.md, "Upgrades"), or choose another DATA_DIR.`,
    );
  }
}

function readPassword(folder: string): string {
  const file = join(folder, PASSWORD_FILE);
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new StartRefusal(
        `The database folder ${folder} is broken: ${PASSWORD_FILE} is missing. Put back a copy of it, or move the folder away to start with an empty shop.`,
      );
    throw new StartRefusal(unreadable(folder, error));
  }
}

function unreadable(folder: string, error: unknown): string {
  return `The database folder ${folder} can't be read (${reasonOf(error)}). Start as the user who made it, or choose another DATA_DIR.`;
}

/** Made under another name first: a start that is killed in the middle leaves no half-made cluster behind. */
async function createCluster(folder: string, options: ClusterOptions): Promise<void> {
  const parent = dirname(folder);
  const unfinished = join(parent, `${basename(folder)}.unfinished`);
  const passwordFile = join(parent, `${basename(folder)}.password`);
  try {
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished, { recursive: true, mode: 0o700 });
    writeFileSync(passwordFile, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
    giveTo(options.account, unfinished, passwordFile);
    await runInitdb(unfinished, passwordFile, options);
    renameSync(passwordFile, join(unfinished, PASSWORD_FILE));
    if (existsSync(folder)) rmSync(folder, { recursive: true });
    renameSync(unfinished, folder);
  } catch (error) {
    for (const path of [unfinished, passwordFile]) removeWhereAllowed(path);
    throw error instanceof StartRefusal
      ? error
      : new StartRefusal(`The database folder ${folder} can't be made: ${reasonOf(error)}`);
  }
}

/** What is left of another user's try is told by the error that it led to. */
function removeWhereAllowed(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch (error) {
    if (!isForbidden(error)) throw error;
  }
}

function giveTo(account: Account, ...paths: string[]): void {
  if (account.owner) for (const path of paths) chownSync(path, account.owner.uid, account.owner.gid);
}

async function runInitdb(
  folder: string,
  passwordFile: string,
  { programs, account, signal }: ClusterOptions,
): Promise<void> {
  const [command = '', ...rest] = [
    ...account.prefix,
    programs.initdb,
    ...[`--pgdata=${folder}`, `--username=${SUPERUSER}`, `--pwfile=${passwordFile}`],
    // The password is random: thousands of rounds, which make one that a person thought of hard to guess, would only cost each new connection 10 ms.
    ...['--auth-host=scram-sha-256', '--auth-local=reject', '--set=scram_iterations=1'],
    // The built-in locale sorts and folds case alike on every machine.
    ...['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
  ];
  const child = spawn(command, rest, {
    ...account.spawnAs,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
  });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await untilClosed(child, signal);
  signal?.throwIfAborted();
  if (code === 0) return;
  const said = output
    .trim()
    .split('\n')
    .filter((line) => /error|fatal|denied|space/i.test(line))
    .slice(-2)
    .join(' ');
  throw new StartRefusal(
    `The embedded PostgreSQL can't make its folder ${folder}: ${said || `initdb ended with ${code ?? child.signalCode}`}`,
  );
}
