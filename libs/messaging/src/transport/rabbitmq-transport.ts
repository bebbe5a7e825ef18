import type { ChannelModel } from 'amqplib';
import type { EventEnvelope } from '@shop/contracts/common';
import { settlesWithin } from '@shop/jobs/retry';
import {
  DEFAULT_RETRY_DELAYS_MS,
  SILENT_LOG,
  SHUTDOWN_TIMEOUT_MS,
  type DeadLetter,
  type EventTransport,
  type QueueBinding,
  type Subscription,
  type TransportLog,
  type TransportOptions,
} from './event-transport.js';
import { RabbitConnection } from './rabbitmq-connection.js';
import { RabbitConsumer } from './rabbitmq-consumer.js';
import { readDeadLetters, replayDeadLetters } from './rabbitmq-dead-letters.js';
import {
  declareTopology,
  deleteTopology,
  exchangeName,
  isPreconditionFailed,
  type Topology,
} from './rabbitmq-topology.js';

const DELETE_CONNECT_TIMEOUT_MS = 10_000;

const encode = (envelope: EventEnvelope): Buffer => Buffer.from(JSON.stringify(envelope));

/** Events over RabbitMQ: topic exchange, quorum queues, publisher confirms, manual acknowledgement (docs/adr/0003-messaging.md). */
export class RabbitMqTransport implements EventTransport {
  readonly name = 'rabbitmq';
  private readonly namespace: string;
  private readonly topology: Topology;
  private readonly log: TransportLog;
  private readonly publishing: RabbitConnection;
  /** Opened only if something is consumed. */
  private readonly consuming: RabbitConnection;
  private readonly consumer: RabbitConsumer;
  private bindings: readonly QueueBinding[] = [];
  private isConsuming = false;
  private renewal: NodeJS.Timeout | undefined;

  constructor(options: TransportOptions & { rabbitmqUrl: string }) {
    const {
      rabbitmqUrl,
      namespace,
      queueExpiresMs,
      retryDelaysMs = DEFAULT_RETRY_DELAYS_MS,
      log = SILENT_LOG,
    } = options;
    this.namespace = namespace;
    this.topology = { namespace, queueExpiresMs };
    this.log = log;
    this.publishing = new RabbitConnection(rabbitmqUrl, log);
    this.consuming = new RabbitConnection(rabbitmqUrl, log);
    this.consumer = new RabbitConsumer({ topology: this.topology, retryDelaysMs, log, publishing: this.publishing });
  }

  async start(bindings: readonly QueueBinding[]): Promise<void> {
    this.bindings = bindings;
    await this.publishing.onConnect((model) => this.declare(model));
    this.renewQueues();
    await this.publishing.open();
  }

  private async declare(model: ChannelModel): Promise<void> {
    for (;;) {
      const channel = await model.createChannel();
      channel.on('error', (error: Error) => this.log.warn({ err: error }, 'RabbitMQ refused a queue declaration'));
      try {
        await declareTopology(channel, this.topology, this.bindings);
        return await channel.close();
      } catch (error) {
        if (!isPreconditionFailed(error)) throw error;
      }
    }
  }

  /** While any process of the shop runs, none of its queues expires, including those of stopped services and of dead letters. */
  private renewQueues(): void {
    const { queueExpiresMs } = this.topology;
    if (queueExpiresMs === undefined) return;
    this.renewal = setInterval(() => {
      this.publishing
        .withChannel((channel) => declareTopology(channel, this.topology, this.bindings))
        .catch((error: unknown) => this.log.warn({ err: error }, 'The expiry of the queues could not be renewed'));
    }, queueExpiresMs / 3).unref();
  }

  async publish(envelopes: readonly EventEnvelope[]): Promise<void> {
    const routed = await Promise.all(
      envelopes.map((envelope) =>
        this.publishing.publishConfirmed(exchangeName(this.namespace), envelope.type, encode(envelope), {
          messageId: envelope.id,
        }),
      ),
    );
    // A confirmation does not prove routing. If a queue should have received the event, the event stays in the outbox.
    const unrouted = envelopes.filter(
      ({ type }, index) => !routed[index] && this.bindings.some((binding) => binding.type === type),
    );
    if (unrouted.length === 0) return;
    await this.publishing.withChannel((channel) => declareTopology(channel, this.topology, this.bindings));
    throw new Error(
      `No queue accepted ${[...new Set(unrouted.map(({ type }) => type))].join(', ')}. The queues were declared again.`,
    );
  }

  async sendToQueue(queue: string, envelope: EventEnvelope): Promise<void> {
    const isRouted = await this.publishing.publishConfirmed('', queue, encode(envelope), { messageId: envelope.id });
    if (!isRouted) throw new Error(`The queue ${queue} does not exist`);
  }

  async subscribe(subscriptions: readonly Subscription[]): Promise<void> {
    await this.openConsumer((model) => this.consumer.consumeAll(this.consuming, model, subscriptions));
  }

  async subscribeBroadcast(
    types: readonly string[],
    handle: (envelope: EventEnvelope) => void,
    onGap: () => void = () => undefined,
  ): Promise<void> {
    let isFirst = true;
    await this.openConsumer(async (model) => {
      await this.consumeBroadcast(model, types, handle);
      if (!isFirst) onGap();
      isFirst = false;
    });
  }

  private async openConsumer(setUp: (model: ChannelModel) => Promise<void>): Promise<void> {
    this.isConsuming = true;
    await this.consuming.onConnect(setUp);
    await this.consuming.open();
  }

  private async consumeBroadcast(
    model: ChannelModel,
    types: readonly string[],
    handle: (envelope: EventEnvelope) => void,
  ): Promise<void> {
    const channel = await model.createChannel();
    channel.on('error', (error: Error) => this.log.warn({ err: error }, 'RabbitMQ broadcast failed'));
    channel.once('close', () => this.consuming.reset(model));
    await channel.assertExchange(exchangeName(this.namespace), 'topic', { durable: true });
    const { queue } = await channel.assertQueue('', { exclusive: true, autoDelete: true });
    for (const type of types) await channel.bindQueue(queue, exchangeName(this.namespace), type);
    await channel.consume(
      queue,
      (message) => {
        if (!message) return this.consuming.reset(model);
        try {
          handle(JSON.parse(message.content.toString('utf8')) as EventEnvelope);
        } catch (error) {
          this.log.error({ err: error }, 'A broadcast event could not be handled');
        }
      },
      { noAck: true },
    );
  }

  async checkConnection(): Promise<void> {
    if (!this.publishing.isUp || (this.isConsuming && !this.consuming.isUp))
      throw new Error('RabbitMQ is not connected');
    await this.publishing.withChannel((channel) => channel.checkExchange(exchangeName(this.namespace)));
  }

  listDeadLetters(limit: number): Promise<DeadLetter[]> {
    return readDeadLetters(this.publishing, this.namespace, limit);
  }

  replayDeadLetters(eventIds?: readonly string[]): Promise<number> {
    return replayDeadLetters(this.publishing, this.namespace, eventIds);
  }

  async close(): Promise<void> {
    clearInterval(this.renewal);
    await this.consumer.close(SHUTDOWN_TIMEOUT_MS);
    await Promise.all([this.consuming.close(), this.publishing.close()]);
  }
}

/** Deletes all queues and exchanges of a namespace. Rejects if the broker does not answer. */
export async function deleteNamespace(
  rabbitmqUrl: string,
  namespace: string,
  bindings: readonly QueueBinding[],
  retryDelaysMs: readonly number[] = DEFAULT_RETRY_DELAYS_MS,
): Promise<void> {
  const connection = new RabbitConnection(rabbitmqUrl, SILENT_LOG);
  try {
    if (!(await settlesWithin(connection.open(), DELETE_CONNECT_TIMEOUT_MS)))
      throw new Error(`RabbitMQ does not answer, so the queues of ${namespace} were not deleted`);
    await connection.withChannel((channel) => deleteTopology(channel, namespace, bindings, retryDelaysMs));
  } finally {
    await connection.close();
  }
}
