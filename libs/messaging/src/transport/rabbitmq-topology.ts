import amqp, { type Channel } from 'amqplib';
import { OUTAGE_DELAY_MS } from './delivery.js';
import { DEFAULT_RETRY_DELAYS_MS, type QueueBinding } from './event-transport.js';

const DELETE_CONNECT_TIMEOUT_MS = 10_000;

/**
 * Limit of the broker, which then moves a message to the dead queue. Listeners act two deliveries earlier. Not fewer, because lost
 * connections count as well. RabbitMQ 3.10 has no default limit.
 */
const DELIVERY_LIMIT = 20;
/** A message whose handler crashes its process this often becomes a dead letter of its listener. */
export const CRASH_LIMIT = DELIVERY_LIMIT - 2;

export const exchangeName = (namespace: string): string => `${namespace}.events`;
/** Part of the queues' arguments, which cannot be changed. Empty: listeners store dead letters in their databases. */
export const deadQueueName = (namespace: string): string => `${namespace}.dead`;
/** Name of the exchange and the queue for one retry delay. */
export const retryName = (namespace: string, delayMs: number): string => `${namespace}.retry.${delayMs}`;

/** Lossless dead-lettering requires `reject-publish`: the default overflow behaviour drops the oldest message. */
const AT_LEAST_ONCE = {
  'x-queue-type': 'quorum',
  'x-dead-letter-exchange': '',
  'x-dead-letter-strategy': 'at-least-once',
  'x-overflow': 'reject-publish',
};

/** Since RabbitMQ 4.0 a quorum queue drops a message after 20 deliveries by default. Older versions reject the value -1. */
const NO_DELIVERY_LIMIT = { 'x-delivery-limit': -1 };
const FIRST_MAJOR_WITH_LIMIT = 4;
/** RabbitMQ's error code for a queue that exists with other arguments. */
const PRECONDITION_FAILED = 406;

export interface Topology {
  namespace: string;
  /** x-expires of every queue (https://www.rabbitmq.com/docs/ttl#queue-ttl). Undefined: permanent. */
  queueExpiresMs?: number;
}

/** Queues with other arguments, from an earlier version or setting. Arguments cannot be changed, so these queues are used unchanged. */
const mismatchedQueues = new Set<string>();

export const isPreconditionFailed = (error: unknown): boolean =>
  (error as { code?: number } | null)?.code === PRECONDITION_FAILED;

/** @throws PRECONDITION_FAILED, which closes the channel, at the first declaration of a queue with other arguments. Repeat on a new channel. */
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

/** Declares the queue of each binding and the dead letter queue. Declaring a queue again renews its expiry. */
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
 * Declares the retry queue of one delay, shared by all queues: a message has the name of its queue as routing key, and is
 * dead-lettered to it when its TTL expires. Declared at the first failure.
 */
export async function declareRetry(channel: Channel, topology: Topology, delayMs: number): Promise<string> {
  const name = retryName(topology.namespace, delayMs);
  await channel.assertExchange(name, 'fanout', { durable: true });
  await declareQueue(channel, name, topology, { ...AT_LEAST_ONCE, 'x-message-ttl': delayMs });
  await channel.bindQueue(name, name, '');
  return name;
}

/** Deletes all queues and exchanges of a namespace. Rejects if the broker does not answer. */
export async function deleteNamespace(
  rabbitmqUrl: string,
  namespace: string,
  bindings: readonly QueueBinding[],
  retryDelaysMs: readonly number[] = DEFAULT_RETRY_DELAYS_MS,
): Promise<void> {
  const model = await amqp.connect(rabbitmqUrl, { timeout: DELETE_CONNECT_TIMEOUT_MS });
  try {
    const channel = await model.createChannel();
    const retries = [...new Set([...retryDelaysMs, OUTAGE_DELAY_MS])].map((delayMs) => retryName(namespace, delayMs));
    for (const queue of [...bindings.map((binding) => binding.queue), ...retries, deadQueueName(namespace)])
      await channel.deleteQueue(queue);
    for (const exchange of [...retries, exchangeName(namespace)]) await channel.deleteExchange(exchange);
  } finally {
    await model.close();
  }
}
