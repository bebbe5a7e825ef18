import type { QueryRunner } from 'typeorm';

/** A session of the database, as an operator finds it again. */
export interface SessionHolder {
  pid: number;
  application: string;
  user: string | null;
  address: string | null;
  /** Seconds since its transaction began, or since it connected. */
  seconds: number;
  statement: string;
}

const SESSION = `a.pid, a.application_name AS application, a.usename AS "user", host(a.client_addr) AS address,
  extract(epoch FROM clock_timestamp() - coalesce(a.xact_start, a.backend_start))::int AS seconds, left(a.query, 100) AS statement`;

/** The sessions that hold an advisory lock of this database. */
export const findLockHolders = (runner: QueryRunner, lock: number): Promise<SessionHolder[]> =>
  runner.query(
    `SELECT ${SESSION} FROM pg_locks l JOIN pg_stat_activity a USING (pid)
     WHERE l.locktype = 'advisory' AND l.granted AND a.datname = current_database()
       AND (l.classid::bigint << 32 | l.objid::bigint) = $1 ORDER BY a.pid LIMIT 5`,
    [lock],
  );

/** Other sessions of this database with a transaction that is open for longer than a table lock is waited for, oldest first. */
export const findLongTransactions = (runner: QueryRunner, olderThanMs: number): Promise<SessionHolder[]> =>
  runner.query(
    `SELECT ${SESSION} FROM pg_stat_activity a WHERE a.datname = current_database() AND a.pid <> pg_backend_pid()
       AND a.xact_start < clock_timestamp() - $1 * interval '1 millisecond' ORDER BY a.xact_start LIMIT 5`,
    [olderThanMs],
  );
