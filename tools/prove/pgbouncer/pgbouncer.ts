import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../../dev/stack/ports.ts';
import { StartError } from '../../ops/shop/start-error.ts';

/** Debian's package puts it into /usr/sbin, which is not in everybody's PATH. */
const PATH = `${process.env['PATH'] ?? ''}:/usr/sbin`;
const START_ATTEMPTS = 100;
const START_PAUSE_MS = 100;

/** Sessions are given in turn, so that a client that relies on its last one does not get it by chance. */
const toConfig = (server: URL, port: number): string => `
[databases]
* = host=${server.hostname} port=${server.port} user=${server.username} password=${server.password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
admin_users = ${server.username}
pool_mode = transaction
server_round_robin = 1
default_pool_size = 40
max_client_conn = 2000
`;

export interface PgBouncer {
  /** The address of the server's database, through PgBouncer. */
  url: string;
  /** How many transactions it passed, of all databases. */
  countTransactions(): Promise<number>;
  stop(): void;
}

/** @throws StartError if the program is not installed. */
export function findPgBouncer(): string {
  const { stdout, status } = spawnSync('pgbouncer', ['--version'], { encoding: 'utf8', env: { ...process.env, PATH } });
  if (status === 0) return stdout.split('\n')[0] ?? '';
  throw new StartError(
    'PgBouncer is not installed. On Debian: apt-get install pgbouncer (its service may be stopped).',
  );
}

/** Starts PgBouncer in transaction mode in front of this server, for all of its databases. */
export async function startPgBouncer(serverUrl: string, folder: string): Promise<PgBouncer> {
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, toConfig(new URL(serverUrl), port), { mode: 0o644 });
  const isRoot = process.getuid?.() === 0; // it refuses to run as root
  const child = spawn('pgbouncer', ['-q', ...(isRoot ? ['-u', 'nobody'] : []), file], {
    env: { ...process.env, PATH },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (log = (log + text).slice(-2_000)));
  const url = Object.assign(new URL(serverUrl), { hostname: '127.0.0.1', port: String(port) }).href;
  for (let attempt = 1; !(await canConnect(url)); attempt += 1) {
    if (child.exitCode !== null || attempt === START_ATTEMPTS) throw new StartError(`PgBouncer did not start: ${log}`);
    await delay(START_PAUSE_MS);
  }
  return { url, countTransactions: () => countTransactions(url), stop: () => void child.kill('SIGINT') };
}

async function canConnect(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function countTransactions(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: Object.assign(new URL(url), { pathname: '/pgbouncer' }).href });
  await client.connect();
  try {
    const { rows } = await client.query<{ database: string; xact_count: string }>('SHOW STATS_TOTALS');
    const served = rows.filter(({ database }) => database !== 'pgbouncer'); // its console
    return served.reduce((sum, { xact_count: count }) => sum + Number(count), 0);
  } finally {
    await client.end();
  }
}
