import { envelopeSchema } from '@shop/contracts/common';
import { retryWithBackoff } from '@shop/jobs/retry';
import { JobWorkers, runAgain, type JobRun } from '@shop/jobs/worker';
import type pg from 'pg';
import { DEFAULT_CONCURRENCY, type DeliveryOutcome, type Subscription, type TransportLog } from './event-transport.js';
import { CRASHED, CRASH_LIMIT, deadLetterJob, type JobPayload } from './postgres-queries.js';

interface WorkersOptions {
  url: string;
  pool: pg.Pool;
  retryDelaysMs: readonly number[];
  log: TransportLog;
}

/** Handles the events of this process's queues. Each event in a queue is a job. */
export class PostgresWorkers {
  private readonly options: WorkersOptions;
  private readonly workers: JobWorkers;

  constructor(options: WorkersOptions) {
    this.options = options;
    // The inbox skips what was applied, so another process may take over at once.
    this.workers = new JobWorkers({ ...options, takeoverAfterMs: 0 });
  }

  /** Event types with the default concurrency share their places. */
  start(subscriptions: readonly Subscription[]): void {
    const own = subscriptions.filter(({ concurrency }) => concurrency !== DEFAULT_CONCURRENCY);
    const shared = own.length < subscriptions.length ? DEFAULT_CONCURRENCY : 0;
    this.workers.start(
      subscriptions.map((subscription) => ({
        name: subscription.queue,
        concurrency: subscription.concurrency,
        run: (run) => this.runJob(subscription, run as JobRun<JobPayload>),
      })),
      own.reduce((sum, { concurrency }) => sum + concurrency, shared),
    );
  }

  private async runJob(subscription: Subscription, run: JobRun<JobPayload>): Promise<void> {
    const outcome = await this.handle(subscription, run);
    if (outcome.kind === 'done') return;
    const isStored = await retryWithBackoff(
      () => this.storeFailure(subscription.queue, run, outcome),
      this.workers.stopped,
      (error, failures) =>
        this.options.log.warn(
          { err: error, queue: subscription.queue, failures },
          'The outcome of an event could not be stored, retrying',
        ),
    );
    if (!isStored) throw new Error('The event was taken over, or its outcome was not stored');
  }

  private async handle(subscription: Subscription, { payload, starts }: JobRun<JobPayload>): Promise<DeliveryOutcome> {
    if (starts > CRASH_LIMIT) return { kind: 'dead-letter', reason: CRASHED };
    const parsed = envelopeSchema.safeParse(payload.envelope);
    if (!parsed.success) return { kind: 'dead-letter', reason: 'The message is not a CloudEvents envelope' };
    return subscription.handle({ envelope: parsed.data, attempt: payload.attempt });
  }

  private async storeFailure(
    queue: string,
    run: JobRun<JobPayload>,
    outcome: Exclude<DeliveryOutcome, { kind: 'done' }>,
  ): Promise<boolean> {
    const { pool, retryDelaysMs, log } = this.options;
    const { attempt, envelope } = run.payload;
    const delayMs = outcome.kind === 'retry' ? retryDelaysMs[attempt - 1] : undefined;
    if (delayMs === undefined) {
      const isMine = await deadLetterJob(pool, run, queue, outcome.reason);
      log.error(
        { queue, eventId: envelope.id, attempts: attempt, reason: outcome.reason },
        'Event became a dead letter',
      );
      return isMine;
    }
    const isMine = await runAgain(pool, run, { payload: { envelope, attempt: attempt + 1 }, delayMs });
    this.workers.wake(1, delayMs);
    return isMine;
  }

  /** Takes no new jobs and waits at most `limitMs` for running ones. */
  close(limitMs: number): Promise<void> {
    return this.workers.close(limitMs);
  }
}
