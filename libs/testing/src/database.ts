import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { testEnvironment } from './environment.js';

export interface TestDatabase {
  url: string;
  /** Ends what is still connected, and removes it. */
  drop(): Promise<void>;
  query<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>;
}

async function onServer<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: testEnvironment.postgresUrl });
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
  // What is waited for is asked for many times a second: a connection each would cost more than the service under test.
  const connections = new pg.Pool({ connectionString: url.href, max: 4, idleTimeoutMillis: 60_000, allowExitOnIdle: true });
  // A test may cut every connection, these too: a query that runs rejects then, the next one has another connection.
  connections.on('error', () => undefined);
  return {
    url: url.href,
    drop: async () => {
      await connections.end();
      await onServer((client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
    },
    query: async <Row extends pg.QueryResultRow>(sql: string, values?: unknown[]) => (await connections.query<Row>(sql, values)).rows,
  };
}
