import amqp, { type Channel, type ChannelModel, type ConfirmChannel } from 'amqplib';
import { backoffMs, pause } from './backoff.js';
import type { TransportLog } from './event-transport.js';

const CONNECT_TIMEOUT_MS = 5_000;
/** Twice this without a word and the connection counts as lost. */
const HEARTBEAT_SECONDS = 10;
const READY_TIMEOUT_MS = 15_000;

type SetUp = (connection: RabbitConnection, model: ChannelModel) => Promise<void>;

/**
 * One connection that is made again with back-off whenever it is lost; `setUp` runs after each connecting
 * (topology, consumers). Its confirm channel is shared by all publishers of the process.
 */
export class RabbitConnection {
  private readonly url: string;
  private readonly log: TransportLog;
  private readonly setUps: SetUp[] = [];
  private readonly closing = new AbortController();
  private model: ChannelModel | undefined;
  private publisher: ConfirmChannel | undefined;
  private waiting: (() => void)[] = [];
  /** Message ids that the broker gave back because no queue wanted them. */
  readonly unroutable = new Set<string>();

  constructor(url: string, log: TransportLog) {
    this.url = url;
    this.log = log;
  }

  /** Adds a set-up step, and runs it at once where there is a connection. */
  async onConnect(setUp: SetUp): Promise<void> {
    this.setUps.push(setUp);
    if (this.model) await setUp(this, this.model);
  }

  get isUp(): boolean {
    return this.publisher !== undefined;
  }

  /** Connects for the first time: tries until it succeeds or the connection is closed. */
  async open(): Promise<void> {
    for (let failures = 0; !this.closing.signal.aborted; failures += 1) {
      try {
        return await this.connectOnce();
      } catch (error) {
        this.log.warn({ err: error, failures: failures + 1 }, 'RabbitMQ does not answer, trying again');
        await pause(backoffMs(failures), this.closing.signal);
      }
    }
  }

  private async connectOnce(): Promise<void> {
    const url = new URL(this.url);
    url.searchParams.set('heartbeat', String(HEARTBEAT_SECONDS));
    const model = await amqp.connect(url.href, { noDelay: true, timeout: CONNECT_TIMEOUT_MS });
    model.on('error', (error: Error) => this.log.warn({ err: error }, 'RabbitMQ connection failed'));
    try {
      const publisher = await model.createConfirmChannel();
      publisher.on('error', (error: Error) => this.log.warn({ err: error }, 'RabbitMQ channel failed'));
      publisher.on('return', ({ properties }: { properties: { messageId?: string } }) => this.unroutable.add(properties.messageId ?? ''));
      this.model = model;
      for (const setUp of this.setUps) await setUp(this, model);
      model.once('close', () => this.lost());
      publisher.once('close', () => void model.close().catch(() => undefined));
      this.publisher = publisher;
    } catch (error) {
      this.model = undefined;
      await model.close().catch(() => undefined);
      throw error;
    }
    for (const wake of this.waiting.splice(0)) wake();
  }

  private lost(): void {
    this.model = undefined;
    this.publisher = undefined;
    this.unroutable.clear();
    if (this.closing.signal.aborted) return;
    this.log.warn({}, 'RabbitMQ connection lost, connecting again');
    void this.open();
  }

  /** Ends the connection, which is then made again: what was not acknowledged comes back. */
  reset(): void {
    void this.model?.close().catch(() => undefined);
  }

  /** The confirm channel, as soon as there is one. Rejects after READY_TIMEOUT_MS without a connection. */
  async ready(): Promise<ConfirmChannel> {
    if (this.publisher) return this.publisher;
    const timeout = new AbortController();
    const woken = new Promise<void>((resolve) => this.waiting.push(resolve));
    await Promise.race([woken, pause(READY_TIMEOUT_MS, timeout.signal)]);
    timeout.abort();
    if (!this.publisher) throw new Error('RabbitMQ is not connected');
    return this.publisher;
  }

  /** Publishes with `mandatory` and waits for the broker's confirm. Returns whether any queue took it. */
  async publishConfirmed(exchange: string, routingKey: string, content: Buffer, properties: { messageId: string; headers?: Record<string, unknown> }): Promise<boolean> {
    const channel = await this.ready();
    await new Promise<void>((resolve, reject) => {
      const lost = (): void => reject(new Error('RabbitMQ connection lost before the confirm'));
      channel.once('close', lost);
      channel.publish(exchange, routingKey, content, { ...properties, mandatory: true, persistent: true, contentType: 'application/cloudevents+json' }, (error: unknown) => {
        channel.off('close', lost);
        if (error) reject(error instanceof Error ? error : new Error('RabbitMQ refused the message'));
        else resolve();
      });
    });
    return !this.unroutable.delete(properties.messageId);
  }

  /** A channel of its own for work that may fail without hurting others; the caller closes it. */
  async withChannel<T>(work: (channel: Channel) => Promise<T>): Promise<T> {
    await this.ready();
    if (!this.model) throw new Error('RabbitMQ is not connected');
    const channel = await this.model.createChannel();
    channel.on('error', (error: Error) => this.log.warn({ err: error }, 'RabbitMQ channel failed'));
    try {
      return await work(channel);
    } finally {
      await channel.close().catch(() => undefined);
    }
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.model?.close().catch(() => undefined);
  }
}
