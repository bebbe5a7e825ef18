import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { testEnvironment } from './environment.js';

export interface TestDatabase {
  url: string;
  /** Ends what is still connected, and removes it. */
  drop(): Promise<void>;
  query<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>;
}

async function onServer<T>(work: (client: pg.Client) => Promise<T>, url = testEnvironment.postgresUrl): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  // A test may cut every connection, this one too: its query rejects then.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A fresh, empty database in the run's own PostgreSQL. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer((client) => client.query(`CREATE DATABASE ${name}`));
  const url = new URL(testEnvironment.postgresUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => onServer(async (client) => void (await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))),
    query: <Row extends pg.QueryResultRow>(sql: string, values?: unknown[]) =>
      onServer(async (client) => (await client.query<Row>(sql, values)).rows, url.href),
  };
}
