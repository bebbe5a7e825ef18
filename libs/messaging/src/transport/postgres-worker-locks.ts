import pg from 'pg';
import { pause, retryWithBackoff } from './backoff.js';
import type { TransportLog } from './event-transport.js';
import { deadLetterCrashedJobs, unlockJobsOfDeadPools } from './postgres-queries.js';

/** Upper bound for how long the jobs of a crashed process stay locked. */
const CHECK_INTERVAL_MS = 1_000;
const CONNECT_TIMEOUT_MS = 5_000;
/** A job locked by this process that it does not run (its result was lost on the way) is unlocked after this time. */
const ORPHANED_AFTER = '5 seconds';

/** PostgreSQL detects a vanished host within 25 s and releases its locks. */
const KEEPALIVE = 'SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3';

const UNLOCK_ORPHANED_JOBS = `
  UPDATE graphile_worker._private_jobs SET locked_by = NULL, locked_at = NULL
  WHERE locked_by = ANY ($1::text[]) AND locked_at < now() - interval '${ORPHANED_AFTER}' AND id <> ALL ($2::bigint[])`;

/** Only locked jobs and jobs without attempts left need checking. */
const HAS_JOBS_TO_CHECK = `
  SELECT EXISTS (SELECT 1 FROM graphile_worker._private_jobs WHERE locked_at IS NOT NULL OR attempts >= max_attempts) AS "isAny"`;

const WAKE_WORKERS = `SELECT pg_notify('jobs:insert', json_build_object('r', random(), 'count', $1::int)::text)`;

/**
 * Unlocks the jobs of crashed processes: graphile-worker would keep them locked for four hours. Each worker pool has an advisory
 * lock in a database session, which PostgreSQL releases as soon as the process is gone. Any process that finds a pool without its
 * lock unlocks that pool's jobs.
 */
export class WorkerPoolLocks {
  private readonly url: string;
  private readonly pool: pg.Pool;
  private readonly runningJobs: () => string[];
  private readonly log: TransportLog;
  private readonly stop = new AbortController();
  /** Pool id → resolves once the pool's lock is acquired. Pools of this process only. */
  private readonly poolLocks = new Map<string, Promise<void>>();
  private client: pg.Client | undefined;
  /** Pool ids locked in the session of `client`. */
  private locked = new Set<string>();
  private connecting: Promise<pg.Client> | undefined;
  private loop: Promise<void> | undefined;
  /** The previous query, so that queries run one after another. */
  private lastQuery: Promise<unknown> = Promise.resolve();

  constructor(url: string, pool: pg.Pool, runningJobs: () => string[], log: TransportLog) {
    this.url = url;
    this.pool = pool;
    this.runningJobs = runningJobs;
    this.log = log;
  }

  start(): void {
    this.loop ??= this.run();
  }

  /** Marks a pool of this process as alive. Resolves once the lock is acquired, and must do so before the pool's first job. */
  acquireLock(poolId: string): Promise<void> {
    const acquired = this.poolLocks.get(poolId) ?? this.lockUntilAcquired(poolId);
    this.poolLocks.set(poolId, acquired);
    return acquired;
  }

  private async lockUntilAcquired(poolId: string): Promise<void> {
    await retryWithBackoff(
      async () => {
        const client = await this.getClient();
        if (!this.locked.has(poolId)) await this.lock(client, poolId, this.locked);
      },
      this.stop.signal,
      (error) => this.log.warn({ err: error }, 'The events database does not answer'),
    );
  }

  /** From now on other processes may take the pool's unfinished jobs. */
  async releaseLock(poolId: string): Promise<void> {
    this.poolLocks.delete(poolId);
    if (this.locked.delete(poolId) && this.client)
      await this.query(this.client, 'SELECT pg_advisory_unlock(hashtextextended($1, 0))', [poolId]).catch(
        () => undefined,
      );
  }

  private async lock(client: pg.Client, poolId: string, locked: Set<string>): Promise<void> {
    await this.query(client, 'SELECT pg_advisory_lock(hashtextextended($1, 0))', [poolId]);
    locked.add(poolId);
  }

  /** Runs queries of the lock session one after another. */
  private query<Row extends pg.QueryResultRow>(
    client: pg.Client,
    sql: string,
    values: unknown[] = [],
  ): Promise<pg.QueryResult<Row>> {
    const result = this.lastQuery.then(() => client.query<Row>(sql, values));
    this.lastQuery = result.catch(() => undefined);
    return result;
  }

  private getClient(): Promise<pg.Client> {
    if (this.client) return Promise.resolve(this.client);
    this.connecting ??= this.connect().finally(() => (this.connecting = undefined));
    return this.connecting;
  }

  private async connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.url,
      application_name: 'event workers',
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: CONNECT_TIMEOUT_MS,
    });
    const forgetClient = (): void => {
      if (this.client === client) this.client = undefined;
    };
    client.on('error', forgetClient);
    client.once('end', forgetClient);
    // A query of the previous session may hang with its connection.
    this.lastQuery = Promise.resolve();
    try {
      await client.connect();
      await this.query(client, KEEPALIVE);
      const locked = new Set<string>();
      for (const poolId of this.poolLocks.keys()) await this.lock(client, poolId, locked);
      this.locked = locked;
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    this.client = client;
    return client;
  }

  private async run(): Promise<void> {
    while (!this.stop.signal.aborted) {
      await this.recoverJobs().catch((error: unknown) =>
        this.log.warn({ err: error }, 'Orphaned event jobs could not be checked'),
      );
      await pause(CHECK_INTERVAL_MS, this.stop.signal);
    }
  }

  /** Uses the lock session, so that its loss is detected as well. */
  private async hasJobsToCheck(): Promise<boolean> {
    const client = await this.getClient();
    const { rows } = await this.query<{ isAny: boolean }>(client, HAS_JOBS_TO_CHECK).catch((error: unknown) => {
      if (this.client === client) this.client = undefined;
      void client.end().catch(() => undefined);
      throw error;
    });
    return rows.some(({ isAny }) => isAny);
  }

  private async recoverJobs(): Promise<void> {
    if (!(await this.hasJobsToCheck())) return;
    const ofDeadPools = await unlockJobsOfDeadPools(this.pool);
    const orphaned = await this.pool.query(UNLOCK_ORPHANED_JOBS, [[...this.poolLocks.keys()], this.runningJobs()]);
    const unlocked = ofDeadPools + (orphaned.rowCount ?? 0);
    if (unlocked > 0) {
      await this.pool.query(WAKE_WORKERS, [unlocked]);
      this.log.info({ ofDeadPools, orphaned: orphaned.rowCount }, 'Events of crashed workers were unlocked');
    }
    const crashed = await deadLetterCrashedJobs(this.pool);
    if (crashed > 0) this.log.error({ crashed }, 'Events that repeatedly crashed their process became dead letters');
  }

  async close(): Promise<void> {
    this.stop.abort();
    await this.loop;
    await this.client?.end().catch(() => undefined);
  }
}
