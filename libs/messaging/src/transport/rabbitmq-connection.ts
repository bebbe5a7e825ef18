import { promisify } from 'node:util';
import amqp, { type Channel, type ChannelModel, type ConfirmChannel, type RecoveringChannelModel } from 'amqplib';
import { settlesWithin } from '@shop/jobs/retry';
import { BrokerAddresses } from './broker-addresses.js';
import type { TransportLog } from './event-transport.js';

const CONNECT_TIMEOUT_MS = 5_000;
/** A connection without traffic for twice this time counts as lost. */
const HEARTBEAT_SECONDS = 10;
const RECOVERY = { initialDelay: 100, maxDelay: 5_000, jitter: 0.25, waitForConnect: false };
/** How long a publisher waits for a connection, and then for the broker's confirmation. */
const READY_TIMEOUT_MS = 15_000;
const CONFIRM_TIMEOUT_MS = 10_000;
const CLOSE_TIMEOUT_MS = 1_000;

/** Closes a connection. It reopens, and unacknowledged messages are delivered again. */
export const reset = (model: ChannelModel): void => void model.close().catch(() => undefined);

/** A connection that amqplib reopens with back-off when it is lost, to the next of the addresses. `setUp` runs after each connect. */
export class RabbitConnection {
  private recovering: RecoveringChannelModel | undefined;
  private model: ChannelModel | undefined;
  private publisher: Promise<ConfirmChannel> | undefined;
  private publishCount = 0;
  /** Correlation ids of messages that the broker returned because no queue is bound. */
  private readonly unroutable = new Set<string>();

  constructor(
    private readonly urls: string,
    private readonly log: TransportLog,
    private readonly setUp: (model: ChannelModel) => Promise<void>,
  ) {}

  get isUp(): boolean {
    return this.model !== undefined;
  }

  /** Resolves once it is connected and set up, or closed. */
  async open(): Promise<void> {
    const addresses = new BrokerAddresses(this.urls, HEARTBEAT_SECONDS);
    const recovery = { ...RECOVERY, setup: (model: ChannelModel) => this.prepare(model) };
    const options = { noDelay: true, timeout: CONNECT_TIMEOUT_MS, recovery };
    this.recovering = await amqp.connect(addresses.target, options);
    this.recovering.on('error', (error) => this.log.warn({ err: error }, 'RabbitMQ connection failed'));
    this.recovering.on('reconnect-scheduled', ({ attempt, error }) => {
      addresses.next();
      this.log.warn({ err: error, failures: attempt }, 'RabbitMQ does not answer, retrying');
    });
    this.recovering.on('connect', (model) => (this.model = model));
    this.recovering.on('disconnect', () => this.forget());
    await this.recovering.waitForConnect().catch(() => undefined); // rejects only after `close`
  }

  private async prepare(model: ChannelModel): Promise<void> {
    let isLost = false;
    model.on('error', () => undefined); // amqplib reports it
    model.once('close', () => (isLost = true));
    await this.setUp(model);
    if (isLost) throw new Error('The RabbitMQ connection was lost during its set-up');
  }

  private forget(): void {
    this.model = undefined;
    this.publisher = undefined;
    this.unroutable.clear();
  }

  /** A channel of the next connection, if there is none now. */
  private async openPublisher(): Promise<ConfirmChannel> {
    if (!this.recovering) throw new Error('RabbitMQ is not connected');
    const channel = await this.recovering.createConfirmChannel();
    channel.on('error', (error: Error) => this.log.warn({ err: error }, 'RabbitMQ channel failed'));
    channel.on('return', ({ properties }: { properties: { correlationId?: string } }) =>
      this.unroutable.add(properties.correlationId ?? ''),
    );
    channel.once('close', () => this.model && reset(this.model));
    return channel;
  }

  private async getPublisher(): Promise<ConfirmChannel> {
    const opening = this.publisher ?? this.openPublisher();
    this.publisher = opening;
    if (!(await settlesWithin(opening, READY_TIMEOUT_MS))) throw new Error('RabbitMQ is not connected');
    return opening.catch((error: unknown) => {
      if (this.publisher === opening) this.publisher = undefined;
      throw error;
    });
  }

  /**
   * Publishes with `mandatory` and waits for the broker's confirmation. Returns whether a queue accepted the message.
   * @throws Error if there is no connection or no confirmation in time.
   */
  async publishConfirmed(
    exchange: string,
    routingKey: string,
    content: Buffer,
    given: { messageId: string; headers?: Record<string, unknown> },
  ): Promise<boolean> {
    const channel = await this.getPublisher();
    this.publishCount += 1;
    const correlationId = String(this.publishCount);
    const properties = { correlationId, persistent: true, contentType: 'application/cloudevents+json', ...given };
    const publish = promisify(channel.publish.bind(channel));
    const confirmed = publish(exchange, routingKey, content, { ...properties, mandatory: true });
    // The connection stays open: other queues still confirm, and the heartbeat detects a lost connection.
    if (!(await settlesWithin(confirmed, CONFIRM_TIMEOUT_MS))) {
      confirmed.catch(() => undefined);
      throw new Error(`RabbitMQ did not confirm ${routingKey} in time`);
    }
    await confirmed;
    return !this.unroutable.delete(correlationId);
  }

  /** Runs `work` on a channel of its own: an error closes the channel, and must not affect other work. */
  async withChannel<T>(work: (channel: Channel) => Promise<T>, model?: ChannelModel): Promise<T> {
    if (!model) await this.getPublisher();
    const connected = model ?? this.model;
    if (!connected) throw new Error('RabbitMQ is not connected');
    const channel = await connected.createChannel();
    channel.on('error', (error: Error) => this.log.info({ err: error }, 'RabbitMQ refused a command'));
    try {
      return await work(channel);
    } finally {
      await channel.close().catch(() => undefined);
    }
  }

  async close(): Promise<void> {
    this.forget();
    if (this.recovering) await settlesWithin(this.recovering.close(), CLOSE_TIMEOUT_MS);
  }
}
