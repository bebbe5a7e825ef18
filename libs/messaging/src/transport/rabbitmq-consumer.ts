import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib';
import { envelopeSchema, type EventEnvelope } from '@shop/contracts/common';
import { untilDone } from './backoff.js';
import type { DeliveryOutcome, Subscription, TransportLog } from './event-transport.js';
import type { RabbitConnection } from './rabbitmq-connection.js';
import { deadQueueName, declareRetryQueue, declareTopology } from './rabbitmq-topology.js';
import { RunningDeliveries } from './running-deliveries.js';

const ATTEMPT_HEADER = 'x-attempt';
const REASON_MAX = 500;

interface ConsumerOptions {
  namespace: string;
  retryDelaysMs: readonly number[];
  log: TransportLog;
  /** Retries and dead letters leave over this one: a publisher that the broker holds back must not hold back acknowledgements. */
  publishing: RabbitConnection;
}

/** Takes deliveries from the queues of this process, and keeps the outcome of each before it acknowledges. */
export class RabbitConsumer {
  private readonly options: ConsumerOptions;
  private readonly running = new RunningDeliveries();
  private readonly stop = new AbortController();
  private active: { channel: Channel; tag: string }[] = [];
  private isClosing = false;

  constructor(options: ConsumerOptions) {
    this.options = options;
  }

  /** A set-up step of the consuming connection. */
  async consumeAll(connection: RabbitConnection, model: ChannelModel, subscriptions: readonly Subscription[]): Promise<void> {
    this.active = [];
    for (const subscription of subscriptions) {
      if (this.isClosing) return;
      await this.consume(connection, model, subscription);
    }
  }

  private async consume(connection: RabbitConnection, model: ChannelModel, subscription: Subscription): Promise<void> {
    const { queue, concurrency } = subscription;
    const channel = await model.createChannel();
    channel.on('error', (error: Error) => this.options.log.warn({ err: error, queue }, 'RabbitMQ consumer failed'));
    channel.once('close', () => !this.isClosing && connection.reset(model));
    await declareTopology(channel, this.options.namespace, [subscription]);
    await channel.prefetch(concurrency);
    const { consumerTag } = await channel.consume(queue, (message) => {
      if (message) this.running.track(this.deliver(channel, subscription, message));
      else if (!this.isClosing) connection.reset(model); // the queue was deleted: made again with the connection
    });
    this.active.push({ channel, tag: consumerTag });
  }

  private async deliver(channel: Channel, subscription: Subscription, message: ConsumeMessage): Promise<void> {
    const { queue } = subscription;
    const attempt = Number(message.properties.headers?.[ATTEMPT_HEADER] ?? 1);
    const outcome = await this.handle(subscription, message, attempt);
    if (outcome.kind !== 'done') {
      const isKept = await untilDone(
        () => this.putAside(subscription, message, attempt, outcome),
        this.stop.signal,
        (error, failures) => this.options.log.warn({ err: error, queue, failures }, 'the outcome of an event could not be kept yet'),
      );
      if (!isKept) return; // stopping: not acknowledged, so it comes back
    }
    try {
      channel.ack(message);
    } catch {
      // The connection went meanwhile: it comes back, and the inbox knows what was applied.
    }
  }

  private async handle(subscription: Subscription, message: ConsumeMessage, attempt: number): Promise<DeliveryOutcome> {
    let envelope: EventEnvelope;
    try {
      envelope = envelopeSchema.parse(JSON.parse(message.content.toString('utf8'))) as EventEnvelope;
    } catch {
      return { kind: 'dead-letter', reason: 'not a CloudEvents envelope' };
    }
    return subscription.handle({ envelope, attempt });
  }

  private async putAside({ queue, type }: Subscription, message: ConsumeMessage, attempt: number, outcome: Exclude<DeliveryOutcome, { kind: 'done' }>): Promise<true> {
    const { publishing, retryDelaysMs, log } = this.options;
    const messageId = String(message.properties.messageId ?? '');
    const delayMs = outcome.kind === 'retry' ? retryDelaysMs[attempt - 1] : undefined;
    const target = delayMs === undefined ? deadQueueName(queue) : await publishing.withChannel((channel) => declareRetryQueue(channel, queue, delayMs));
    const headers =
      delayMs === undefined
        ? { 'x-reason': outcome.reason.slice(0, REASON_MAX), 'x-attempts': attempt, 'x-died-at': new Date().toISOString() }
        : { [ATTEMPT_HEADER]: attempt + 1 };
    const isRouted = await publishing.publishConfirmed('', target, message.content, { messageId, headers });
    if (!isRouted) {
      await publishing.withChannel((channel) => declareTopology(channel, this.options.namespace, [{ queue, type }]));
      throw new Error(`There is no queue ${target}`);
    }
    if (delayMs === undefined) log.error({ queue, eventId: messageId, attempts: attempt, reason: outcome.reason }, 'an event was set aside as a dead letter');
    return true;
  }

  /** No new deliveries; those that run may end within `limitMs`. */
  async close(limitMs: number): Promise<void> {
    this.isClosing = true;
    await Promise.all(this.active.map(({ channel, tag }) => channel.cancel(tag).catch(() => undefined)));
    await this.running.settledWithin(limitMs);
    this.stop.abort();
  }
}
