import type { Logger } from 'pino';
import pg from 'pg';
import type { DataSource } from 'typeorm';

const CONNECT_TIMEOUT_MS = 5_000;

/**
 * Defaults of each session of the service's role in its database. PostgreSQL stores them, because PgBouncer refuses them as parameters of a
 * connection, and in transaction mode forgets a SET.
 */
export const SESSION_DEFAULTS = {
  /** PostgreSQL cancels a statement that runs longer. */
  statement_timeout: '30s',
  idle_in_transaction_session_timeout: '2min',
  /** Compiling a long statement takes PostgreSQL far longer than running it over the few rows that it reads. */
  jit: 'off',
} as const;

export type SessionDefaults = Readonly<Record<keyof typeof SESSION_DEFAULTS, string>>;

const READ_STORED = `
  SELECT unnest(s.setconfig) AS setting FROM pg_db_role_setting s
  WHERE s.setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND s.setrole = (SELECT oid FROM pg_roles WHERE rolname = current_user)`;

/** Processes that start together store them one after another: PostgreSQL rejects concurrent changes of one role. */
const LOCK = `SELECT pg_advisory_xact_lock(hashtext('session defaults'))`;

/** Stores the defaults unless they are stored. Sessions that are open already keep theirs. */
export async function storeSessionDefaults(
  sessionUrl: string,
  defaults: SessionDefaults = SESSION_DEFAULTS,
): Promise<void> {
  const client = new pg.Client({
    connectionString: sessionUrl,
    application_name: 'session defaults',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  client.on('error', () => undefined); // the statement rejects too
  await client.connect();
  try {
    const { rows } = await client.query<{ setting: string }>(READ_STORED);
    const stored = new Set(rows.map(({ setting }) => setting));
    const changed = Object.entries(defaults).filter(([name, value]) => !stored.has(`${name}=${value}`));
    if (changed.length === 0) return;
    const { rows: names } = await client.query<{ name: string }>('SELECT current_database() AS name');
    const database = pg.escapeIdentifier(names[0]?.name ?? '');
    const statements = changed.map(
      ([name, value]) => `ALTER ROLE CURRENT_USER IN DATABASE ${database} SET ${name} = ${pg.escapeLiteral(value)}`,
    );
    await client.query(['BEGIN', LOCK, ...statements, 'COMMIT'].join('; '));
  } finally {
    await client.end();
  }
}

const READ_LIMIT = `SELECT current_setting('statement_timeout') AS "limit"`;

/** Warns if statements of the pool have no time limit: its pooler logs in with another role, or keeps sessions from before. */
export async function checkSessionDefaults(dataSource: DataSource, logger: Pick<Logger, 'warn'>): Promise<void> {
  const [row] = await dataSource.query<{ limit: string }[]>(READ_LIMIT);
  if (row?.limit !== '0') return;
  logger.warn(
    'Statements have no time limit. Use the same role in DATABASE_URL, DATABASE_SESSION_URL and the pooler, and let the pooler open new sessions (RECONNECT)',
  );
}
