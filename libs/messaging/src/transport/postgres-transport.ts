import type { EventEnvelope } from '@shop/contracts-common';
import { retryWithBackoff, settlesWithin } from '@shop/jobs/retry';
import { JobWorkers, LOCK_CONNECTIONS, runAgain, type JobRun } from '@shop/jobs/worker';
import pg from 'pg';
import { deliver, type Retry } from './delivery.js';
import {
  DEFAULT_CONCURRENCY,
  SHUTDOWN_TIMEOUT_MS,
  type EventTransport,
  type QueueBinding,
  type Subscription,
  type TransportSettings,
} from './event-transport.js';
import { PostgresListener } from './postgres-listener.js';
import {
  CRASH_LIMIT,
  publishEvents,
  readBroadcast,
  sendEvent,
  bindQueues,
  broadcastChannel,
  prepareEventsDatabase,
  type JobPayload,
} from './postgres-queries.js';

const CONNECT_TIMEOUT_MS = 5_000;
/** All statements are short. One that takes longer has lost its connection. */
const QUERY_TIMEOUT_MS = 15_000;
const CLOSE_TIMEOUT_MS = 1_000;
const POOL_SIZE = 8;
const MAX_LIFETIME_SECONDS = 600;
/** Connections stay open between rare events: a new one costs PostgreSQL 6 to 25 ms of CPU time. */
const IDLE_TIMEOUT_MS = 60_000;

/** Events over graphile-worker in PostgreSQL. `npm start` uses it if there is no RabbitMQ (docs/adr/0003-messaging.md). */
export class PostgresTransport implements EventTransport {
  readonly name = 'postgres';
  private readonly pool: pg.Pool;
  private readonly workers: JobWorkers;
  private readonly closing = new AbortController();
  private readonly stop = new AbortController();
  private readonly listeners: PostgresListener[] = [];

  constructor(private readonly settings: TransportSettings & { databaseUrl: string }) {
    const { databaseUrl, service, log } = settings;
    this.pool = new pg.Pool({
      connectionString: databaseUrl,
      max: POOL_SIZE,
      maxLifetimeSeconds: MAX_LIFETIME_SECONDS,
      idleTimeoutMillis: IDLE_TIMEOUT_MS,
      application_name: `events ${service}`,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
      keepAlive: true,
    });
    this.pool.on('error', (error) => log.warn({ err: error }, 'A connection to the events database was lost'));
    // If a connection in use is lost, its query rejects and the caller handles that.
    this.pool.on('connect', (client) => client.on('error', () => undefined));
    // The inbox skips what was applied, so another process may take over at once.
    this.workers = new JobWorkers({ url: databaseUrl, pool: this.pool, log, takeoverAfterMs: 0 });
  }

  get databaseConnections(): number {
    return POOL_SIZE + LOCK_CONNECTIONS + this.listeners.length;
  }

  async start(bindings: readonly QueueBinding[]): Promise<void> {
    await this.retryUntilClosed(() => prepareEventsDatabase(this.pool, this.settings.namespace, bindings));
  }

  private async retryUntilClosed(work: () => Promise<void>): Promise<void> {
    await retryWithBackoff(work, this.stop.signal, (error, failures) =>
      this.settings.log.warn({ err: error, failures }, 'The events database does not answer, retrying'),
    );
  }

  async publish(envelopes: readonly EventEnvelope[]): Promise<void> {
    await publishEvents(this.pool, this.settings.namespace, envelopes);
  }

  async sendToQueue(queue: string, envelope: EventEnvelope): Promise<void> {
    if (!(await sendEvent(this.pool, queue, envelope))) throw new Error(`The queue ${queue} does not exist`);
  }

  async subscribe(subscriptions: readonly Subscription[]): Promise<void> {
    if (subscriptions.length === 0) return;
    await this.retryUntilClosed(() => bindQueues(this.pool, this.settings.namespace, subscriptions));
    this.startWorkers(subscriptions);
  }

  /** Event types with the default concurrency share their places. */
  private startWorkers(subscriptions: readonly Subscription[]): void {
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
    const { envelope, ...delivery } = run.payload;
    const received = { ...delivery, eventId: envelope.id, content: envelope, isCrashing: run.starts > CRASH_LIMIT };
    const retryAfter = async ({ delayMs, ...next }: Retry): Promise<boolean> => {
      const payload: JobPayload = { envelope, ...next };
      const isMine = await runAgain(this.pool, run, { payload, delayMs });
      this.workers.wake(1, delayMs);
      return isMine;
    };
    const options = { ...this.settings, closing: this.closing.signal, stopped: this.workers.stopped };
    if (!(await deliver(subscription, received, retryAfter, options)))
      throw new Error('The event was taken over, or its outcome was not stored');
  }

  async subscribeBroadcast(
    types: readonly string[],
    handle: (envelope: EventEnvelope) => void,
    onGap: () => void = () => undefined,
  ): Promise<void> {
    let isFirst = true;
    const listener = new PostgresListener({
      url: this.settings.databaseUrl,
      channel: broadcastChannel(this.settings.namespace),
      log: this.settings.log,
      onNotify: (payload) => void this.handleBroadcast(payload, types, handle),
      onListening: () => {
        if (!isFirst) onGap();
        isFirst = false;
      },
    });
    this.listeners.push(listener);
    await listener.start();
  }

  private async handleBroadcast(
    payload: string,
    types: readonly string[],
    handle: (envelope: EventEnvelope) => void,
  ): Promise<void> {
    try {
      const envelope = await readBroadcast(this.pool, payload);
      if (envelope && types.includes(envelope.type)) handle(envelope);
    } catch (error) {
      this.settings.log.error({ err: error }, 'A broadcast event could not be handled');
    }
  }

  async checkConnection(): Promise<void> {
    if (this.listeners.some(({ isListening }) => !isListening))
      throw new Error('The listener of the events database is not connected');
    await this.pool.query('SELECT 1 FROM shop_events.subscriptions LIMIT 1');
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.workers.close(SHUTDOWN_TIMEOUT_MS);
    this.stop.abort();
    await settlesWithin(Promise.all(this.listeners.map((listener) => listener.close())), CLOSE_TIMEOUT_MS);
    await settlesWithin(this.pool.end(), CLOSE_TIMEOUT_MS);
  }
}
