import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib';
import { envelopeSchema, type EventEnvelope } from '@shop/contracts/common';
import { retryWithBackoff, settlesWithin } from '@shop/jobs/retry';
import type { DeliveryOutcome, Subscription, TransportLog } from './event-transport.js';
import type { RabbitConnection } from './rabbitmq-connection.js';
import { deadQueueName, declareRetry, declareTopology, type Topology } from './rabbitmq-topology.js';
import { InFlightDeliveries } from './in-flight-deliveries.js';

const ATTEMPT_HEADER = 'x-attempt';
const REASON_MAX_CHARS = 500;
const CLOSE_TIMEOUT_MS = 1_000;

interface ConsumerOptions {
  topology: Topology;
  retryDelaysMs: readonly number[];
  log: TransportLog;
  /** Publishes retries and dead letters. Separate, because the broker may block publishing connections, but acknowledgements must pass. */
  publishing: RabbitConnection;
}

/** Consumes the queues of this process and stores the outcome of each delivery before it acknowledges. */
export class RabbitConsumer {
  private readonly options: ConsumerOptions;
  private readonly deliveries = new InFlightDeliveries();
  private readonly stop = new AbortController();
  private consumers: { channel: Channel; tag: string }[] = [];
  private isClosing = false;

  constructor(options: ConsumerOptions) {
    this.options = options;
  }

  /** A set-up step of the consuming connection. */
  async consumeAll(
    connection: RabbitConnection,
    model: ChannelModel,
    subscriptions: readonly Subscription[],
  ): Promise<void> {
    this.consumers = [];
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
    await declareTopology(channel, this.options.topology, [subscription]);
    await channel.prefetch(concurrency);
    const { consumerTag } = await channel.consume(queue, (message) => {
      if (message) this.deliveries.track(this.deliver(channel, subscription, message));
      else if (!this.isClosing) connection.reset(model); // the queue was deleted: the reconnect declares it again
    });
    this.consumers.push({ channel, tag: consumerTag });
  }

  private async deliver(channel: Channel, subscription: Subscription, message: ConsumeMessage): Promise<void> {
    const { queue } = subscription;
    const attempt = Number(message.properties.headers?.[ATTEMPT_HEADER] ?? 1);
    const outcome = await this.handle(subscription, message, attempt);
    if (outcome.kind !== 'done') {
      const isStored = await retryWithBackoff(
        () => this.storeFailure(subscription, message, attempt, outcome),
        this.stop.signal,
        (error, failures) =>
          this.options.log.warn(
            { err: error, queue, failures },
            'The outcome of an event could not be stored, retrying',
          ),
      );
      if (!isStored) return; // shutting down: the unacknowledged message is delivered again
    }
    try {
      channel.ack(message);
    } catch {
      // The connection was lost: the message is delivered again, and the inbox skips what was applied.
    }
  }

  private async handle(subscription: Subscription, message: ConsumeMessage, attempt: number): Promise<DeliveryOutcome> {
    let envelope: EventEnvelope;
    try {
      envelope = envelopeSchema.parse(JSON.parse(message.content.toString('utf8')));
    } catch {
      return { kind: 'dead-letter', reason: 'The message is not a CloudEvents envelope' };
    }
    return subscription.handle({ envelope, attempt });
  }

  private async storeFailure(
    subscription: Subscription,
    message: ConsumeMessage,
    attempt: number,
    outcome: Exclude<DeliveryOutcome, { kind: 'done' }>,
  ): Promise<true> {
    const { queue } = subscription;
    const delayMs = outcome.kind === 'retry' ? this.options.retryDelaysMs[attempt - 1] : undefined;
    if (delayMs === undefined) {
      await this.deadLetter(subscription, message, attempt, outcome.reason);
      return true;
    }
    const { publishing, topology } = this.options;
    const exchange = await publishing.withChannel((channel) => declareRetry(channel, topology, delayMs));
    await this.publish(exchange, queue, message, { [ATTEMPT_HEADER]: attempt + 1 });
    return true;
  }

  private async deadLetter(
    { queue }: Subscription,
    message: ConsumeMessage,
    attempt: number,
    reason: string,
  ): Promise<void> {
    const { publishing, topology, log } = this.options;
    await publishing.withChannel((channel) => declareTopology(channel, topology, []));
    const headers = {
      'x-queue': queue,
      'x-reason': reason.slice(0, REASON_MAX_CHARS),
      'x-attempts': attempt,
      'x-died-at': new Date().toISOString(),
    };
    await this.publish('', deadQueueName(topology.namespace), message, headers);
    log.error(
      { queue, eventId: String(message.properties.messageId ?? ''), attempts: attempt, reason },
      'Event became a dead letter',
    );
  }

  private async publish(
    exchange: string,
    routingKey: string,
    message: ConsumeMessage,
    headers: Record<string, unknown>,
  ): Promise<void> {
    const messageId = String(message.properties.messageId ?? '');
    const isRouted = await this.options.publishing.publishConfirmed(exchange, routingKey, message.content, {
      messageId,
      headers,
    });
    if (!isRouted) throw new Error(`No queue accepted the message to ${exchange || routingKey}`);
  }

  /** Stops deliveries and waits at most `limitMs` for running handlers. */
  async close(limitMs: number): Promise<void> {
    this.isClosing = true;
    await Promise.all(this.consumers.map(({ channel, tag }) => channel.cancel(tag).catch(() => undefined)));
    await this.deliveries.waitForAll(limitMs);
    this.stop.abort();
    // Closing the connection could drop pending acknowledgements. Closing a channel sends them first.
    await settlesWithin(
      Promise.allSettled(this.consumers.map(async ({ channel }) => channel.close())),
      CLOSE_TIMEOUT_MS,
    );
  }
}
