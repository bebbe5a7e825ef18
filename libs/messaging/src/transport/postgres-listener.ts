import pg from 'pg';
import { pause, untilDone } from './backoff.js';
import type { TransportLog } from './event-transport.js';

/** Keeps one connection on `LISTEN channel`, and makes it again whenever it is lost. */
export class PostgresListener {
  private readonly url: string;
  private readonly channel: string;
  private readonly log: TransportLog;
  private readonly stop = new AbortController();
  private client: pg.Client | undefined;

  constructor(url: string, channel: string, log: TransportLog) {
    this.url = url;
    this.channel = channel;
    this.log = log;
  }

  /** `onNotify` gets each payload, and an empty one after each connecting: something may have been missed. */
  async start(onNotify: (payload: string) => void): Promise<void> {
    await untilDone(() => this.connect(onNotify), this.stop.signal, (error) => this.log.warn({ err: error, channel: this.channel }, 'cannot listen yet'));
  }

  private async connect(onNotify: (payload: string) => void): Promise<void> {
    const client = new pg.Client({ connectionString: this.url, application_name: `listen ${this.channel}`, keepAlive: true });
    client.on('error', (error) => this.log.warn({ err: error, channel: this.channel }, 'stopped listening'));
    client.on('end', () => {
      if (this.client === client && !this.stop.signal.aborted) void pause(100, this.stop.signal).then(() => this.start(onNotify));
    });
    client.on('notification', ({ payload }) => onNotify(payload ?? ''));
    try {
      await client.connect();
      await client.query(`LISTEN "${this.channel}"`);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    this.client = client;
    onNotify('');
  }

  async close(): Promise<void> {
    this.stop.abort();
    await this.client?.end().catch(() => undefined);
  }
}
