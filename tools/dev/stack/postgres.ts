import { chmodSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { getErrorMessage, StartError } from '../../ops/shop/start-error.ts';
import { rotateLog } from './logs.ts';
import { freePort } from './ports.ts';
import { PROJECT_ROOT } from '../../ops/shop/settings.ts';
import { SupervisedProcess } from './supervised-process.ts';

export interface PostgresOptions {
  /** The cluster's folder, created if missing. */
  folder: string;
  logFolder: string;
  /** For tests: many connections, and a crash of the machine may lose data. */
  fast?: boolean;
  /** More settings: `name=value name=value`. */
  settings?: string;
  onDeath?: (message: string) => void;
  signal?: AbortSignal;
}

/** Starts the embedded PostgreSQL and restarts it when it dies. Throws StartError. */
export async function startPostgres({
  folder,
  logFolder,
  fast,
  settings: more = '',
  onDeath,
  signal,
}: PostgresOptions) {
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chmodSync(dirname(folder), statSync(dirname(folder)).mode | 0o011); // for the account "postgres"
  const port = await freePort();
  const fastSettings = fast ? 'fsync=off synchronous_commit=off full_page_writes=off max_connections=400' : '';
  const url = (): string => {
    const password = readFileSync(join(folder, 'superuser-password'), 'utf8').trim();
    return `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`;
  };
  const server = new SupervisedProcess({
    name: 'PostgreSQL',
    args: [join(import.meta.dirname, '../../ops/shop/postgres-server.ts')],
    cwd: PROJECT_ROOT,
    env: {
      ...process.env,
      POSTGRES_FOLDER: folder,
      POSTGRES_PORT: String(port),
      POSTGRES_SETTINGS: `${fastSettings} ${more}`.trim(),
    },
    logFile: rotateLog(logFolder, 'postgres'),
    isReady: () => canConnect(url),
    onDeath,
  });
  const stop = (): Promise<void> => server.stop(3000);
  signal?.addEventListener('abort', () => void stop());
  await server.start().catch(async (error: unknown) => {
    await stop();
    throw isRoot ? new StartError(`${getErrorMessage(error)}\n${AS_ROOT}`) : error;
  });
  return { url: url(), stop };
}

const AS_ROOT =
  'As root, PostgreSQL runs as the account "postgres", which must be able to read the project and its data folder. Keep them outside /root, start as an ordinary user, or set DATABASE_URL.';

async function canConnect(url: () => string): Promise<boolean> {
  try {
    const client = new pg.Client({ connectionString: url(), connectionTimeoutMillis: 2000 });
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}
