import pg from 'pg';
import { getHost, withDatabase } from './addresses.ts';
import { getErrorMessage, StartError } from './start-error.ts';

/** Every service has its own database; `events` holds the queue if there is no RabbitMQ. */
export const DATABASES = ['identity', 'catalog', 'art', 'orders', 'support', 'events'] as const;
const ALL = [...DATABASES, 'sandbox'] as const;
export type DatabaseName = (typeof ALL)[number];

/** Creates missing databases on a server and returns the addresses of all. Throws StartError. */
export async function openDatabases(serverUrl: string, withSandbox = false): Promise<Record<DatabaseName, string>> {
  if (!URL.canParse(serverUrl) || !/^postgres(ql)?:/.test(serverUrl))
    throw new StartError('DATABASE_URL must look like postgresql://user:password@host:5432/database.');
  try {
    const client = await connect(serverUrl).catch(() => connect(withDatabase(serverUrl, 'postgres')));
    const { rows } = await client.query<{ datname: string }>('SELECT datname FROM pg_database');
    const needed = withSandbox ? ALL : DATABASES;
    const missing = needed.filter((name) => !rows.some(({ datname }) => datname === name));
    for (const name of missing) await createDatabase(client, name).catch(toCreationError(missing));
    await client.end();
  } catch (error) {
    throw new StartError(`The database at ${getHost(serverUrl)} can't be used: ${getErrorMessage(error)}`);
  }
  const addresses = ALL.map((name) => [name, withDatabase(serverUrl, name)]);
  return Object.fromEntries(addresses) as Record<DatabaseName, string>;
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5000 });
  client.on('error', () => undefined); // the next query fails after a lost connection
  await client.connect();
  return client;
}

const createDatabase = (client: pg.Client, name: string): Promise<unknown> =>
  client.query(`CREATE DATABASE ${client.escapeIdentifier(name)} ENCODING 'UTF8' TEMPLATE template0`);

const toCreationError = (missing: string[]) => (error: Error & { code?: string }) => {
  if (error.code === '42P04' || error.code === '23505') return; // another start has created it in between
  if (error.code !== '42501') throw error;
  throw new Error(
    `The databases ${missing.join(', ')} are missing, and the user of DATABASE_URL may not create them. Create them, or grant that user CREATEDB.`,
  );
};
