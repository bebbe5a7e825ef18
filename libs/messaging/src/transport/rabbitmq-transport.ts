import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib';
import type { EventEnvelope } from '@shop/contracts-common';
import { settlesWithin } from '@shop/jobs/retry';
import pRetry from 'p-retry';
import { deliver, type Retry } from './delivery.js';
import {
  SHUTDOWN_TIMEOUT_MS,
  UnconfirmedError,
  type EventTransport,
  type QueueBinding,
  type Subscription,
  type TransportSettings,
} from './event-transport.js';
import { RabbitConnection, reset } from './rabbitmq-connection.js';
import { CRASH_LIMIT, declareRetry, declareTopology, exchangeName, isRepeatable } from './rabbitmq-topology.js';

const ATTEMPT_HEADER = 'x-attempt';
/** W3C trace context of the attempt that failed. */
const FAILED_HEADER = 'x-failed-traceparent';
/** Written by the broker at each redelivery of a quorum queue. */
const DELIVERY_COUNT_HEADER = 'x-delivery-count';
const CLOSE_TIMEOUT_MS = 1_000;

const encode = (envelope: EventEnvelope): Buffer => Buffer.from(JSON.stringify(envelope));

/** The JSON of a message, or its text if it is malformed. */
function readContent({ content }: ConsumeMessage): unknown {
  const text = content.toString('utf8');
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const getMessageId = ({ properties }: ConsumeMessage): string => String(properties.messageId ?? '');

const getErrorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Events over RabbitMQ: topic exchange, quorum queues, publisher confirms, manual acknowledgement (docs/adr/0003-messaging.md). */
export class RabbitMqTransport implements EventTransport {
  readonly name = 'rabbitmq';
  readonly databaseConnections = 0;
  private readonly exchange: string;
  private readonly publishing: RabbitConnection;
  /** Separate, because the broker may block publishing connections, but acknowledgements must pass. */
  private readonly consuming: RabbitConnection[] = [];
  private readonly running = new Set<Promise<void>>();
  private readonly closing = new AbortController();
  private readonly stop = new AbortController();
  private bindings: readonly QueueBinding[] = [];
  private consumers: { channel: Channel; tag: string }[] = [];
  private renewal: NodeJS.Timeout | undefined;

  constructor(private readonly settings: TransportSettings & { rabbitmqUrl: string }) {
    const { rabbitmqUrl, namespace, log } = settings;
    this.exchange = exchangeName(namespace);
    this.publishing = new RabbitConnection(rabbitmqUrl, log, (model) => this.declareAll(model));
  }

  async start(bindings: readonly QueueBinding[]): Promise<void> {
    this.bindings = bindings;
    const { queueExpiresMs, log } = this.settings;
    // While a service runs, neither its queues expire nor those of its readers, which may be stopped, nor that of dead letters.
    const renew = (): Promise<void> =>
      this.declareAll().catch((error: unknown) => log.warn({ err: error }, 'The expiry of the queues was not renewed'));
    if (queueExpiresMs !== undefined) this.renewal = setInterval(() => void renew(), queueExpiresMs / 3).unref();
    await this.publishing.open();
  }

  /** Each queue that exists with other arguments fails once, and is then used unchanged. So does an account that may not declare. */
  private declareAll(model?: ChannelModel): Promise<void> {
    const declare = (channel: Channel): Promise<void> => declareTopology(channel, this.settings, this.bindings);
    return pRetry(() => this.publishing.withChannel(declare, model), {
      retries: this.bindings.length + 2,
      minTimeout: 0,
      shouldRetry: ({ error }) => isRepeatable(error),
    });
  }

  async publish(envelopes: readonly EventEnvelope[]): Promise<void> {
    const results = await Promise.allSettled(
      envelopes.map((envelope) =>
        this.publishing.publishConfirmed(this.exchange, envelope.type, encode(envelope), { messageId: envelope.id }),
      ),
    );
    const unconfirmed = new Set<string>();
    const unroutedTypes = new Set<string>();
    const errors = new Set<unknown>();
    for (const [index, { id, type }] of envelopes.entries()) {
      const result = results[index];
      // A confirmation does not prove routing. If a queue should have received the event, the event stays in the outbox.
      const isUnrouted = result?.status === 'fulfilled' && !result.value && this.isBound(type);
      if (isUnrouted) unroutedTypes.add(type);
      if (result?.status === 'rejected') errors.add(result.reason);
      if (isUnrouted || result?.status === 'rejected') unconfirmed.add(id);
    }
    if (unconfirmed.size === 0) return;
    if (unroutedTypes.size > 0) {
      await this.declareAll();
      errors.add(`No queue accepted ${[...unroutedTypes].join(', ')}. The queues were declared again.`);
    }
    throw new UnconfirmedError([...errors].map((error) => getErrorMessage(error)).join(' '), unconfirmed);
  }

  private isBound(type: string): boolean {
    return this.bindings.some((binding) => binding.type === type);
  }

  async sendToQueue(queue: string, envelope: EventEnvelope): Promise<void> {
    const isRouted = await this.publishing.publishConfirmed('', queue, encode(envelope), { messageId: envelope.id });
    if (!isRouted) throw new Error(`The queue ${queue} does not exist`);
  }

  async subscribe(subscriptions: readonly Subscription[]): Promise<void> {
    await this.openConsuming(async (model) => {
      this.consumers = [];
      for (const subscription of subscriptions)
        if (!this.closing.signal.aborted) await this.consume(model, subscription);
    });
  }

  private async openConsuming(setUp: (model: ChannelModel) => Promise<void>): Promise<void> {
    const connection = new RabbitConnection(this.settings.rabbitmqUrl, this.settings.log, setUp);
    this.consuming.push(connection);
    await connection.open();
  }

  /** A channel whose end resets the connection, so that its set-up runs again. */
  private async openChannel(model: ChannelModel): Promise<Channel> {
    const channel = await model.createChannel();
    channel.on('error', (error: Error) => this.settings.log.warn({ err: error }, 'RabbitMQ consumer failed'));
    channel.once('close', () => this.closing.signal.aborted || reset(model));
    return channel;
  }

  private async consume(model: ChannelModel, subscription: Subscription): Promise<void> {
    const channel = await this.openChannel(model);
    await declareTopology(channel, this.settings, [subscription]);
    await channel.prefetch(subscription.concurrency);
    const { consumerTag } = await channel.consume(subscription.queue, (message) => {
      if (!message) return reset(model); // the queue was deleted: the reconnect declares it again
      const delivery = this.deliver(channel, subscription, message).finally(() => this.running.delete(delivery));
      this.running.add(delivery);
    });
    this.consumers.push({ channel, tag: consumerTag });
  }

  /** The outcome is stored before the message is acknowledged. */
  private async deliver(channel: Channel, subscription: Subscription, message: ConsumeMessage): Promise<void> {
    const headers: Record<string, unknown> = message.properties.headers ?? {};
    const failed = headers[FAILED_HEADER];
    const received = {
      eventId: getMessageId(message),
      content: readContent(message),
      attempt: Number(headers[ATTEMPT_HEADER] ?? 1),
      isCrashing: Number(headers[DELIVERY_COUNT_HEADER] ?? 0) >= CRASH_LIMIT,
      failedTraceparent: typeof failed === 'string' ? failed : undefined,
    };
    const retryAfter = (retry: Retry): Promise<true> => this.retryAfter(subscription.queue, message, retry);
    const options = { ...this.settings, closing: this.closing.signal, stopped: this.stop.signal };
    if (!(await deliver(subscription, received, retryAfter, options))) return;
    try {
      channel.ack(message);
    } catch {
      // The connection was lost: the message is delivered again, and the inbox skips what was applied.
    }
  }

  private async retryAfter(
    queue: string,
    message: ConsumeMessage,
    { delayMs, attempt, failedTraceparent }: Retry,
  ): Promise<true> {
    const exchange = await this.publishing.withChannel((channel) => declareRetry(channel, this.settings, delayMs));
    const headers = { [ATTEMPT_HEADER]: attempt, [FAILED_HEADER]: failedTraceparent };
    const properties = { messageId: getMessageId(message), headers };
    if (await this.publishing.publishConfirmed(exchange, queue, message.content, properties)) return true;
    throw new Error(`No queue accepted the message to ${exchange}`);
  }

  async subscribeBroadcast(
    types: readonly string[],
    handle: (envelope: EventEnvelope) => void,
    onGap: () => void = () => undefined,
  ): Promise<void> {
    let isFirst = true;
    await this.openConsuming(async (model) => {
      const channel = await this.openChannel(model);
      await declareTopology(channel, this.settings, []);
      const { queue } = await channel.assertQueue('', { exclusive: true, autoDelete: true });
      for (const type of types) await channel.bindQueue(queue, this.exchange, type);
      const onMessage = (message: ConsumeMessage | null): void => {
        if (!message) return reset(model);
        try {
          handle(readContent(message) as EventEnvelope);
        } catch (error) {
          this.settings.log.error({ err: error }, 'A broadcast event could not be handled');
        }
      };
      await channel.consume(queue, onMessage, { noAck: true });
      if (!isFirst) onGap();
      isFirst = false;
    });
  }

  async checkConnection(): Promise<void> {
    if (![this.publishing, ...this.consuming].every(({ isUp }) => isUp)) throw new Error('RabbitMQ is not connected');
    await this.publishing.withChannel((channel) => channel.checkExchange(this.exchange));
  }

  async close(): Promise<void> {
    this.closing.abort();
    clearInterval(this.renewal);
    await Promise.all(this.consumers.map(({ channel, tag }) => channel.cancel(tag).catch(() => undefined)));
    await settlesWithin(Promise.allSettled([...this.running]), SHUTDOWN_TIMEOUT_MS);
    this.stop.abort();
    // Closing the connection could drop pending acknowledgements. Closing a channel sends them first.
    const closings = this.consumers.map(async ({ channel }) => channel.close());
    await settlesWithin(Promise.allSettled(closings), CLOSE_TIMEOUT_MS);
    await Promise.all([this.publishing, ...this.consuming].map((connection) => connection.close()));
  }
}
