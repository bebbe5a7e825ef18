import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { testEnvironment } from './environment.js';

export interface TestDatabase {
  /** Of PostgreSQL itself. */
  url: string;
  /** For the pool of a service: through the run's PgBouncer, if there is one. */
  poolUrl: string;
  /** Closes all connections and deletes the database. */
  drop(): Promise<void>;
  query<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>;
}

/** One pool for all CREATE and DROP statements: a connection per test database would add up. */
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
  // The server may stop before the pool. The next query rejects then.
  return server.on('error', () => undefined);
}

/** Initial schema of a test database. */
export interface TestSchema {
  /** Unique name: lower-case letters, digits, `_`. */
  name: string;
  /** Creates the schema in an empty database and closes its connections. */
  create(url: string): Promise<void>;
}

const templates = new Map<string, Promise<string>>();

/** The template database of a schema. A copy takes less than half the time of the migrations. */
function getTemplate(schema: TestSchema): Promise<string> {
  const template = templates.get(schema.name) ?? createTemplateOnce(schema);
  templates.set(schema.name, template);
  return template;
}

/** Creates the template under an advisory lock, once for all processes of the run. */
async function createTemplateOnce({ name, create }: TestSchema): Promise<string> {
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
    await client.end(); // releases the lock
  }
  return template;
}

function toDatabaseUrl(database: string, server = testEnvironment.postgresUrl): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

/** Copies files instead of writing through the WAL, which halves the time without fsync. */
const COPY_STRATEGY = 'STRATEGY FILE_COPY';

/** Creates a database in the run's PostgreSQL: empty, or a copy of the schema's template. */
export async function createTestDatabase(schema?: TestSchema): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await queryServer(
    `CREATE DATABASE ${name} ${schema ? `TEMPLATE ${await getTemplate(schema)} ` : ''}${COPY_STRATEGY}`,
  );
  const url = toDatabaseUrl(name);
  // Tests poll many times a second, so their connections are pooled.
  const connections = new pg.Pool({ connectionString: url, max: 4, idleTimeoutMillis: 60_000, allowExitOnIdle: true });
  // A test may terminate all connections, including these. Running queries reject, and the next query opens a new one.
  connections.on('error', () => undefined);
  return {
    url,
    poolUrl: toDatabaseUrl(name, testEnvironment.poolerUrl),
    drop: async () => {
      await connections.end();
      await queryServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
    query: async <Row extends pg.QueryResultRow>(sql: string, values?: unknown[]) =>
      (await connections.query<Row>(sql, values)).rows,
  };
}

/**
 * Foreign keys whose columns are not the first columns of an index, as `table (columns)`. Without one, deleting a row that could be
 * referenced reads the whole referencing table.
 */
export async function listUnindexedForeignKeys(database: TestDatabase): Promise<string[]> {
  const rows = await database.query<{ key: string }>(`
    SELECT c.conrelid::regclass || ' (' || string_agg(a.attname, ', ' ORDER BY k.n) || ')' AS key
    FROM pg_constraint c, unnest(c.conkey) WITH ORDINALITY k(attnum, n), pg_attribute a
    WHERE c.contype = 'f' AND c.conparentid = 0 AND a.attrelid = c.conrelid AND a.attnum = k.attnum AND NOT EXISTS (
      SELECT FROM pg_index i
      WHERE i.indrelid = c.conrelid AND i.indisvalid AND (i.indkey::int2[])[0:cardinality(c.conkey) - 1] = c.conkey
        -- The check of a foreign key looks for a value, so an index without the NULLs serves it.
        AND (i.indpred IS NULL OR pg_get_expr(i.indpred, i.indrelid) = '(' || a.attname || ' IS NOT NULL)'))
    GROUP BY c.oid, c.conrelid ORDER BY 1`);
  return rows.map(({ key }) => key);
}
