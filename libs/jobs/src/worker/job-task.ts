import type pg from 'pg';

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
