import type { Channel } from 'amqplib';
import type { QueueBinding } from './event-transport.js';
import { expiryOf } from './throw-away-namespace.js';

/**
 * A handler that takes its process down with it is redelivered this often, then set aside. RabbitMQ 3.10 would
 * redeliver for ever; connection losses count too, hence not fewer.
 */
const DELIVERY_LIMIT = 20;

export const exchangeName = (namespace: string): string => `${namespace}.events`;
/** One for all queues of a shop: each quorum queue costs the broker files and memory, also an empty one. */
export const deadQueueName = (namespace: string): string => `${namespace}.dead`;
/** Name of an exchange and of the queue behind it, one for each delay. */
export const retryName = (namespace: string, delayMs: number): string => `${namespace}.retry.${delayMs}`;

/** Dead-lettering that never loses a message needs a queue that refuses publishers rather than drop its head. */
const AT_LEAST_ONCE = {
  'x-queue-type': 'quorum',
  'x-dead-letter-exchange': '',
  'x-dead-letter-strategy': 'at-least-once',
  'x-overflow': 'reject-publish',
};

/** From RabbitMQ 4.0 on a quorum queue drops what was looked at twenty times, unless it says otherwise; older ones know no such limit, nor this way to say so. */
const WITHOUT_LIMIT = { 'x-delivery-limit': -1 };
const FIRST_WITH_LIMIT = 4;
/** What RabbitMQ answers where a queue is there with other arguments. */
const PRECONDITION_FAILED = 406;

/** Queues of dead letters that were made by a version of ours that said nothing of a limit: they stay as they are, and need a policy (docs/operations.md). */
const saidNothing = new Set<string>();

const majorOf = (channel: Channel): number =>
  Number.parseInt(
    (channel.connection as Partial<Channel['connection']> | undefined)?.serverProperties?.version ?? '',
    10,
  ) || 0;

async function declareDeadQueue(channel: Channel, namespace: string): Promise<void> {
  const queue = deadQueueName(namespace);
  const limit = majorOf(channel) >= FIRST_WITH_LIMIT && !saidNothing.has(queue) ? WITHOUT_LIMIT : {};
  try {
    await channel.assertQueue(queue, {
      durable: true,
      arguments: { 'x-queue-type': 'quorum', ...expiryOf(namespace), ...limit },
    });
  } catch (error) {
    // The channel ends with it; whoever connects again finds the queue as it is.
    if ((error as { code?: number }).code === PRECONDITION_FAILED) saidNothing.add(queue);
    throw error;
  }
}

/** The queue of each service for each event, and the one for dead letters. Arguments of a queue that exists can't be changed. */
export async function declareTopology(
  channel: Channel,
  namespace: string,
  bindings: readonly QueueBinding[],
): Promise<void> {
  const deadQueue = deadQueueName(namespace);
  const expiry = expiryOf(namespace);
  await channel.assertExchange(exchangeName(namespace), 'topic', { durable: true });
  await declareDeadQueue(channel, namespace);
  for (const { queue, type } of bindings) {
    await channel.assertQueue(queue, {
      durable: true,
      arguments: {
        ...AT_LEAST_ONCE,
        ...expiry,
        'x-dead-letter-routing-key': deadQueue,
        'x-delivery-limit': DELIVERY_LIMIT,
      },
    });
    await channel.bindQueue(queue, exchangeName(namespace), type);
  }
}

/**
 * Where failed events wait: a message keeps the routing key under which it came to the exchange, its queue's name, and
 * is dead-lettered under it when its time is over. So all queues share one. Made at the first failure.
 */
export async function declareRetry(channel: Channel, namespace: string, delayMs: number): Promise<string> {
  const name = retryName(namespace, delayMs);
  await channel.assertExchange(name, 'fanout', { durable: true });
  await channel.assertQueue(name, {
    durable: true,
    arguments: { ...AT_LEAST_ONCE, ...expiryOf(namespace), 'x-message-ttl': delayMs },
  });
  await channel.bindQueue(name, name, '');
  return name;
}

/** Everything that a namespace leaves on a broker. */
export async function deleteTopology(
  channel: Channel,
  namespace: string,
  bindings: readonly QueueBinding[],
  retryDelaysMs: readonly number[],
): Promise<void> {
  const retries = retryDelaysMs.map((delayMs) => retryName(namespace, delayMs));
  for (const queue of [...bindings.map((binding) => binding.queue), ...retries, deadQueueName(namespace)])
    await channel.deleteQueue(queue);
  for (const exchange of [...retries, exchangeName(namespace)]) await channel.deleteExchange(exchange);
}
