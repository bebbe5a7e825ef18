import pg from 'pg';
import { pause, retryWithBackoff } from '../retry.js';
import { MAX_STARTS, type JobLog } from './job-store.js';

/** Each process keeps its locks in one session. */
export const LOCK_CONNECTIONS = 1;

const CHECK_INTERVAL_MS = 1_000;
/** A check may take this share of the time, so that a long backlog does not load the database. */
const CHECK_PAUSE_FACTOR = 20;
const CONNECT_TIMEOUT_MS = 5_000;
/** A job that this process has locked but does not run (a query result was lost) counts as orphaned after this time. */
const ORPHANED_AFTER = '5 seconds';

/** PostgreSQL detects a vanished host within 14 s and releases its locks. */
const KEEPALIVE = 'SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 3; SET tcp_keepalives_count = 3';

/** $1 worker ids of this process, $2 ids of its running jobs, $3 its tasks. */
const CHECK = `
  SELECT array_agg(DISTINCT locked_by) FILTER (WHERE locked_by <> ALL ($1::text[])) AS others,
    array_agg(DISTINCT locked_by) FILTER (
      WHERE locked_by = ANY ($1::text[]) AND id <> ALL ($2::bigint[]) AND locked_at < now() - interval '${ORPHANED_AFTER}') AS orphaned,
    array_agg(id) FILTER (WHERE key IS NULL AND locked_at IS NULL AND attempts >= ${MAX_STARTS}) AS superseded,
    coalesce(bool_or(locked_at IS NULL AND attempts < max_attempts AND run_at <= now() AND task_identifier = ANY ($3::text[])), false) AS "isDue"
  FROM graphile_worker.jobs`;

interface Check {
  others: string[] | null;
  orphaned: string[] | null;
  superseded: string[] | null;
  isDue: boolean;
}

/** Shared, so that two processes that check at once do not see each other as the owner. */
const LIST_FREE =
  'SELECT id FROM unnest($1::text[]) AS id WHERE pg_try_advisory_xact_lock_shared(hashtextextended(id, 0))';
const UNLOCK_JOBS = `
  SELECT graphile_worker.force_unlock_workers(ARRAY[$1]) WHERE pg_try_advisory_xact_lock(hashtextextended($1, 0))`;

export interface WorkerLocksOptions {
  url: string;
  log: JobLog;
  takeoverAfterMs: number;
  tasks: readonly string[];
  listRunningJobs: () => string[];
  /** Jobs wait whose notification this process may have missed. */
  onDue: () => void;
  /** A worker of this process has a job locked that it does not run. */
  onOrphaned: (workerIds: string[]) => void;
  /** The database did not answer for so long that other processes may soon take the running jobs. */
  onLost: () => void;
}

/**
 * Finds the jobs of dead processes: graphile-worker would keep them locked for four hours. Each worker has an advisory lock in a
 * database session, which PostgreSQL releases when the process is gone, and keeps while the process is only stopped.
 */
export class WorkerLocks {
  private readonly options: WorkerLocksOptions;
  private readonly stop = new AbortController();
  private readonly acquired = new Map<string, Promise<unknown>>();
  private readonly freeSince = new Map<string, number>();
  private client: pg.Client | undefined;
  private connecting: Promise<pg.Client> | undefined;
  /** Locked in the session of `client`. */
  private locked = new Set<string>();
  private lastQuery: Promise<unknown> = Promise.resolve();
  private lastAnswerAt = Date.now();
  private isLost = false;
  private loop: Promise<void> | undefined;
  private watchdog: NodeJS.Timeout | undefined;

  constructor(options: WorkerLocksOptions) {
    this.options = options;
  }

  start(): void {
    this.loop = this.run();
    this.watchdog = setInterval(() => this.detectLoss(), CHECK_INTERVAL_MS).unref();
  }

  /** Resolves once the worker's lock is acquired, which must be before its first job. */
  acquire(workerId: string): Promise<unknown> {
    const acquired =
      this.acquired.get(workerId) ??
      retryWithBackoff(
        async () => this.lock(await this.getClient(), workerId, this.locked),
        this.stop.signal,
        (error) => this.options.log.warn({ err: error }, 'The jobs database does not answer'),
      );
    this.acquired.set(workerId, acquired);
    return acquired;
  }

  /** Call when none of the worker's jobs runs in this process. Jobs that it still has locked start again. */
  async release(workerId: string): Promise<void> {
    this.acquired.delete(workerId);
    const { client } = this;
    if (!client || !this.locked.delete(workerId)) return;
    await this.query(client, 'SELECT pg_advisory_unlock(hashtextextended($1, 0))', [workerId]);
    await this.query(client, UNLOCK_JOBS, [workerId]);
  }

  private async lock(client: pg.Client, workerId: string, locked: Set<string>): Promise<void> {
    if (locked.has(workerId)) return;
    await this.query(client, 'SELECT pg_advisory_lock(hashtextextended($1, 0))', [workerId]);
    locked.add(workerId);
  }

  /** Runs queries one after another. */
  private query<Row extends pg.QueryResultRow>(client: pg.Client, sql: string, values: unknown[] = []): Promise<Row[]> {
    const result = this.lastQuery.then(() => client.query<Row>(sql, values)).then(({ rows }) => rows);
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
      connectionString: this.options.url,
      application_name: 'job locks',
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: CONNECT_TIMEOUT_MS,
    });
    const forget = (): void => {
      if (this.client === client) this.client = undefined;
    };
    client.on('error', forget);
    client.once('end', forget);
    this.lastQuery = Promise.resolve(); // a query of the previous session may hang
    try {
      await client.connect();
      await this.query(client, KEEPALIVE);
      const locked = new Set<string>();
      for (const workerId of this.acquired.keys()) await this.lock(client, workerId, locked);
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
      const startedAt = performance.now();
      await this.check().catch((error: unknown) =>
        this.options.log.warn({ err: error }, 'The jobs of other processes could not be checked'),
      );
      const tookMs = performance.now() - startedAt;
      await pause(Math.max(CHECK_INTERVAL_MS, tookMs * CHECK_PAUSE_FACTOR), this.stop.signal);
    }
  }

  private async check(): Promise<void> {
    const client = await this.getClient();
    const values = [[...this.locked], this.options.listRunningJobs(), this.options.tasks];
    const [found] = await this.query<Check>(client, CHECK, values).catch((error: unknown) => {
      if (this.client === client) this.client = undefined;
      void client.end().catch(() => undefined);
      throw error;
    });
    this.lastAnswerAt = Date.now();
    this.isLost = false;
    if (!found) return;
    if (found.superseded)
      await this.query(client, 'SELECT graphile_worker.complete_jobs($1::bigint[])', [found.superseded]);
    if (found.orphaned) this.options.onOrphaned(found.orphaned);
    const takenOver = await this.takeOver(client, found.others ?? []);
    if (takenOver || found.isDue) this.options.onDue();
  }

  /** A free lock is not enough at once: a process that reconnects acquires its locks again. */
  private async takeOver(client: pg.Client, workerIds: string[]): Promise<boolean> {
    const free = workerIds.length === 0 ? [] : await this.query<{ id: string }>(client, LIST_FREE, [workerIds]);
    const freeIds = new Set(free.map(({ id }) => id));
    for (const id of this.freeSince.keys()) if (!freeIds.has(id)) this.freeSince.delete(id);
    const dead = [...freeIds].filter((id) => {
      const since = this.freeSince.get(id) ?? Date.now();
      this.freeSince.set(id, since);
      return Date.now() - since >= this.options.takeoverAfterMs;
    });
    for (const id of dead) await this.query(client, UNLOCK_JOBS, [id]);
    if (dead.length > 0) this.options.log.info({ workerIds: dead }, 'Jobs of dead processes start again');
    return dead.length > 0;
  }

  /** Half of the time after which others take over is left to end the running jobs. */
  private detectLoss(): void {
    const { takeoverAfterMs, onLost, log } = this.options;
    const silentMs = Date.now() - this.lastAnswerAt;
    if (takeoverAfterMs === 0 || this.isLost || this.client || silentMs < takeoverAfterMs / 2) return;
    this.isLost = true;
    log.error({ silentMs }, 'The jobs database does not answer, running jobs are aborted');
    onLost();
  }

  async close(): Promise<void> {
    this.stop.abort();
    clearInterval(this.watchdog);
    await this.loop;
    await this.client?.end().catch(() => undefined);
  }
}
