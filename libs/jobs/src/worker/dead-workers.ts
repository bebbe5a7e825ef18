import type pg from 'pg';
import { pause } from '../retry.js';
import { MAX_STARTS, type JobLog } from './job-store.js';

const CHECK_INTERVAL_MS = 1_000;
/** A check may take this share of the time, so that a long backlog does not load the database. */
const CHECK_PAUSE_FACTOR = 20;
/** A job that this process has locked but does not run (a query result was lost) counts as orphaned after this time. */
const ORPHANED_AFTER = '5 seconds';

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

/** Names the session of a worker, so that other processes see that it lives. PostgreSQL ends the session of a vanished host within 14 s. */
export const nameSession = (workerId: string): string =>
  `SET application_name = '${workerId}'; SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 3; SET tcp_keepalives_count = 3`;

const LIST_WITHOUT_SESSION =
  'SELECT id FROM unnest($1::text[]) AS id WHERE NOT EXISTS (SELECT FROM pg_stat_activity WHERE application_name = id)';

export interface DeadWorkersOptions {
  pool: pg.Pool;
  log: JobLog;
  takeoverAfterMs: number;
  tasks: readonly string[];
  listOwnWorkers: () => string[];
  listRunningJobs: () => string[];
  /** Jobs wait whose notification this process may have missed. */
  onDue: () => void;
  /** A worker of this process has a job locked that it does not run. */
  onOrphaned: (workerIds: string[]) => void;
}

/**
 * Finds the jobs of dead processes: graphile-worker would keep them locked for four hours. Each worker has a database session with its
 * id as the name, which PostgreSQL ends when the process is gone, and keeps while the process is only stopped.
 */
export class DeadWorkers {
  private readonly stop = new AbortController();
  private readonly withoutSessionSince = new Map<string, number>();
  private loop: Promise<void> | undefined;

  constructor(private readonly options: DeadWorkersOptions) {}

  start(): void {
    this.loop = this.run();
  }

  /** Jobs that the worker still has locked start again. */
  async unlock(workerId: string): Promise<void> {
    await this.options.pool.query('SELECT graphile_worker.force_unlock_workers(ARRAY[$1])', [workerId]);
  }

  private async run(): Promise<void> {
    while (!this.stop.signal.aborted) {
      const startedAt = performance.now();
      await this.check().catch((error: unknown) => {
        // Other workers may have lost their sessions with the same connection.
        this.withoutSessionSince.clear();
        this.options.log.warn({ err: error }, 'The jobs of other processes could not be checked');
      });
      const tookMs = performance.now() - startedAt;
      await pause(Math.max(CHECK_INTERVAL_MS, tookMs * CHECK_PAUSE_FACTOR), this.stop.signal);
    }
  }

  private async check(): Promise<void> {
    const { pool, tasks, listOwnWorkers, listRunningJobs, onDue, onOrphaned } = this.options;
    const { rows } = await pool.query<Check>(CHECK, [listOwnWorkers(), listRunningJobs(), tasks]);
    const [found] = rows;
    if (!found) return;
    if (found.superseded) await pool.query('SELECT graphile_worker.complete_jobs($1::bigint[])', [found.superseded]);
    if (found.orphaned) onOrphaned(found.orphaned);
    const isTakenOver = await this.takeOver(found.others ?? []);
    if (isTakenOver || found.isDue) onDue();
  }

  /** A missing session is not enough at once: a process that reconnects has it again. */
  private async takeOver(workerIds: string[]): Promise<boolean> {
    const { pool, log, takeoverAfterMs } = this.options;
    const rows =
      workerIds.length === 0 ? [] : (await pool.query<{ id: string }>(LIST_WITHOUT_SESSION, [workerIds])).rows;
    const ids = new Set(rows.map(({ id }) => id));
    for (const id of this.withoutSessionSince.keys()) if (!ids.has(id)) this.withoutSessionSince.delete(id);
    const dead = [...ids].filter((id) => {
      const since = this.withoutSessionSince.get(id) ?? Date.now();
      this.withoutSessionSince.set(id, since);
      return Date.now() - since >= takeoverAfterMs;
    });
    for (const id of dead) await this.unlock(id);
    if (dead.length > 0) log.info({ workerIds: dead }, 'Jobs of dead processes start again');
    return dead.length > 0;
  }

  async close(): Promise<void> {
    this.stop.abort();
    await this.loop;
  }
}
