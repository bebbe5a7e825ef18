import { Socket } from 'node:net';
import pg from 'pg';
import { hostOf, type Part } from './parts.ts';
import { reasonOf, StartRefusal } from './start-refusal.ts';

/** Every service has a database of its own; `events` holds the queue where there is no RabbitMQ. */
export const DATABASES = ['identity', 'catalog', 'art', 'orders', 'support', 'events'] as const;
export type DatabaseName = (typeof DATABASES)[number];

export interface DatabasesOptions {
  /** Who named the server: it is what a refusal speaks of. */
  from?: Part['from'];
  /** Aborted: the connection is cut. */
  signal?: AbortSignal;
}

/** The addresses of the shop's databases on a server, made where they are missing. Throws StartRefusal. */
export async function openDatabases(
  serverUrl: string,
  { from = 'environment', signal }: DatabasesOptions = {},
): Promise<Record<DatabaseName, string>> {
  const server =
    from === 'embedded' ? 'The embedded PostgreSQL' : `The database at ${hostOf(serverUrl)} (DATABASE_URL)`;
  const client = await connect(serverUrl, server, signal);
  try {
    const { rows } = await client.query<{ datname: string }>('SELECT datname FROM pg_database');
    const present = new Set(rows.map((row) => row.datname));
    const missing = DATABASES.filter((name) => !present.has(name));
    for (const name of missing) await create(client, name, missing, serverUrl);
  } finally {
    await client.end();
  }
  return Object.fromEntries(DATABASES.map((name) => [name, withDatabase(serverUrl, name)])) as Record<
    DatabaseName,
    string
  >;
}

/** The same address with another database; options in the query stay. */
export function withDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.toString();
}

async function connect(serverUrl: string, server: string, signal?: AbortSignal): Promise<pg.Client> {
  refuseUnreadable(serverUrl);
  try {
    return await open(serverUrl, signal).catch((error: { code?: string }) => {
      if (error.code === UNKNOWN_DATABASE) return open(withDatabase(serverUrl, 'postgres'), signal);
      throw error;
    });
  } catch (error) {
    throw new StartRefusal(`${server} can't be used: ${reasonOf(error)}`);
  }
}

async function open(url: string, signal?: AbortSignal): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5000,
    stream: () => new Socket({ signal }),
  });
  client.on('error', () => undefined); // a connection that is cut between two queries is told by the next one
  await client.connect();
  return client;
}

function refuseUnreadable(serverUrl: string): void {
  if (!URL.canParse(serverUrl) || !/^postgres(ql)?:/.test(serverUrl))
    throw new StartRefusal('DATABASE_URL must look like postgresql://user:password@host:5432/database.');
}

async function create(
  client: pg.Client,
  name: DatabaseName,
  missing: readonly string[],
  serverUrl: string,
): Promise<void> {
  try {
    await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)} ENCODING 'UTF8' TEMPLATE template0`);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === DUPLICATE_DATABASE || code === UNIQUE_VIOLATION) return; // another start made it at the same moment
    if (code !== NOT_ALLOWED)
      throw new StartRefusal(`The database "${name}" can't be made at ${hostOf(serverUrl)}: ${reasonOf(error)}`);
    throw new StartRefusal(
      `The databases ${missing.join(', ')} are missing at ${hostOf(serverUrl)}, and the user of DATABASE_URL may not make them. Make them there, or give that user the right CREATEDB.`,
    );
  }
}

const UNKNOWN_DATABASE = '3D000';
const NOT_ALLOWED = '42501';
const DUPLICATE_DATABASE = '42P04';
const UNIQUE_VIOLATION = '23505';
