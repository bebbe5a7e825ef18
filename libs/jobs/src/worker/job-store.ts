import { Logger, runMigrations } from 'graphile-worker';
import type pg from 'pg';

/** Size of the pool that a process has for its jobs, LISTEN included. */
export const JOB_CONNECTIONS = 4;

export interface JobLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** One start of a job. */
export interface JobRun<Payload = unknown> {
  id: string;
  task: string;
  key: string | null;
  payload: Payload;
  /** 1 for the first start. Counts only starts whose process ended before it stored an outcome. */
  starts: number;
  /** The worker that holds the job's lock: its outcome is stored only while this is true. */
  workerId: string;
  /** Aborted after the timeout, on shutdown, and if the process lost its database for too long. */
  signal: AbortSignal;
}

/** One kind of job. One process runs at most `concurrency` of its jobs at a time. */
export interface JobTask {
  name: string;
  concurrency: number;
  timeoutMs?: number;
  /** Stores the outcome itself unless it is success. Rejects only if the outcome could not be stored. */
  run(run: JobRun): Promise<void>;
}

export interface CronEntry {
  task: string;
  /** Five fields, UTC, to the minute. */
  pattern: string;
}

export interface JobWorkersOptions {
  url: string;
  pool: pg.Pool;
  log: JobLog;
  /** How long the lock of a worker must be free before its jobs are taken over. */
  takeoverAfterMs?: number;
}

/**
 * graphile-worker counts the starts of a job and gives up at `max_attempts`. Attempts are counted in the payload instead, so this is
 * the largest value. It also marks the superseded jobs, which `WorkerLocks` deletes.
 */
export const MAX_STARTS = 32_767;

/** Silences graphile-worker, which logs to the console by default. */
export const noGraphileLog = new Logger(() => () => undefined);

/** Creates or updates the schema `graphile_worker`. */
export async function installJobs(target: { url: string } | { pool: pg.Pool }): Promise<void> {
  const options = 'pool' in target ? { pgPool: target.pool } : { connectionString: target.url };
  await runMigrations({ ...options, logger: noGraphileLog });
}

/** True only while this worker runs the job: it was neither taken over nor replaced by a newer job with its key. */
const IS_MINE = 'FROM graphile_worker.jobs AS jobs WHERE id = $1 AND key IS NOT DISTINCT FROM $2 AND locked_by = $3';
const mine = ({ id, key, workerId }: JobRun): unknown[] => [id, key, workerId];

/** Adding a job with the key of a running one marks that one as superseded in the same statement. */
const ADD_AGAIN = `graphile_worker.add_job($4, $5::json, run_at := now() + $6 * interval '1 millisecond', max_attempts := ${MAX_STARTS},
  job_key := coalesce($2, gen_random_uuid()::text), priority := jobs.priority,
  flags := ARRAY(SELECT jsonb_object_keys(coalesce(jobs.flags, '{}'))))`;

type Again = { payload: unknown; delayMs: number };
const again = ({ task }: JobRun, { payload, delayMs }: Again): unknown[] => [task, JSON.stringify(payload), delayMs];

/** Replaces the running job by its next run. Returns whether the job was still this worker's. */
export async function runAgain(pool: pg.Pool, run: JobRun, next: Again): Promise<boolean> {
  const { rowCount } = await pool.query(`SELECT ${ADD_AGAIN} ${IS_MINE}`, [...mine(run), ...again(run, next)]);
  return rowCount === 1;
}

/** Replaces the running job by a dead one. Returns whether the job was still this worker's. */
export async function failPermanently(
  pool: pg.Pool,
  run: JobRun,
  { payload, reason }: { payload: unknown; reason: string },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `SELECT graphile_worker.permanently_fail_jobs(ARRAY[(${ADD_AGAIN}).id], $7) ${IS_MINE}`,
    [...mine(run), ...again(run, { payload, delayMs: 0 }), reason],
  );
  return rowCount === 1;
}

/** Whether an older job with the same key still runs. Such jobs have their key as a flag; the key of a schedule is its task. */
export async function isPredecessorRunning(pool: pg.Pool, { id, key }: JobRun): Promise<boolean> {
  const { rowCount } = await pool.query(
    'SELECT FROM graphile_worker.jobs WHERE locked_at IS NOT NULL AND key IS NULL AND id < $1 AND (flags ? $2 OR task_identifier = $2)',
    [id, key],
  );
  return rowCount !== 0;
}

/** Anything that runs SQL: a pool, a client, or a TypeORM manager behind an adapter. */
export type RunSql = <Row>(sql: string, values: unknown[]) => Promise<Row[]>;

export interface DeadJob {
  id: string;
  kind: string;
  key: string;
  reason: string;
  diedAt: Date;
}

const IS_DEAD = 'attempts >= max_attempts AND locked_at IS NULL AND key IS NOT NULL';

export interface JobQueueState {
  kind: string;
  /** Jobs that are due and wait for a worker. */
  ready: number;
  running: number;
  /** How long the oldest job has been due, in seconds. 0 if none is due. */
  oldestSeconds: number;
  deadCount: number;
}

const IS_READY = 'locked_at IS NULL AND run_at <= now() AND attempts < max_attempts';

const JOB_QUEUES =
  `SELECT task_identifier AS kind, (count(*) FILTER (WHERE ${IS_READY}))::int AS ready, (count(*) FILTER (WHERE locked_at IS NOT NULL))::int AS running, ` +
  `coalesce(extract(epoch FROM now() - min(run_at) FILTER (WHERE ${IS_READY})), 0)::float8 AS "oldestSeconds", (count(*) FILTER (WHERE ${IS_DEAD}))::int AS "deadCount" ` +
  'FROM graphile_worker.jobs GROUP BY 1';

/** The state of each kind that has jobs. */
export const readJobQueues = (query: RunSql): Promise<JobQueueState[]> => query(`${JOB_QUEUES} ORDER BY 1`, []);

/** How many jobs of these kinds wait or run. KEDA asks it in a cluster, and so scales by what the gauges show. */
export const toScalingQuery = (kinds: readonly string[]): string =>
  `SELECT coalesce(sum(ready + running), 0) AS count FROM (${JOB_QUEUES}) AS queues WHERE kind IN (${kinds.map((kind) => `'${kind}'`).join(', ')})`;

export const listDeadJobs = (query: RunSql, limit: number): Promise<DeadJob[]> =>
  query(
    `SELECT id::text, task_identifier AS kind, key, coalesce(last_error, '') AS reason, updated_at AS "diedAt"
     FROM graphile_worker.jobs WHERE ${IS_DEAD} ORDER BY updated_at, id LIMIT $1`,
    [limit],
  );

/** So long an operator can replay a dead job. */
export const DEAD_JOB_DAYS = 90;

/** Deletes jobs that died long ago. Few jobs die, so one statement is enough. */
export const deleteOldDeadJobs = (query: RunSql): Promise<unknown> =>
  query(
    `SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs
     WHERE ${IS_DEAD} AND updated_at < now() - interval '${DEAD_JOB_DAYS} days' HAVING count(*) > 0`,
    [],
  );

/** Starts dead jobs again, with all their attempts: those with the given ids, or all. Returns their ids. */
export async function replayDeadJobs(query: RunSql, ids?: readonly string[]): Promise<string[]> {
  const rows = await query<{ id: string }>(
    `SELECT (graphile_worker.reschedule_jobs(array_agg(id), run_at := now(), attempts := 0)).id::text
     FROM graphile_worker.jobs WHERE ${IS_DEAD} AND ($1::bigint[] IS NULL OR id = ANY ($1::bigint[])) HAVING count(*) > 0`,
    [ids ?? null],
  );
  return rows.map(({ id }) => id);
}
