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
import { endedWithin } from './in-flight-deliveries.js';

/** New jobs are told by NOTIFY, our own retries by a timer; this only catches what a dead process had a timer for. */
const POLL_INTERVAL_MS = 5_000;
/** How long a job that has ended still counts as running: its deletion is on its way. */
const FINISHED_GRACE_MS = 3_000;
/** How long a pool that has shut itself down may still take to say that it has ended: what became of its last jobs is on its way. */
const SHUTDOWN_GRACE_MS = 5_000;
const SHUTDOWN_EVENTS = [
  'pool:gracefulShutdown:complete',
  'pool:forcefulShutdown:complete',
  'pool:forcefulShutdown:error',
] as const;

/** One that ends meanwhile refuses to be nudged. */
function wakeUnlessEnded(workers: WorkerPool, count: number): void {
  try {
    workers.nudge(count);
  } catch {
    // There is nobody left to look.
  }
}

interface WorkersOptions {
  url: string;
  pool: pg.Pool;
  retryDelaysMs: readonly number[];
  log: TransportLog;
}

/** Runs graphile-worker for the queues of this process, and keeps it running. */
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

  /** These subscriptions share `concurrency` workers. */
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

  /** A pool ends itself when it could not tell the database what became of a job: its jobs are given free, and a new one starts. */
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
   * Where several jobs could not be completed, each in a batch of its own, graphile-worker 0.18 counts fewer than no batches under way (`allgood`
   * of its main.js), and a pool that shuts itself down for it waits for ever for that count to be nought.
   */
  private async waitForPoolEnd({ promise }: WorkerPool, events: WorkerEvents): Promise<void> {
    const ended = Promise.resolve(promise).catch((error: unknown) => {
      if (!this.isClosing) this.options.log.warn({ err: error }, 'the event workers stopped, starting them again');
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
            name: 'LivingPoolPlugin',
            version: '1.0.0',
            worker: { hooks: { startWorker: (_context, { worker }) => this.locks.acquireLock(worker.workerPool.id) } },
          },
        ],
        // In batches (of no delay) a failure to complete a job ends the pool, which frees it; singly it would be an unhandled rejection.
        worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 },
      },
    };
  }

  /** What was published while nobody listened is looked for as soon as somebody does. */
  private createPoolEvents(concurrency: number): WorkerEvents {
    const events: WorkerEvents = new EventEmitter();
    // The LISTEN is the next that this connection is asked; it is idle again once that holds.
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
            'the outcome of an event could not be kept yet',
          ),
      );
      if (!isStored) throw new Error('stopped before the outcome was kept');
    } finally {
      this.runLater(FINISHED_GRACE_MS, () => this.runningJobs.delete(jobId));
    }
  }

  private async handle(subscription: Subscription, { envelope, attempt }: JobPayload): Promise<DeliveryOutcome> {
    const parsed = envelopeSchema.safeParse(envelope);
    if (!parsed.success) return { kind: 'dead-letter', reason: 'not a CloudEvents envelope' };
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
        'an event was set aside as a dead letter',
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

  /** No new jobs; those that run may end within `limitMs`, and what does not is given free. */
  async close(limitMs: number): Promise<void> {
    this.isClosing = true;
    await endedWithin(Promise.allSettled([...this.pools].map(async (workers) => workers.gracefulShutdown())), limitMs);
    this.stop.abort();
    for (const timer of this.timers) clearTimeout(timer);
    await this.locks.close();
  }
}
