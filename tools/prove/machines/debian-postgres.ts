/** A PostgreSQL of Debian's package with a folder of its own, as the account that the package has made. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { freePort } from '../../dev/stack/ports.ts';
import { findPostgres } from './packages.ts';

export const POSTGRES_ACCOUNT = 'postgres';

export interface DebianPostgres {
  url: string;
  port: number;
  /** The cluster's files. */
  files: string;
  start: () => Promise<void>;
  stop: (mode: 'fast' | 'immediate') => Promise<void>;
}

export const asPostgres = (command: string, args: readonly string[]): ReturnType<typeof execa> =>
  execa('setpriv', [`--reuid=${POSTGRES_ACCOUNT}`, `--regid=${POSTGRES_ACCOUNT}`, '--init-groups', command, ...args], {
    cwd: '/',
  });

/** A folder of the account, which may see nothing else of the rehearsal. */
export async function makePostgresFolder(path: string): Promise<string> {
  await mkdir(path, { recursive: true });
  await execa('chown', [`${POSTGRES_ACCOUNT}:${POSTGRES_ACCOUNT}`, path]);
  return path;
}

/** Only this machine reaches it, without a password. */
export async function createDebianPostgres(
  folder: string,
  settings: Record<string, string> = {},
): Promise<DebianPostgres> {
  const programs = findPostgres() ?? '';
  await makePostgresFolder(folder);
  const [files, port] = [join(folder, 'files'), await freePort()];
  await asPostgres(join(programs, 'initdb'), [
    '--pgdata',
    files,
    '--auth',
    'trust',
    '--encoding',
    'UTF8',
    '--locale',
    'C.UTF-8',
  ]);
  const all = { port: String(port), unix_socket_directories: folder, max_connections: '200', ...settings };
  const options = Object.entries(all).map(([name, value]) => `-c ${name}='${value}'`);
  const control = (...args: string[]): ReturnType<typeof execa> =>
    asPostgres(join(programs, 'pg_ctl'), ['--pgdata', files, '--wait', '--timeout=60', ...args]);
  return {
    url: `postgresql://${POSTGRES_ACCOUNT}@127.0.0.1:${port}/postgres`,
    port,
    files,
    start: async () => {
      await control('--log', join(folder, 'log'), '--options', options.join(' '), 'start');
    },
    stop: async (mode) => {
      await control('--mode', mode, 'stop');
    },
  };
}
