import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib';
import { envelopeSchema, type EventEnvelope } from '@shop/contracts/common';
import {
  DEFAULT_RETRY_DELAYS_MS,
  SILENT_LOG,
  type DeadLetter,
  type DeliveryOutcome,
  type EventTransport,
  type QueueBinding,
  type Subscription,
  type TransportLog,
  type TransportOptions,
} from './event-transport.js';
import { RabbitConnection } from './rabbitmq-connection.js';
import { readDeadLetters, replayDeadLetters } from './rabbitmq-dead-letters.js';
import { deadQueueName, declareQueue, declareRetryQueue, declareTopology, exchangeName } from './rabbitmq-topology.js';
import { RunningDeliveries } from './running-deliveries.js';

const ATTEMPT_HEADER = 'x-attempt';
const encode = (envelope: EventEnvelope): Buffer => Buffer.from(JSON.stringify(envelope));

/** Events over RabbitMQ: topic exchange, quorum queues, confirms, manual acknowledgement (docs/adr/0003-messaging.md). */
export class RabbitMqTransport implements EventTransport {
  readonly name = 'rabbitmq';
  private readonly namespace: string;
  private readonly retryDelaysMs: readonly number[];
  private readonly log: TransportLog;
  private readonly connection: RabbitConnection;
  private readonly running = new RunningDeliveries();
  private readonly consumers = new Set<{ channel: Channel; tag: string }>();
  private bindings: readonly QueueBinding[] = [];
  private stopping = false;

  constructor(options: TransportOptions & { rabbitmqUrl: string }) {
    this.namespace = options.namespace;
    this.retryDelaysMs = options.retryDelaysMs ?? DEFAULT_RETRY_DELAYS_MS;
    this.log = options.log ?? SILENT_LOG;
    this.connection = new RabbitConnection(options.rabbitmqUrl, this.log);
  }

  async start(bindings: readonly QueueBinding[]): Promise<void> {
    this.bindings = bindings;
    await this.connection.onConnect(async (_, model) => {
      const channel = await model.createChannel();
      await declareTopology(channel, this.namespace, bindings);
      await channel.close();
    });
    await this.connection.open();
  }

  async publish(envelopes: readonly EventEnvelope[]): Promise<void> {
    await Promise.all(
      envelopes.map(async (envelope) => {
        const isRouted = await this.connection.publishConfirmed(exchangeName(this.namespace), envelope.type, encode(envelope), { messageId: envelope.id });
        // A confirm alone does not prove routing. Somebody is meant to hear this: keep it in the outbox.
        if (!isRouted && this.bindings.some(({ type }) => type === envelope.type)) throw new Error(`No queue took ${envelope.type}`);
      }),
    );
  }

  async send(queue: string, envelope: EventEnvelope): Promise<void> {
    await this.connection.withChannel((channel) => declareQueue(channel, queue));
    await this.connection.publishConfirmed('', queue, encode(envelope), { messageId: envelope.id });
  }

  async subscribe(subscriptions: readonly Subscription[]): Promise<void> {
    await this.connection.onConnect(async (_, model) => {
      this.consumers.clear();
      for (const subscription of subscriptions) await this.consume(model, subscription);
    });
  }

  private async consume(model: ChannelModel, subscription: Subscription): Promise<void> {
    const channel = await model.createChannel();
    channel.on('error', (error: Error) => this.log.warn({ err: error, queue: subscription.queue }, 'RabbitMQ consumer failed'));
    await declareQueue(channel, subscription.queue);
    await channel.prefetch(subscription.concurrency);
    const { consumerTag } = await channel.consume(subscription.queue, (message) => {
      if (message) void this.running.track(this.deliver(channel, subscription, message));
      else if (!this.stopping) this.connection.reset();
    });
    this.consumers.add({ channel, tag: consumerTag });
  }

  private async deliver(channel: Channel, subscription: Subscription, message: ConsumeMessage): Promise<void> {
    const attempt = Number(message.properties.headers?.[ATTEMPT_HEADER] ?? 1);
    try {
      const outcome = await this.handle(subscription, message, attempt);
      if (outcome.kind !== 'done') await this.putAside(subscription.queue, message, attempt, outcome);
      channel.ack(message);
    } catch (error) {
      // Not acknowledged: the broker gives it back when this connection is gone, and the inbox knows what was applied.
      this.log.warn({ err: error, queue: subscription.queue }, 'a delivery could not be settled');
      if (!this.stopping) this.connection.reset();
    }
  }

  private async handle(subscription: Subscription, message: ConsumeMessage, attempt: number): Promise<DeliveryOutcome> {
    let envelope: EventEnvelope;
    try {
      envelope = envelopeSchema.parse(JSON.parse(message.content.toString('utf8')));
    } catch {
      return { kind: 'dead-letter', reason: 'not a CloudEvents envelope' };
    }
    return subscription.handle({ envelope, attempt });
  }

  private async putAside(queue: string, message: ConsumeMessage, attempt: number, outcome: Exclude<DeliveryOutcome, { kind: 'done' }>): Promise<void> {
    const messageId = String(message.properties.messageId ?? '');
    const delayMs = outcome.kind === 'retry' ? this.retryDelaysMs[attempt - 1] : undefined;
    if (delayMs === undefined) {
      const headers = { 'x-reason': outcome.reason.slice(0, 500), 'x-attempts': attempt, 'x-died-at': new Date().toISOString() };
      await this.connection.publishConfirmed('', deadQueueName(queue), message.content, { messageId, headers });
      return;
    }
    const retryQueue = await this.connection.withChannel((channel) => declareRetryQueue(channel, queue, delayMs));
    await this.connection.publishConfirmed('', retryQueue, message.content, { messageId, headers: { [ATTEMPT_HEADER]: attempt + 1 } });
  }

  async listenBroadcast(types: readonly string[], handle: (envelope: EventEnvelope) => void): Promise<void> {
    await this.connection.onConnect(async (_, model) => {
      const channel = await model.createChannel();
      await channel.assertExchange(exchangeName(this.namespace), 'topic', { durable: true });
      const { queue } = await channel.assertQueue('', { exclusive: true, autoDelete: true });
      for (const type of types) await channel.bindQueue(queue, exchangeName(this.namespace), type);
      await channel.consume(queue, (message) => message && handle(JSON.parse(message.content.toString('utf8')) as EventEnvelope), { noAck: true });
    });
  }

  async check(): Promise<void> {
    if (!this.connection.isUp) throw new Error('RabbitMQ is not connected');
    await this.connection.withChannel((channel) => channel.checkExchange(exchangeName(this.namespace)));
  }

  listDeadLetters(limit: number): Promise<DeadLetter[]> {
    return readDeadLetters(this.connection, this.bindings, limit);
  }

  replayDeadLetters(eventIds?: readonly string[]): Promise<number> {
    return replayDeadLetters(this.connection, this.bindings, eventIds);
  }

  async close(): Promise<void> {
    this.stopping = true;
    await Promise.all([...this.consumers].map(({ channel, tag }) => channel.cancel(tag).catch(() => undefined)));
    await this.running.settled();
    await this.connection.close();
  }
}

/** Removes everything a namespace left on a broker: for shops that were started for a test only. */
export async function deleteNamespace(rabbitmqUrl: string, namespace: string, bindings: readonly QueueBinding[], retryDelaysMs: readonly number[] = DEFAULT_RETRY_DELAYS_MS): Promise<void> {
  const connection = new RabbitConnection(rabbitmqUrl, SILENT_LOG);
  await connection.open();
  await connection.withChannel(async (channel) => {
    for (const { queue } of bindings) {
      for (const name of [queue, deadQueueName(queue), ...retryDelaysMs.map((delayMs) => `${queue}.retry.${delayMs}`)]) await channel.deleteQueue(name);
    }
    await channel.deleteExchange(exchangeName(namespace));
  });
  await connection.close();
}
