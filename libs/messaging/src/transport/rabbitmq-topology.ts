import type { Channel, ChannelModel } from 'amqplib';
import { connectOnce } from './broker-addresses.js';
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
const deadQueueName = (namespace: string): string => `${namespace}.dead`;
/** The queue of one retry delay. */
const retryQueueName = (namespace: string, delayMs: number): string => `${namespace}.retry.${delayMs}`;
/** A topic exchange, so that accounts can be limited to the names of their own queues as routing keys. */
export const retryExchangeName = (namespace: string, delayMs: number): string => `${namespace}.retries.${delayMs}`;

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
/** RabbitMQ's error code for a queue that does not exist. */
const NOT_FOUND = 404;
/** RabbitMQ's error code for a command that the account may not use. */
const ACCESS_REFUSED = 403;

/** A topic exchange with its durable queues. */
export interface DeclaredExchange {
  exchange: string;
  queues: { name: string; arguments: Record<string, unknown> }[];
  bindings: { queue: string; routingKey: string }[];
}

export interface Topology {
  namespace: string;
  /** x-expires of every queue (https://www.rabbitmq.com/docs/ttl#queue-ttl). Undefined: permanent. */
  queueExpiresMs?: number;
}

/** Queues with other arguments, from an earlier version or setting. Arguments cannot be changed, so these queues are used unchanged. */
const mismatchedQueues = new Set<string>();

/** Topologies whose account may not declare anything: the broker's definitions contain them (rabbitmq-definitions.ts). */
const predeclared = new WeakSet<Topology>();

const getCode = (error: unknown): number | undefined => (error as { code?: number } | null)?.code;

/** The declaration failed in a way that closed its channel, and succeeds on a new one. */
export const isRepeatable = (error: unknown): boolean =>
  [PRECONDITION_FAILED, ACCESS_REFUSED].includes(getCode(error) ?? 0);

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
    if (getCode(error) === PRECONDITION_FAILED) mismatchedQueues.add(queue);
    else mismatchedQueues.delete(queue);
    throw error;
  }
}

const getMajorVersion = (channel: Channel): number =>
  Number.parseInt(
    (channel.connection as Partial<Channel['connection']> | undefined)?.serverProperties?.version ?? '',
    10,
  ) || 0;

/** The event exchange with the queue of each binding and the dead letter queue. */
export function describeTopology(
  namespace: string,
  bindings: readonly QueueBinding[],
  brokerMajorVersion: number,
): DeclaredExchange {
  const deadQueue = deadQueueName(namespace);
  const deadArguments = {
    'x-queue-type': 'quorum',
    ...(brokerMajorVersion >= FIRST_MAJOR_WITH_LIMIT ? NO_DELIVERY_LIMIT : {}),
  };
  const queueArguments = {
    ...AT_LEAST_ONCE,
    'x-dead-letter-routing-key': deadQueue,
    'x-delivery-limit': DELIVERY_LIMIT,
  };
  return {
    exchange: exchangeName(namespace),
    queues: [
      { name: deadQueue, arguments: deadArguments },
      ...bindings.map(({ queue }) => ({ name: queue, arguments: queueArguments })),
    ],
    bindings: bindings.map(({ queue, type }) => ({ queue, routingKey: type })),
  };
}

/**
 * Exchange and queue of one retry delay, shared by all queues: a message has the name of its queue as routing key, and is
 * dead-lettered to it when its TTL expires.
 */
export function describeRetry(namespace: string, delayMs: number): DeclaredExchange {
  const queue = retryQueueName(namespace, delayMs);
  return {
    exchange: retryExchangeName(namespace, delayMs),
    queues: [{ name: queue, arguments: { ...AT_LEAST_ONCE, 'x-message-ttl': delayMs } }],
    bindings: [{ queue, routingKey: '#' }],
  };
}

/** The retry delays of a namespace with these settings. */
export const listRetryDelays = (retryDelaysMs: readonly number[] = DEFAULT_RETRY_DELAYS_MS): number[] => [
  ...new Set([...retryDelaysMs, OUTAGE_DELAY_MS]),
];

/** @throws an error that `isRepeatable`, at the first call with an account that may not declare. From then on it only checks. */
async function declare(channel: Channel, topology: Topology, declared: DeclaredExchange): Promise<void> {
  const { exchange, queues, bindings } = declared;
  if (predeclared.has(topology)) {
    await channel.checkExchange(exchange);
    for (const { name } of queues) await channel.checkQueue(name);
    return;
  }
  try {
    await channel.assertExchange(exchange, 'topic', { durable: true });
    for (const queue of queues) await declareQueue(channel, queue.name, topology, queue.arguments);
    for (const { queue, routingKey } of bindings) await channel.bindQueue(queue, exchange, routingKey);
  } catch (error) {
    if (getCode(error) === ACCESS_REFUSED) predeclared.add(topology);
    throw error;
  }
}

/** Declares the queue of each binding and the dead letter queue. Declaring a queue again renews its expiry. */
export const declareTopology = (
  channel: Channel,
  topology: Topology,
  bindings: readonly QueueBinding[],
): Promise<void> =>
  declare(channel, topology, describeTopology(topology.namespace, bindings, getMajorVersion(channel)));

/** Declares exchange and queue of one retry delay, at the first failure, and returns the exchange. */
export async function declareRetry(channel: Channel, topology: Topology, delayMs: number): Promise<string> {
  const retry = describeRetry(topology.namespace, delayMs);
  await declare(channel, topology, retry);
  return retry.exchange;
}

/** Every exchange of a namespace with its queues. */
const describeNamespace = (
  namespace: string,
  bindings: readonly QueueBinding[],
  retryDelaysMs?: readonly number[],
): DeclaredExchange[] => [
  ...listRetryDelays(retryDelaysMs).map((delayMs) => describeRetry(namespace, delayMs)),
  describeTopology(namespace, bindings, 0),
];

/** Ids of the events in the queues of a namespace. Rejects if the broker does not answer, or if the queues have consumers. */
export async function listUndelivered(
  rabbitmqUrl: string,
  namespace: string,
  bindings: readonly QueueBinding[],
): Promise<string[]> {
  const model = await connectOnce(rabbitmqUrl, DELETE_CONNECT_TIMEOUT_MS);
  try {
    await assertNoConsumers(model, namespace, bindings);
    const queues = describeNamespace(namespace, bindings).flatMap((exchange) => exchange.queues);
    const ids: string[] = [];
    for (const { name } of queues) ids.push(...(await readMessageIds(model, name)));
    return [...new Set(ids)];
  } finally {
    await model.close();
  }
}

/** A shop with a copied data folder has the same namespace. RabbitMQ's `if-unused` does not exist for quorum queues. */
async function assertNoConsumers(
  model: ChannelModel,
  namespace: string,
  bindings: readonly QueueBinding[],
): Promise<void> {
  for (const { queue } of bindings)
    if ((await countConsumers(model, queue)) > 0)
      throw new Error(`The queues of ${namespace} are left alone, because another shop reads from them`);
}

/** None if the queue does not exist, which closes the channel. */
async function countConsumers(model: ChannelModel, queue: string): Promise<number> {
  const channel = await openChannel(model);
  try {
    const { consumerCount } = await channel.checkQueue(queue);
    await channel.close();
    return consumerCount;
  } catch (error) {
    if (getCode(error) !== NOT_FOUND) throw error;
    return 0;
  }
}

async function openChannel(model: ChannelModel): Promise<Channel> {
  const channel = await model.createChannel();
  channel.on('error', () => undefined); // the call rejects with it
  return channel;
}

/** The messages return to the queue when the channel closes. The queue of a retry delay may not exist. */
async function readMessageIds(model: ChannelModel, queue: string): Promise<string[]> {
  const channel = await openChannel(model);
  const ids: string[] = [];
  try {
    for (let message = await channel.get(queue); message; message = await channel.get(queue))
      ids.push(String(message.properties.messageId));
  } catch (error) {
    if (getCode(error) !== NOT_FOUND) throw error;
    return ids;
  }
  await channel.close();
  return ids;
}

/** Deletes all queues and exchanges of a namespace. Rejects if the broker does not answer, or if the queues have consumers. */
export async function deleteNamespace(
  rabbitmqUrl: string,
  namespace: string,
  bindings: readonly QueueBinding[],
  retryDelaysMs?: readonly number[],
): Promise<void> {
  const model = await connectOnce(rabbitmqUrl, DELETE_CONNECT_TIMEOUT_MS);
  try {
    await assertNoConsumers(model, namespace, bindings);
    const channel = await model.createChannel();
    for (const { exchange, queues } of describeNamespace(namespace, bindings, retryDelaysMs)) {
      for (const { name } of queues) await channel.deleteQueue(name);
      await channel.deleteExchange(exchange);
    }
  } finally {
    await model.close();
  }
}
