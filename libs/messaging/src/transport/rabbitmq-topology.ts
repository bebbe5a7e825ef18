import type { Channel } from 'amqplib';
import type { QueueBinding } from './event-transport.js';

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
const NO_DELIVERY_LIMIT = { 'x-delivery-limit': -1 };
const FIRST_MAJOR_WITH_LIMIT = 4;
/** What RabbitMQ answers where a queue exists with other arguments. */
const PRECONDITION_FAILED = 406;

export interface Topology {
  namespace: string;
  /** x-expires of every queue (https://www.rabbitmq.com/docs/ttl#queue-ttl); undefined: they stay. */
  queueExpiresMs?: number;
}

/** Queues that exist with other arguments, from an earlier version or setting: a queue's arguments can't be changed, so these are used as they are. */
const mismatchedQueues = new Set<string>();

export const isPreconditionFailed = (error: unknown): boolean =>
  (error as { code?: number } | null)?.code === PRECONDITION_FAILED;

/** @throws PRECONDITION_FAILED, which closes the channel, the first time that this process meets a queue with other arguments: try again on another channel. */
async function declareQueue(
  channel: Channel,
  queue: string,
  { queueExpiresMs }: Topology,
  queueArguments: Record<string, unknown>,
): Promise<void> {
  const expiry = queueExpiresMs === undefined ? {} : { 'x-expires': queueExpiresMs };
  try {
    if (mismatchedQueues.has(queue)) await channel.checkQueue(queue);
    else await channel.assertQueue(queue, { durable: true, arguments: { ...queueArguments, ...expiry } });
  } catch (error) {
    if (isPreconditionFailed(error)) mismatchedQueues.add(queue);
    else mismatchedQueues.delete(queue);
    throw error;
  }
}

const getMajorVersion = (channel: Channel): number =>
  Number.parseInt(
    (channel.connection as Partial<Channel['connection']> | undefined)?.serverProperties?.version ?? '',
    10,
  ) || 0;

/** The queue of each service for each event, and the one for dead letters. Declaring a queue again also renews its expiry. */
export async function declareTopology(
  channel: Channel,
  topology: Topology,
  bindings: readonly QueueBinding[],
): Promise<void> {
  const { namespace } = topology;
  const deadQueue = deadQueueName(namespace);
  await channel.assertExchange(exchangeName(namespace), 'topic', { durable: true });
  await declareQueue(channel, deadQueue, topology, {
    'x-queue-type': 'quorum',
    ...(getMajorVersion(channel) >= FIRST_MAJOR_WITH_LIMIT ? NO_DELIVERY_LIMIT : {}),
  });
  for (const { queue, type } of bindings) {
    await declareQueue(channel, queue, topology, {
      ...AT_LEAST_ONCE,
      'x-dead-letter-routing-key': deadQueue,
      'x-delivery-limit': DELIVERY_LIMIT,
    });
    await channel.bindQueue(queue, exchangeName(namespace), type);
  }
}

/**
 * Where failed events wait: a message keeps the routing key under which it came to the exchange, its queue's name, and
 * is dead-lettered under it when its time is over. So all queues share one. Made at the first failure.
 */
export async function declareRetry(channel: Channel, topology: Topology, delayMs: number): Promise<string> {
  const name = retryName(topology.namespace, delayMs);
  await channel.assertExchange(name, 'fanout', { durable: true });
  await declareQueue(channel, name, topology, { ...AT_LEAST_ONCE, 'x-message-ttl': delayMs });
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
