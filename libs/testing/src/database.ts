import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { testEnvironment } from './environment.js';

export interface TestDatabase {
  url: string;
  /** Ends what is still connected, and removes it. */
  drop(): Promise<void>;
  query<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>;
}

/** For all databases that come and go: a connection each would be four for every service under test. */
let kept: pg.Pool | undefined;

function onServer(sql: string): Promise<unknown> {
  kept ??= openServer();
  return kept.query(sql);
}

function openServer(): pg.Pool {
  const server = new pg.Pool({ connectionString: testEnvironment.postgresUrl, max: 1, idleTimeoutMillis: 5_000, allowExitOnIdle: true });
  // The server may stop before it; whoever asks next is told.
  return server.on('error', () => undefined);
}

/** A fresh, empty database in the run's own PostgreSQL. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(`CREATE DATABASE ${name}`);
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
      await onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
    query: async <Row extends pg.QueryResultRow>(sql: string, values?: unknown[]) => (await connections.query<Row>(sql, values)).rows,
  };
}
