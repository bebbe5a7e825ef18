/** Backups of single databases while the shop runs, as an operator takes and restores them. */
import { join } from 'node:path';
import { execa } from 'execa';
import { createBackupKey } from '../../dev/deploy/backup-key.ts';
import { query } from '../kills/checks.ts';
import { withDatabase } from '../../ops/shop/addresses.ts';
import { PROJECT_ROOT } from '../../ops/shop/settings.ts';

export interface Backups {
  /** How they are taken, for the report. */
  readonly method: string;
  take: (database: string) => Promise<void>;
  /** The database must have no users. */
  restore: (database: string) => Promise<void>;
}

/** With pg_dump if it is there and not older than the server, which it would refuse; else as copies in the server. */
export async function createBackups(serverUrl: string, folder: string): Promise<Backups> {
  const [server] = await query<{ server_version_num: string }>(serverUrl, 'SHOW server_version_num');
  const serverMajor = Math.floor(Number(server?.server_version_num) / 10_000);
  const { stdout = '' } = await execa('pg_dump', ['--version'], { reject: false });
  const dumpMajor = Number(/(\d+)\./.exec(stdout)?.[1] ?? 0);
  return dumpMajor >= serverMajor ? createDumps(serverUrl, folder, dumpMajor) : createCopies(serverUrl);
}

/** Encrypted, as the operator's command writes them. */
function createDumps(serverUrl: string, folder: string, version: number): Backups {
  const { publicKey, home } = createBackupKey(folder);
  const { hostname, port, username, password } = new URL(serverUrl);
  const env = { PGHOST: hostname, PGPORT: port, PGUSER: username, PGPASSWORD: decodeURIComponent(password) };
  return {
    method: `pg_dump ${version}, encrypted`,
    take: async (database) => {
      await execa('bash', [join(PROJECT_ROOT, 'deploy/backup.sh'), folder, publicKey, database], {
        env: { ...env, PG_DUMP: 'pg_dump' },
      });
    },
    restore: async (database) => {
      const file = join(folder, `${database}.dump.gpg`);
      const decrypted = execa('gpg', ['--batch', '--quiet', '--decrypt', file], {
        env: { GNUPGHOME: home },
        encoding: 'buffer',
        buffer: false,
      });
      await decrypted.pipe('pg_restore', ['--clean', '--if-exists', '--create', '--dbname=postgres'], { env });
    },
  };
}

/** A database with users can't be copied, so they are disconnected, and locked out for a moment. */
function createCopies(serverUrl: string): Backups {
  const run = async (...statements: string[]): Promise<void> => {
    for (const statement of statements) await query(withDatabase(serverUrl, 'postgres'), statement);
  };
  return {
    method: 'copies in the server, as there is no pg_dump of its version',
    take: (database) =>
      run(
        `ALTER DATABASE ${database} ALLOW_CONNECTIONS false`,
        `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${database}'`,
        `CREATE DATABASE ${database}_backup TEMPLATE ${database}`,
        `ALTER DATABASE ${database} ALLOW_CONNECTIONS true`,
      ),
    restore: (database) =>
      run(`DROP DATABASE ${database} WITH (FORCE)`, `CREATE DATABASE ${database} TEMPLATE ${database}_backup`),
  };
}
