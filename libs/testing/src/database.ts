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
let serverPool: pg.Pool | undefined;

function queryServer(sql: string): Promise<unknown> {
  serverPool ??= createServerPool();
  return serverPool.query(sql);
}

function createServerPool(): pg.Pool {
  const server = new pg.Pool({
    connectionString: testEnvironment.postgresUrl,
    max: 1,
    idleTimeoutMillis: 5_000,
    allowExitOnIdle: true,
  });
  // The server may stop before it; whoever asks next is told.
  return server.on('error', () => undefined);
}

/** What a database has from the beginning. */
export interface TestSchema {
  /** Tells it from other schemas: lower-case letters, digits, `_`. */
  name: string;
  /** Makes it in an empty database, and leaves no connection open. */
  create(url: string): Promise<void>;
}

const templates = new Map<string, Promise<string>>();

/** The database to copy; a copy takes less than half of what it takes to make one. */
function getTemplate(schema: TestSchema): Promise<string> {
  const template = templates.get(schema.name) ?? createTemplateOnce(schema);
  templates.set(schema.name, template);
  return template;
}

/** Whoever needs it first makes it, for all processes of the run. */
async function createTemplateOnce({ name, create: create }: TestSchema): Promise<string> {
  const template = `${testEnvironment.templatePrefix}${name}`;
  const unfinished = `${template}_unfinished`;
  const client = new pg.Client({ connectionString: testEnvironment.postgresUrl });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [template]);
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [template]);
    if (rowCount === 0) {
      await client.query(`DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`);
      await client.query(`CREATE DATABASE ${unfinished}`);
      await create(toDatabaseUrl(unfinished));
      await client.query(`ALTER DATABASE ${unfinished} RENAME TO ${template}`);
    }
  } finally {
    await client.end(); // and its lock with it
  }
  return template;
}

function toDatabaseUrl(database: string): string {
  const url = new URL(testEnvironment.postgresUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/** File by file instead of through PostgreSQL's buffers and its log: where nothing waits for a disk that takes half the time, to make and to drop. */
const COPY_STRATEGY = 'STRATEGY FILE_COPY';

/** A fresh database in the run's own PostgreSQL: empty, or with a schema that is made once in a run. */
export async function createTestDatabase(schema?: TestSchema): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await queryServer(`CREATE DATABASE ${name} ${schema ? `TEMPLATE ${await getTemplate(schema)} ` : ''}${COPY_STRATEGY}`);
  const url = toDatabaseUrl(name);
  // What is waited for is asked for many times a second: a connection each would cost more than the service under test.
  const connections = new pg.Pool({ connectionString: url, max: 4, idleTimeoutMillis: 60_000, allowExitOnIdle: true });
  // A test may cut every connection, these too: a query that runs rejects then, the next one has another connection.
  connections.on('error', () => undefined);
  return {
    url,
    drop: async () => {
      await connections.end();
      await queryServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
    query: async <Row extends pg.QueryResultRow>(sql: string, values?: unknown[]) =>
      (await connections.query<Row>(sql, values)).rows,
  };
}
