import { pause, retryWithBackoff, settlesWithin } from '@shop/jobs/retry';
import pg from 'pg';
import type { TransportLog } from './event-transport.js';

const CONNECT_TIMEOUT_MS = 5_000;
/** A connection that only listens does not notice that the server is gone, so a query is sent at this interval. */
const HEARTBEAT_MS = 5_000;
const RECONNECT_PAUSE_MS = 100;
/** Finds rows whose notification was lost with a connection, or that a killed process has left. */
const POLL_INTERVAL_MS = 2_000;

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
    void pause(RECONNECT_PAUSE_MS, this.stop.signal).then(() => this.start());
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

interface ListenNotifyWorkerOptions {
  url: string;
  channel: string;
  log: TransportLog;
  /** Processes the pending rows and returns early when `stop` is aborted. After an error it is called again with back-off. */
  processPending: (stop: AbortSignal) => Promise<void>;
  /** Log message of a failed run. */
  failureMessage: string;
}

/**
 * Processes pending rows at the start, after each NOTIFY on the channel and every two seconds. Runs never overlap, and a failed run is
 * repeated with back-off.
 */
export class ListenNotifyWorker {
  private readonly stop = new AbortController();
  private readonly listener: PostgresListener;
  private wakeUp = new AbortController();
  private loop: Promise<void> | undefined;

  constructor(private readonly options: ListenNotifyWorkerOptions) {
    const { url, channel, log } = options;
    const wake = (): void => this.wake();
    // Notifications sent before the connection listens are lost, so the first run follows right after it does.
    this.listener = new PostgresListener({ url, channel, log, onNotify: wake, onListening: wake });
  }

  start(): void {
    void this.listener.start();
    this.loop = this.run();
  }

  /** The next run starts at once, or right after the current one. */
  wake(): void {
    this.wakeUp.abort();
  }

  private async run(): Promise<void> {
    const { processPending, log, failureMessage } = this.options;
    const { signal } = this.stop;
    while (!signal.aborted) {
      this.wakeUp = new AbortController(); // a notification during the run starts the next one at once
      await retryWithBackoff(
        () => processPending(signal),
        signal,
        (error, failures) => log.warn({ err: error, failures }, failureMessage),
      );
      await pause(POLL_INTERVAL_MS, this.wakeUp.signal);
    }
  }

  /** Waits for the current run, at most `limitMs`. No further run starts. */
  async close(limitMs: number): Promise<void> {
    this.stop.abort();
    this.wakeUp.abort();
    await settlesWithin(Promise.all([this.loop, this.listener.close()]), limitMs);
  }
}
