import { backoffMs, pause, retryWithBackoff } from '@shop/jobs/retry';
import pg from 'pg';
import type { TransportLog } from './event-transport.js';

const CONNECT_TIMEOUT_MS = 5_000;
/** A connection that only listens does not notice that the server is gone, so a query is sent at this interval. */
const HEARTBEAT_MS = 5_000;

export interface ListenerOptions {
  url: string;
  channel: string;
  log: TransportLog;
  onNotify: (payload: string) => void;
  /** Called after each connect, including the first: earlier notifications were missed. */
  onListening?: () => void;
}

/** Keeps one connection with `LISTEN channel` open and reconnects when it is lost. */
export class PostgresListener {
  private readonly options: ListenerOptions;
  private readonly stop = new AbortController();
  private client: pg.Client | undefined;
  private connecting: Promise<void> | undefined;
  private heartbeat: NodeJS.Timeout | undefined;

  constructor(options: ListenerOptions) {
    this.options = options;
  }

  get isListening(): boolean {
    return this.client !== undefined;
  }

  /** Resolves once it listens. Retries without limit. */
  start(): Promise<void> {
    const { log, channel } = this.options;
    this.connecting = retryWithBackoff(
      () => this.connect(),
      this.stop.signal,
      (error, failures) =>
        log.warn({ err: error, channel, failures }, 'PostgreSQL listener could not connect, retrying'),
    ).then(() => undefined);
    return this.connecting;
  }

  private async connect(): Promise<void> {
    const { url, channel, log, onNotify, onListening } = this.options;
    const client = new pg.Client({
      connectionString: url,
      application_name: `listen ${channel}`,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: CONNECT_TIMEOUT_MS,
    });
    client.on('error', (error) => log.warn({ err: error, channel }, 'PostgreSQL listener lost its connection'));
    client.on('notification', ({ payload }) => onNotify(payload ?? ''));
    try {
      await client.connect();
      await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
      if (this.stop.signal.aborted) throw new Error('The listener was closed while it was connecting');
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    client.once('end', () => this.reconnect(client));
    this.heartbeat = setInterval(() => void client.query('SELECT 1').catch(() => this.reconnect(client)), HEARTBEAT_MS);
    this.client = client;
    onListening?.();
  }

  private reconnect(client: pg.Client): void {
    if (this.client !== client) return;
    this.client = undefined;
    clearInterval(this.heartbeat);
    void client.end().catch(() => undefined);
    void pause(backoffMs(0), this.stop.signal).then(() => this.start());
  }

  async close(): Promise<void> {
    this.stop.abort();
    await this.connecting;
    clearInterval(this.heartbeat);
    const { client } = this;
    this.client = undefined;
    await client?.end().catch(() => undefined);
  }
}
