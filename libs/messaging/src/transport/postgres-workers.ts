import { EventEmitter } from 'node:events';
import { envelopeSchema } from '@shop/contracts/common';
import {
  runTaskList,
  type JobHelpers,
  type RunnerOptions,
  type TaskList,
  type WorkerEvents,
  type WorkerPool,
} from 'graphile-worker';
import type pg from 'pg';
import { backoffMs, pause, retryWithBackoff } from './backoff.js';
import type { DeliveryOutcome, Subscription, TransportLog } from './event-transport.js';
import { WorkerPoolLocks } from './postgres-worker-locks.js';
import { deadLetterJob, scheduleRetry, type JobPayload } from './postgres-queries.js';
import { noGraphileLog } from './postgres-schema.js';
import { settlesWithin } from './in-flight-deliveries.js';

/** NOTIFY announces new jobs, and a timer our own retries. Polling finds the retries of crashed processes. */
const POLL_INTERVAL_MS = 5_000;
/** A finished job counts as running for this time, until its deletion has reached the database. */
const FINISHED_GRACE_MS = 3_000;
/** How long a pool that shut down may take to store the outcomes of its last jobs. */
const SHUTDOWN_GRACE_MS = 5_000;
const SHUTDOWN_EVENTS = [
  'pool:gracefulShutdown:complete',
  'pool:forcefulShutdown:complete',
  'pool:forcefulShutdown:error',
] as const;

/** graphile-worker throws if the pool has ended. */
function wakeUnlessEnded(workers: WorkerPool, count: number): void {
  try {
    workers.nudge(count);
  } catch {
    // The pool has ended.
  }
}

interface WorkersOptions {
  url: string;
  pool: pg.Pool;
  retryDelaysMs: readonly number[];
  log: TransportLog;
}

/** Runs graphile-worker for the queues of this process and restarts pools that end. */
export class PostgresWorkers {
  private readonly options: WorkersOptions;
  private readonly locks: WorkerPoolLocks;
  private readonly stop = new AbortController();
  private readonly pools = new Set<WorkerPool>();
  private readonly runningJobs = new Set<string>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private isClosing = false;

  constructor(options: WorkersOptions) {
    this.options = options;
    this.locks = new WorkerPoolLocks(options.url, options.pool, () => [...this.runningJobs], options.log);
  }

  /** Starts a pool of `concurrency` workers that these subscriptions share. */
  start(subscriptions: readonly Subscription[], concurrency: number): void {
    this.locks.start();
    const tasks: TaskList = Object.fromEntries(
      subscriptions.map((subscription) => [
        subscription.queue,
        (payload: unknown, { job }: JobHelpers) => this.runJob(subscription, payload as JobPayload, String(job.id)),
      ]),
    );
    void this.runPool(tasks, concurrency);
  }

  /** A pool ends itself if it cannot store the outcome of a job. Its jobs are then unlocked, and a new pool starts. */
  private async runPool(tasks: TaskList, concurrency: number): Promise<void> {
    for (let failures = 0; !this.isClosing; failures += 1) {
      const startedAt = Date.now();
      const events = this.createPoolEvents(concurrency);
      const workers = runTaskList({ ...this.runnerOptions(concurrency), events }, tasks, this.options.pool);
      this.pools.add(workers);
      await this.waitForPoolEnd(workers, events);
      this.pools.delete(workers);
      await this.locks.releaseLock(workers.id);
      if (Date.now() - startedAt > 60_000) failures = 0;
      await pause(backoffMs(failures), this.stop.signal);
    }
  }

  /**
   * Works around graphile-worker 0.18: if several jobs fail to complete in separate batches, the batch counter becomes negative
   * (`allgood` in its main.js), and the pool waits forever for it to be zero.
   */
  private async waitForPoolEnd({ promise }: WorkerPool, events: WorkerEvents): Promise<void> {
    const ended = Promise.resolve(promise).catch((error: unknown) => {
      if (!this.isClosing) this.options.log.warn({ err: error }, 'The event workers stopped, restarting them');
    });
    const shutDown = new Promise<void>((resolve) => {
      for (const name of SHUTDOWN_EVENTS) events.once(name, () => resolve());
    });
    await Promise.race([ended, shutDown.then(() => pause(SHUTDOWN_GRACE_MS, this.stop.signal))]);
  }

  private runnerOptions(concurrency: number): RunnerOptions {
    return {
      concurrency,
      pollInterval: POLL_INTERVAL_MS,
      noHandleSignals: true,
      logger: noGraphileLog,
      preset: {
        plugins: [
          {
            name: 'WorkerPoolLockPlugin',
            version: '1.0.0',
            worker: { hooks: { startWorker: (_context, { worker }) => this.locks.acquireLock(worker.workerPool.id) } },
          },
        ],
        // With batches, a failure to complete a job ends the pool, which unlocks the job. Without, it is an unhandled rejection.
        worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 },
      },
    };
  }

  /** Wakes the pool once it listens, because notifications sent before that are lost. */
  private createPoolEvents(concurrency: number): WorkerEvents {
    const events: WorkerEvents = new EventEmitter();
    // The LISTEN query follows on this connection, and `drain` is emitted after it.
    events.on('pool:listen:success', ({ workerPool, client }) =>
      client.once('drain', () => wakeUnlessEnded(workerPool, concurrency)),
    );
    return events;
  }

  private async runJob(subscription: Subscription, payload: JobPayload, jobId: string): Promise<void> {
    this.runningJobs.add(jobId);
    try {
      const outcome = await this.handle(subscription, payload);
      if (outcome.kind === 'done') return;
      const isStored = await retryWithBackoff(
        () => this.storeFailure(subscription.queue, jobId, payload, outcome),
        this.stop.signal,
        (error, failures) =>
          this.options.log.warn(
            { err: error, queue: subscription.queue, failures },
            'The outcome of an event could not be stored, retrying',
          ),
      );
      if (!isStored) throw new Error('The worker stopped before the outcome was stored');
    } finally {
      this.runLater(FINISHED_GRACE_MS, () => this.runningJobs.delete(jobId));
    }
  }

  private async handle(subscription: Subscription, { envelope, attempt }: JobPayload): Promise<DeliveryOutcome> {
    const parsed = envelopeSchema.safeParse(envelope);
    if (!parsed.success) return { kind: 'dead-letter', reason: 'The message is not a CloudEvents envelope' };
    return subscription.handle({ envelope: parsed.data, attempt });
  }

  private async storeFailure(
    queue: string,
    jobId: string,
    job: JobPayload,
    outcome: Exclude<DeliveryOutcome, { kind: 'done' }>,
  ): Promise<true> {
    const { pool, retryDelaysMs, log } = this.options;
    const delayMs = outcome.kind === 'retry' ? retryDelaysMs[job.attempt - 1] : undefined;
    if (delayMs === undefined) {
      await deadLetterJob(pool, jobId, queue, job, outcome.reason);
      log.error(
        { queue, eventId: job.envelope.id, attempts: job.attempt, reason: outcome.reason },
        'Event became a dead letter',
      );
    } else {
      await scheduleRetry(pool, jobId, queue, job, delayMs);
      this.runLater(delayMs + 5, () => this.wake());
    }
    return true;
  }

  private wake(): void {
    if (this.isClosing) return;
    for (const workers of this.pools) workers.nudge(1);
  }

  private runLater(ms: number, work: () => void): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      work();
    }, ms).unref();
    this.timers.add(timer);
  }

  /** Takes no new jobs and waits at most `limitMs` for running ones. Jobs that still run are unlocked. */
  async close(limitMs: number): Promise<void> {
    this.isClosing = true;
    await settlesWithin(
      Promise.allSettled([...this.pools].map(async (workers) => workers.gracefulShutdown())),
      limitMs,
    );
    this.stop.abort();
    for (const timer of this.timers) clearTimeout(timer);
    await this.locks.close();
  }
}
