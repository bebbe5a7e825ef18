import type { QueryRunner } from 'typeorm';

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

const getPid = async (runner: QueryRunner): Promise<number> => {
  const [row] = (await runner.query('SELECT pg_backend_pid() AS pid')) as [{ pid: number }];
  return row.pid;
};

/** Poolers with round robin may give the same session again by chance. */
const ATTEMPTS = 3;

/**
 * Finds out whether two open connections share a session of PostgreSQL.
 * @throws SharedSessionsError
 */
export async function assertOwnSessions(one: QueryRunner, other: QueryRunner): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const first = await getPid(one);
    await other.startTransaction();
    try {
      const isShared = (await getPid(other)) === first || (await getPid(one)) !== first;
      if (isShared) throw new SharedSessionsError();
    } finally {
      await other.rollbackTransaction();
    }
  }
}
