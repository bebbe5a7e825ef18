import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib';
import type { EventEnvelope } from '@shop/contracts/common';
import { settlesWithin } from '@shop/jobs/retry';
import pRetry from 'p-retry';
import { handleContent, storeOutcome, type FailureStore } from './delivery.js';
import {
  SHUTDOWN_TIMEOUT_MS,
  type DeadLetter,
  type EventTransport,
  type QueueBinding,
  type Subscription,
  type TransportSettings,
} from './event-transport.js';
import { RabbitConnection, reset } from './rabbitmq-connection.js';
import { getMessageId, peekDeadLetters, readContent } from './rabbitmq-dead-letters.js';
import {
  deadQueueName,
  declareRetry,
  declareTopology,
  exchangeName,
  isPreconditionFailed,
} from './rabbitmq-topology.js';

const ATTEMPT_HEADER = 'x-attempt';
const CLOSE_TIMEOUT_MS = 1_000;
/** Dead letters that are read at once. They stay unacknowledged until the channel closes. */
const MAX_PEEKED = 10_000;

const encode = (envelope: EventEnvelope): Buffer => Buffer.from(JSON.stringify(envelope));

/** Events over RabbitMQ: topic exchange, quorum queues, publisher confirms, manual acknowledgement (docs/adr/0003-messaging.md). */
export class RabbitMqTransport implements EventTransport {
  readonly name = 'rabbitmq';
  private readonly exchange: string;
  private readonly publishing: RabbitConnection;
  /** Separate, because the broker may block publishing connections, but acknowledgements must pass. */
  private readonly consuming: RabbitConnection[] = [];
  private readonly running = new Set<Promise<void>>();
  private readonly stop = new AbortController();
  private bindings: readonly QueueBinding[] = [];
  private consumers: { channel: Channel; tag: string }[] = [];
  private isClosing = false;
  private renewal: NodeJS.Timeout | undefined;

  constructor(private readonly settings: TransportSettings & { rabbitmqUrl: string }) {
    const { rabbitmqUrl, namespace, log } = settings;
    this.exchange = exchangeName(namespace);
    this.publishing = new RabbitConnection(rabbitmqUrl, log, (model) => this.declareAll(model));
  }

  async start(bindings: readonly QueueBinding[]): Promise<void> {
    this.bindings = bindings;
    const { queueExpiresMs, log } = this.settings;
    // While any process of the shop runs, none of its queues expires, including those of stopped services and of dead letters.
    const renew = (): Promise<void> =>
      this.declareAll().catch((error: unknown) => log.warn({ err: error }, 'The expiry of the queues was not renewed'));
    if (queueExpiresMs !== undefined) this.renewal = setInterval(() => void renew(), queueExpiresMs / 3).unref();
    await this.publishing.open();
  }

  /** Each queue that exists with other arguments fails once, and is then used unchanged. */
  private declareAll(model?: ChannelModel): Promise<void> {
    const declare = (channel: Channel): Promise<void> => declareTopology(channel, this.settings, this.bindings);
    return pRetry(() => this.publishing.withChannel(declare, model), {
      retries: Number.POSITIVE_INFINITY,
      minTimeout: 0,
      shouldRetry: ({ error }) => isPreconditionFailed(error),
    });
  }

  async publish(envelopes: readonly EventEnvelope[]): Promise<void> {
    const routed = await Promise.all(
      envelopes.map((envelope) =>
        this.publishing.publishConfirmed(this.exchange, envelope.type, encode(envelope), { messageId: envelope.id }),
      ),
    );
    // A confirmation does not prove routing. If a queue should have received the event, the event stays in the outbox.
    const unrouted = envelopes.filter(
      ({ type }, index) => !routed[index] && this.bindings.some((binding) => binding.type === type),
    );
    if (unrouted.length === 0) return;
    await this.declareAll();
    const types = [...new Set(unrouted.map(({ type }) => type))].join(', ');
    throw new Error(`No queue accepted ${types}. The queues were declared again.`);
  }

  async sendToQueue(queue: string, envelope: EventEnvelope): Promise<void> {
    const isRouted = await this.publishing.publishConfirmed('', queue, encode(envelope), { messageId: envelope.id });
    if (!isRouted) throw new Error(`The queue ${queue} does not exist`);
  }

  async subscribe(subscriptions: readonly Subscription[]): Promise<void> {
    await this.openConsuming(async (model) => {
      this.consumers = [];
      for (const subscription of subscriptions) if (!this.isClosing) await this.consume(model, subscription);
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
    channel.once('close', () => this.isClosing || reset(model));
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

  /** Stores the outcome before it acknowledges. */
  private async deliver(channel: Channel, subscription: Subscription, message: ConsumeMessage): Promise<void> {
    const { queue } = subscription;
    const attempt = Number(message.properties.headers?.[ATTEMPT_HEADER] ?? 1);
    const outcome = await handleContent(subscription, readContent(message), attempt);
    const delivery = { queue, eventId: getMessageId(message), attempt };
    const store = this.createStore(queue, message, attempt);
    if (!(await storeOutcome(delivery, outcome, store, { ...this.settings, stopped: this.stop.signal }))) return;
    try {
      channel.ack(message);
    } catch {
      // The connection was lost: the message is delivered again, and the inbox skips what was applied.
    }
  }

  private createStore(queue: string, message: ConsumeMessage, attempt: number): FailureStore {
    const { publishing, settings } = this;
    const move = async (exchange: string, routingKey: string, headers: Record<string, unknown>): Promise<true> => {
      const properties = { messageId: getMessageId(message), headers };
      if (await publishing.publishConfirmed(exchange, routingKey, message.content, properties)) return true;
      throw new Error(`No queue accepted the message to ${exchange || routingKey}`);
    };
    return {
      retryAfter: async (delayMs) => {
        const exchange = await publishing.withChannel((channel) => declareRetry(channel, settings, delayMs));
        return move(exchange, queue, { [ATTEMPT_HEADER]: attempt + 1 });
      },
      deadLetter: async (reason) => {
        await publishing.withChannel((channel) => declareTopology(channel, settings, []));
        const diedAt = new Date().toISOString();
        const headers = { 'x-queue': queue, 'x-reason': reason, 'x-attempts': attempt, 'x-died-at': diedAt };
        return move('', deadQueueName(settings.namespace), headers);
      },
    };
  }

  async subscribeBroadcast(
    types: readonly string[],
    handle: (envelope: EventEnvelope) => void,
    onGap: () => void = () => undefined,
  ): Promise<void> {
    let isFirst = true;
    await this.openConsuming(async (model) => {
      const channel = await this.openChannel(model);
      await channel.assertExchange(this.exchange, 'topic', { durable: true });
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

  listDeadLetters(limit: number): Promise<DeadLetter[]> {
    return this.publishing.withChannel(async (channel) => {
      const waiting = await peekDeadLetters(channel, this.settings.namespace, limit);
      return waiting.map(([, deadLetter]) => deadLetter);
    });
  }

  /** Each dead letter is acknowledged only after the broker has confirmed it in its original queue. */
  replayDeadLetters(eventIds?: readonly string[]): Promise<number> {
    return this.publishing.withChannel(async (channel) => {
      const waiting = await peekDeadLetters(channel, this.settings.namespace, MAX_PEEKED);
      const chosen = waiting.filter(([, { eventId }]) => !eventIds || eventIds.includes(eventId));
      for (const [message, { queue }] of chosen) {
        const messageId = getMessageId(message);
        if (!(await this.publishing.publishConfirmed('', queue, message.content, { messageId })))
          throw new Error(`The queue ${queue} does not exist any more`);
        channel.ack(message);
      }
      return chosen.length;
    });
  }

  async close(): Promise<void> {
    this.isClosing = true;
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
