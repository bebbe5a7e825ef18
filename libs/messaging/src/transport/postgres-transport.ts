import { EventEmitter } from 'node:events';
import { envelopeSchema, type EventEnvelope } from '@shop/contracts/common';
import { Logger, run, type Runner, type TaskList, type WorkerEvents } from 'graphile-worker';
import pg from 'pg';
import { backoffMs, pause, untilDone } from './backoff.js';
import {
  DEFAULT_RETRY_DELAYS_MS,
  SILENT_LOG,
  STOP_LIMIT_MS,
  type DeadLetter,
  type DeliveryOutcome,
  type EventTransport,
  type QueueBinding,
  type Subscription,
  type TransportLog,
  type TransportOptions,
} from './event-transport.js';
import { addJob, buryDelivery, publishBroadcast, publishToBindings, readBroadcast, readDeadLetters, replayDeadLetters } from './postgres-queries.js';
import { PostgresListener } from './postgres-listener.js';
import { PostgresPoolLock } from './postgres-pool-lock.js';
import { bindQueues, prepareEventsDatabase } from './postgres-schema.js';
import { RunningDeliveries } from './running-deliveries.js';

/** New jobs are told by NOTIFY; this only catches what a lost connection missed, and retries that fall due. */
const POLL_MS = 500;
const BROADCAST_CHANNEL = 'shop_broadcast';

/** What stands in a job. */
interface Job {
  envelope: EventEnvelope;
  attempt: number;
}

/** Events over graphile-worker in PostgreSQL: what `npm start` uses where there is no RabbitMQ (docs/adr/0003-messaging.md). */
export class PostgresTransport implements EventTransport {
  readonly name = 'postgres';
  private readonly url: string;
  private readonly namespace: string;
  private readonly retryDelaysMs: readonly number[];
  private readonly log: TransportLog;
  private readonly pool: pg.Pool;
  private readonly lock: PostgresPoolLock;
  private readonly running = new RunningDeliveries();
  private readonly stop = new AbortController();
  private readonly runners = new Set<Runner>();
  private readonly loops: Promise<void>[] = [];
  private broadcastListener: PostgresListener | undefined;

  constructor(options: TransportOptions & { databaseUrl: string }) {
    this.url = options.databaseUrl;
    this.namespace = options.namespace;
    this.retryDelaysMs = options.retryDelaysMs ?? DEFAULT_RETRY_DELAYS_MS;
    this.log = options.log ?? SILENT_LOG;
    this.pool = new pg.Pool({ connectionString: this.url, max: 8, application_name: `events ${options.service}`, connectionTimeoutMillis: 5_000, keepAlive: true });
    this.pool.on('error', (error) => this.log.warn({ err: error }, 'a connection to the events database was lost'));
    // A connection that is lost while it is in use: its query rejects, and that is where it is handled.
    this.pool.on('connect', (client) => client.on('error', () => undefined));
    this.lock = new PostgresPoolLock(this.url, this.pool, this.log);
  }

  async start(bindings: readonly QueueBinding[]): Promise<void> {
    await untilDone(
      () => prepareEventsDatabase(this.pool, bindings),
      this.stop.signal,
      (error, failures) => this.log.warn({ err: error, failures }, 'the events database does not answer, trying again'),
    );
  }

  async publish(envelopes: readonly EventEnvelope[]): Promise<void> {
    await publishToBindings(this.pool, envelopes);
    await publishBroadcast(this.pool, this.broadcastChannel, envelopes);
  }

  async send(queue: string, envelope: EventEnvelope): Promise<void> {
    await addJob(this.pool, queue, { envelope, attempt: 1 });
  }

  async subscribe(subscriptions: readonly Subscription[]): Promise<void> {
    await bindQueues(this.pool, subscriptions);
    await this.lock.start();
    // Types with the same concurrency share a runner: each runner costs a connection of its own.
    const groups = Map.groupBy(subscriptions, ({ concurrency }) => concurrency);
    for (const [concurrency, group] of groups) this.loops.push(this.keepRunning(concurrency, this.taskListOf(group)));
  }

  private taskListOf(subscriptions: readonly Subscription[]): TaskList {
    return Object.fromEntries(subscriptions.map((subscription) => [subscription.queue, (payload: unknown) => this.running.track(this.deliver(subscription, payload))]));
  }

  /** A runner ends when it has failed too often in a row (the database is away): it is started again. */
  private async keepRunning(concurrency: number, taskList: TaskList): Promise<void> {
    for (let failures = 0; !this.stop.signal.aborted; failures += 1) {
      try {
        const runner = await run({ pgPool: this.pool, taskList, concurrency, pollInterval: POLL_MS, noHandleSignals: true, events: this.registering(), logger: new Logger(() => () => undefined) });
        this.runners.add(runner);
        failures = 0;
        await runner.promise.finally(() => this.runners.delete(runner));
      } catch (error) {
        if (!this.stop.signal.aborted) this.log.warn({ err: error }, 'the event workers stopped, starting them again');
      }
      await pause(backoffMs(failures), this.stop.signal);
    }
  }

  private registering(): WorkerEvents {
    const events = new EventEmitter() as WorkerEvents;
    const register = (id: string): void => {
      void untilDone(
        () => this.lock.register(id),
        this.stop.signal,
        (error) => this.log.warn({ err: error }, 'could not register the event workers'),
      );
    };
    // Jobs are locked in the name of the pool or of the worker, as graphile-worker sees fit.
    events.on('pool:create', ({ workerPool }) => register(workerPool.id));
    events.on('worker:create', ({ worker }) => register(worker.workerId));
    return events;
  }

  private async deliver(subscription: Subscription, payload: unknown): Promise<void> {
    const job = payload as Job;
    const parsed = envelopeSchema.safeParse(job.envelope);
    const outcome: DeliveryOutcome = parsed.success
      ? await subscription.handle({ envelope: parsed.data, attempt: job.attempt })
      : { kind: 'dead-letter', reason: 'not a CloudEvents envelope' };
    if (outcome.kind === 'done') return;
    const delayMs = outcome.kind === 'retry' ? this.retryDelaysMs[job.attempt - 1] : undefined;
    if (delayMs === undefined) await buryDelivery(this.pool, subscription.queue, job, outcome.reason);
    else await addJob(this.pool, subscription.queue, { envelope: job.envelope, attempt: job.attempt + 1 }, delayMs);
  }

  private get broadcastChannel(): string {
    return `${BROADCAST_CHANNEL}_${this.namespace}`;
  }

  async listenBroadcast(types: readonly string[], handle: (envelope: EventEnvelope) => void): Promise<void> {
    this.broadcastListener = new PostgresListener(this.url, this.broadcastChannel, this.log);
    await this.broadcastListener.start((payload) => {
      if (payload === '') return;
      readBroadcast(this.pool, payload).then(
        (envelope) => envelope && types.includes(envelope.type) && handle(envelope),
        (error: unknown) => this.log.warn({ err: error }, 'a broadcast could not be read'),
      );
    });
  }

  async check(): Promise<void> {
    await this.pool.query('SELECT 1 FROM shop_events.bindings LIMIT 1');
  }

  listDeadLetters(limit: number): Promise<DeadLetter[]> {
    return readDeadLetters(this.pool, limit);
  }

  replayDeadLetters(eventIds?: readonly string[]): Promise<number> {
    return replayDeadLetters(this.pool, eventIds);
  }

  async close(): Promise<void> {
    this.stop.abort();
    const limit = new AbortController();
    await Promise.race([Promise.allSettled([...this.runners].map((runner) => runner.stop())), pause(STOP_LIMIT_MS, limit.signal)]);
    limit.abort();
    await this.running.settled();
    await this.broadcastListener?.close();
    await this.lock.close();
    await this.pool.end();
  }
}
