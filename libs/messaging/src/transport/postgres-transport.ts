import type { EventEnvelope } from '@shop/contracts/common';
import { retryWithBackoff, settlesWithin } from '@shop/jobs/retry';
import pg from 'pg';
import {
  DEFAULT_RETRY_DELAYS_MS,
  SILENT_LOG,
  SHUTDOWN_TIMEOUT_MS,
  type DeadLetter,
  type EventTransport,
  type QueueBinding,
  type Subscription,
  type TransportLog,
  type TransportOptions,
} from './event-transport.js';
import { PostgresListener } from './postgres-listener.js';
import { publishEvents, readBroadcast, readDeadLetters, replayDeadLetters, sendEvent } from './postgres-queries.js';
import { bindQueues, broadcastChannel, prepareEventsDatabase } from './postgres-schema.js';
import { PostgresWorkers } from './postgres-workers.js';

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
  private readonly url: string;
  private readonly namespace: string;
  private readonly log: TransportLog;
  private readonly pool: pg.Pool;
  private readonly workers: PostgresWorkers;
  private readonly stop = new AbortController();
  private readonly listeners: PostgresListener[] = [];

  constructor({
    databaseUrl,
    namespace,
    service,
    retryDelaysMs = DEFAULT_RETRY_DELAYS_MS,
    log = SILENT_LOG,
  }: TransportOptions & { databaseUrl: string }) {
    this.url = databaseUrl;
    this.namespace = namespace;
    this.log = log;
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
    this.workers = new PostgresWorkers({ url: databaseUrl, pool: this.pool, retryDelaysMs, log });
  }

  async start(bindings: readonly QueueBinding[]): Promise<void> {
    await this.retryUntilClosed(() => prepareEventsDatabase(this.pool, this.namespace, bindings));
  }

  private async retryUntilClosed(work: () => Promise<void>): Promise<void> {
    await retryWithBackoff(work, this.stop.signal, (error, failures) =>
      this.log.warn({ err: error, failures }, 'The events database does not answer, retrying'),
    );
  }

  async publish(envelopes: readonly EventEnvelope[]): Promise<void> {
    await publishEvents(this.pool, this.namespace, envelopes);
  }

  async sendToQueue(queue: string, envelope: EventEnvelope): Promise<void> {
    if (!(await sendEvent(this.pool, queue, envelope))) throw new Error(`The queue ${queue} does not exist`);
  }

  async subscribe(subscriptions: readonly Subscription[]): Promise<void> {
    if (subscriptions.length === 0) return;
    await this.retryUntilClosed(() => bindQueues(this.pool, this.namespace, subscriptions));
    this.workers.start(subscriptions);
  }

  async subscribeBroadcast(
    types: readonly string[],
    handle: (envelope: EventEnvelope) => void,
    onGap: () => void = () => undefined,
  ): Promise<void> {
    let isFirst = true;
    const listener = new PostgresListener({
      url: this.url,
      channel: broadcastChannel(this.namespace),
      log: this.log,
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
      this.log.error({ err: error }, 'A broadcast event could not be handled');
    }
  }

  async checkConnection(): Promise<void> {
    if (this.listeners.some(({ isListening }) => !isListening))
      throw new Error('The listener of the events database is not connected');
    await this.pool.query('SELECT 1 FROM shop_events.subscriptions LIMIT 1');
  }

  listDeadLetters(limit: number): Promise<DeadLetter[]> {
    return readDeadLetters(this.pool, this.namespace, limit);
  }

  replayDeadLetters(eventIds?: readonly string[]): Promise<number> {
    return replayDeadLetters(this.pool, this.namespace, eventIds);
  }

  async close(): Promise<void> {
    await this.workers.close(SHUTDOWN_TIMEOUT_MS);
    this.stop.abort();
    await settlesWithin(Promise.all(this.listeners.map((listener) => listener.close())), CLOSE_TIMEOUT_MS);
    await settlesWithin(this.pool.end(), CLOSE_TIMEOUT_MS);
  }
}
