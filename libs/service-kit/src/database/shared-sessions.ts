import pg from 'pg';

const CONNECT_TIMEOUT_MS = 5_000;

/** Its stack is only its message, so that an uncaught error stays readable. */
export class SharedSessionsError extends Error {
  override readonly name = 'SharedSessionsError';
  constructor() {
    super(
      'The database is behind a pooler that gives a session to a client for one transaction only (PgBouncer with pool_mode = transaction). ' +
        'Locks, LISTEN, jobs and migrations need their own sessions: set DATABASE_SESSION_URL to the address of PostgreSQL itself.',
    );
    this.stack = this.message;
  }
}

export type Connection = Pick<pg.Client, 'query'>;

async function getPid(connection: Connection): Promise<number | undefined> {
  const { rows } = await connection.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid;
}

/** Poolers with round robin may give the same session again by chance. */
const ATTEMPTS = 3;

/**
 * Finds out whether two open connections share a session of PostgreSQL.
 * @throws SharedSessionsError
 */
export async function assertOwnSessions(one: Connection, other: Connection): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const first = await getPid(one);
    await other.query('BEGIN');
    try {
      const isShared = (await getPid(other)) === first || (await getPid(one)) !== first;
      if (isShared) throw new SharedSessionsError();
    } finally {
      await other.query('ROLLBACK');
    }
  }
}

function createClient(url: string): pg.Client {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  client.on('error', () => undefined); // the statement rejects too
  return client;
}

/**
 * Opens two connections without the parameters that PgBouncer refuses: its error would hide the cause.
 * @throws SharedSessionsError
 */
export async function assertSessionsAt(url: string): Promise<void> {
  const [one, other] = [createClient(url), createClient(url)];
  try {
    await one.connect();
    await other.connect();
    await assertOwnSessions(one, other);
  } finally {
    await Promise.all([one.end(), other.end()]);
  }
}
