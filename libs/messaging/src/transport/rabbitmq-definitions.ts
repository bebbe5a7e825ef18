import type { ServiceName } from '@shop/contracts/common';
import { allEvents, broadcasts, subscriptions } from '@shop/contracts/subscriptions';
import { listQueueBindings, queueName } from './event-transport.js';
import {
  describeRetry,
  describeTopology,
  exchangeName,
  listRetryDelays,
  retryExchangeName,
} from './rabbitmq-topology.js';

interface Permissions {
  configure: string;
  write: string;
  read: string;
}

/** Rights to routing keys of one topic exchange. */
interface TopicPermissions {
  exchange: string;
  write: string;
  read: string;
}

const NOTHING = '^$';
/** Prefix of the queues that the broker names. Each is exclusive to its connection. */
const TEMPORARY_QUEUE = String.raw`amq\.gen-`;

const escapeDots = (text: string): string => text.replaceAll('.', String.raw`\.`);
const startsWith = (prefix: string): string => `^${escapeDots(prefix)}`;
const isOneOf = (names: readonly string[]): string =>
  names.length > 0 ? `^(${names.map(escapeDots).join('|')})$` : NOTHING;

/**
 * A service reads its own queues and publishes its own events. It has no right to the default exchange, which reaches every queue,
 * and so cannot declare queues that dead-letter through it.
 */
function getServiceRights(namespace: string, service: ServiceName): [Permissions, TopicPermissions[]] {
  const events = exchangeName(namespace);
  const retries = listRetryDelays().map((delayMs) => retryExchangeName(namespace, delayMs));
  const ownQueues = startsWith(queueName(namespace, service, ''));
  const ownTypes = allEvents.filter(({ owner }) => owner === service).map(({ type }) => type);
  return [
    { configure: NOTHING, write: isOneOf([events, ...retries]), read: ownQueues },
    [
      { exchange: events, write: isOneOf(ownTypes), read: NOTHING },
      ...retries.map((exchange) => ({ exchange, write: ownQueues, read: NOTHING })),
    ],
  ];
}

/** A gateway receives broadcasts in a queue of its connection, and publishes nothing. */
function getGatewayRights(namespace: string): [Permissions, TopicPermissions[]] {
  const events = exchangeName(namespace);
  const temporary = `^${TEMPORARY_QUEUE}`;
  return [
    { configure: temporary, write: temporary, read: `^(${TEMPORARY_QUEUE}.*|${escapeDots(events)})$` },
    [{ exchange: events, write: NOTHING, read: isOneOf(broadcasts.map(({ type }) => type)) }],
  ];
}

/**
 * Definitions for RabbitMQ (https://www.rabbitmq.com/docs/definitions): every exchange and queue, and the rights of the accounts, which
 * have the names of the services. The accounts themselves are not included.
 */
export function createBrokerDefinitions(namespace: string, brokerMajorVersion: number): Record<string, object[]> {
  const vhost = '/';
  const declared = [
    describeTopology(namespace, listQueueBindings(namespace), brokerMajorVersion),
    ...listRetryDelays().map((delayMs) => describeRetry(namespace, delayMs)),
  ];
  const rights = [
    ...(Object.keys(subscriptions) as ServiceName[]).map(
      (service) => [service, ...getServiceRights(namespace, service)] as const,
    ),
    ['gateway', ...getGatewayRights(namespace)] as const,
  ];
  return {
    permissions: rights.map(([user, permissions]) => ({ user, vhost, ...permissions })),
    topic_permissions: rights.flatMap(([user, , topics]) => topics.map((topic) => ({ user, vhost, ...topic }))),
    exchanges: declared.map(({ exchange: name }) => ({
      name,
      vhost,
      type: 'topic',
      durable: true,
      auto_delete: false,
      internal: false,
      arguments: {},
    })),
    queues: declared.flatMap(({ queues }) =>
      queues.map((queue) => ({ ...queue, vhost, durable: true, auto_delete: false })),
    ),
    bindings: declared.flatMap(({ exchange: source, bindings }) =>
      bindings.map(({ queue: destination, routingKey }) => ({
        source,
        vhost,
        destination,
        destination_type: 'queue',
        routing_key: routingKey,
        arguments: {},
      })),
    ),
  };
}
