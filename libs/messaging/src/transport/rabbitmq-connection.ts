import amqp, { type Channel, type ChannelModel, type ConfirmChannel } from 'amqplib';
import { backoffMs, pause, settlesWithin } from '@shop/jobs/retry';
import type { TransportLog } from './event-transport.js';

const CONNECT_TIMEOUT_MS = 5_000;
/** A connection without traffic for twice this time counts as lost. */
const HEARTBEAT_SECONDS = 10;
/** How long a publisher waits for a connection, and then for the broker's confirmation. */
const READY_TIMEOUT_MS = 15_000;
const CONFIRM_TIMEOUT_MS = 30_000;
const CLOSE_TIMEOUT_MS = 1_000;

type SetUp = (model: ChannelModel) => Promise<void>;

interface MessageProperties {
  messageId: string;
  headers?: Record<string, unknown>;
}

/** A connection that reopens with back-off when it is lost. Its set-up steps run after each connect. */
export class RabbitConnection {
  private readonly url: string;
  private readonly log: TransportLog;
  private readonly steps: { setUp: SetUp; doneOn?: ChannelModel }[] = [];
  private readonly closing = new AbortController();
  private model: ChannelModel | undefined;
  private publisher: ConfirmChannel | undefined;
  private opened: Promise<void> | undefined;
  private settingUp: Promise<void> = Promise.resolve();
  private publisherWaiters: (() => void)[] = [];
  private publishCount = 0;
  /** Correlation ids of messages that the broker returned because no queue is bound. */
  private readonly unroutable = new Set<string>();

  constructor(url: string, log: TransportLog) {
    this.url = url;
    this.log = log;
  }

  get isUp(): boolean {
    return this.publisher !== undefined;
  }

  /** Adds a set-up step, and runs it at once if connected. */
  async onConnect(setUp: SetUp): Promise<void> {
    this.steps.push({ setUp });
    const { model } = this;
    if (!model) return;
    await this.runSetUpSteps(model).catch((error: unknown) => {
      if (this.model === model) throw error; // otherwise it runs again with the next connection
    });
  }

  /** Connects for the first time. Retries until it succeeds or `close` is called. */
  open(): Promise<void> {
    this.opened ??= this.connect();
    return this.opened;
  }

  private async connect(): Promise<void> {
    for (let failures = 0; !this.closing.signal.aborted; failures += 1) {
      try {
        return await this.connectOnce();
      } catch (error) {
        if (this.closing.signal.aborted) return;
        this.log.warn({ err: error, failures: failures + 1 }, 'RabbitMQ does not answer, retrying');
        await pause(backoffMs(failures), this.closing.signal);
      }
    }
  }

  private async connectOnce(): Promise<void> {
    const url = new URL(this.url);
    url.searchParams.set('heartbeat', String(HEARTBEAT_SECONDS));
    const model = await amqp.connect(url.href, { noDelay: true, timeout: CONNECT_TIMEOUT_MS });
    model.on('error', (error: Error) => this.log.warn({ err: error }, 'RabbitMQ connection failed'));
    model.once('close', () => this.reconnect(model));
    this.model = model;
    try {
      const publisher = await model.createConfirmChannel();
      publisher.on('error', (error: Error) => this.log.warn({ err: error }, 'RabbitMQ channel failed'));
      publisher.on('return', ({ properties }: { properties: { correlationId?: string } }) =>
        this.unroutable.add(properties.correlationId ?? ''),
      );
      publisher.once('close', () => this.reset(model));
      await this.runSetUpSteps(model);
      if (this.model !== model || this.closing.signal.aborted)
        throw new Error('The RabbitMQ connection was lost during its set-up');
      this.publisher = publisher;
    } catch (error) {
      if (this.model === model) this.model = undefined;
      await settlesWithin(model.close(), CLOSE_TIMEOUT_MS);
      throw error;
    }
    for (const wake of this.publisherWaiters.splice(0)) wake();
  }

  /** Runs the steps one after another, each once per connection, including steps that are added during the run. */
  private runSetUpSteps(model: ChannelModel): Promise<void> {
    const running = this.settingUp.then(async () => {
      for (const step of this.steps) {
        if (step.doneOn === model) continue;
        await step.setUp(model);
        step.doneOn = model;
      }
    });
    this.settingUp = running.catch(() => undefined);
    return running;
  }

  private reconnect(model: ChannelModel): void {
    if (this.model !== model) return;
    const wasUp = this.isUp;
    this.model = undefined;
    this.publisher = undefined;
    this.unroutable.clear();
    if (!wasUp || this.closing.signal.aborted) return;
    this.log.warn({}, 'RabbitMQ connection lost, reconnecting');
    void pause(backoffMs(0), this.closing.signal).then(() => this.connect());
  }

  /** Closes this connection if it is still in use. It reopens, and unacknowledged messages are delivered again. */
  reset(model: ChannelModel): void {
    if (this.model === model) void model.close().catch(() => undefined);
  }

  private async getPublisher(): Promise<ConfirmChannel> {
    if (this.publisher) return this.publisher;
    await settlesWithin(new Promise<void>((resolve) => this.publisherWaiters.push(resolve)), READY_TIMEOUT_MS);
    if (!this.publisher) throw new Error('RabbitMQ is not connected');
    return this.publisher;
  }

  /**
   * Publishes with `mandatory` and waits for the broker's confirmation. Returns whether a queue accepted the message.
   * @throws Error if there is no connection or no confirmation in time.
   */
  async publishConfirmed(
    exchange: string,
    routingKey: string,
    content: Buffer,
    { messageId, headers }: MessageProperties,
  ): Promise<boolean> {
    const channel = await this.getPublisher();
    const { model } = this;
    this.publishCount += 1;
    const correlationId = String(this.publishCount);
    await new Promise<void>((resolve, reject) => {
      const confirmTimer = setTimeout(() => {
        reject(new Error('RabbitMQ did not confirm in time'));
        if (model) this.reset(model);
      }, CONFIRM_TIMEOUT_MS);
      const properties = {
        messageId,
        headers,
        correlationId,
        mandatory: true,
        persistent: true,
        contentType: 'application/cloudevents+json',
      };
      channel.publish(exchange, routingKey, content, properties, (error: unknown) => {
        clearTimeout(confirmTimer);
        if (error) reject(error instanceof Error ? error : new Error('RabbitMQ refused the message'));
        else resolve();
      });
    });
    return !this.unroutable.delete(correlationId);
  }

  /** Runs `work` on a separate channel: an error closes the channel, and must not affect other work. */
  async withChannel<T>(work: (channel: Channel) => Promise<T>): Promise<T> {
    await this.getPublisher();
    if (!this.model) throw new Error('RabbitMQ is not connected');
    const channel = await this.model.createChannel();
    channel.on('error', (error: Error) => this.log.info({ err: error }, 'RabbitMQ refused a command'));
    try {
      return await work(channel);
    } finally {
      await channel.close().catch(() => undefined);
    }
  }

  async close(): Promise<void> {
    this.closing.abort();
    for (const wake of this.publisherWaiters.splice(0)) wake();
    if (this.model) await settlesWithin(this.model.close(), CLOSE_TIMEOUT_MS);
    if (this.opened) await settlesWithin(this.opened, CLOSE_TIMEOUT_MS);
  }
}
