import type { AppName } from '@shop/contracts-common';
import { listQueueBindings, queueName, type Topology } from './event-transport.js';
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
/** The queues that the broker names. Each is exclusive to its connection. */
const TEMPORARY_QUEUES = String.raw`amq\.gen-.*`;

const escapeDots = (text: string): string => text.replaceAll('.', String.raw`\.`);
const isOneOf = (patterns: readonly string[]): string => (patterns.length > 0 ? `^(${patterns.join('|')})$` : NOTHING);

/**
 * An account publishes its own events and reads its own queues, and its broadcasts in a queue of its connection. It has no right to the
 * default exchange, which reaches every queue, and so cannot declare queues that dead-letter through it.
 */
function getRights(
  namespace: string,
  { events: allEvents }: Topology,
  account: AppName,
): [Permissions, TopicPermissions[]] {
  const events = exchangeName(namespace);
  const retries = listRetryDelays().map((delayMs) => retryExchangeName(namespace, delayMs));
  const ownQueues = `${escapeDots(queueName(namespace, account, ''))}.*`;
  const ownTypes = allEvents.filter(({ owner }) => owner === account).map(({ type }) => type);
  const broadcastTypes = allEvents
    .filter(({ receivers }) => receivers.broadcastTo?.includes(account))
    .map(({ type }) => type);
  const temporaryQueues = broadcastTypes.length > 0 ? [TEMPORARY_QUEUES] : [];
  const isService = account !== 'gateway';
  return [
    {
      configure: isOneOf(temporaryQueues),
      write: isOneOf([...(isService ? [events, ...retries].map(escapeDots) : []), ...temporaryQueues]),
      read: isOneOf([
        ...(isService ? [ownQueues] : []),
        ...(broadcastTypes.length > 0 ? [escapeDots(events)] : []),
        ...temporaryQueues,
      ]),
    },
    [
      { exchange: events, write: isOneOf(ownTypes.map(escapeDots)), read: isOneOf(broadcastTypes.map(escapeDots)) },
      ...(isService ? retries : []).map((exchange) => ({ exchange, write: isOneOf([ownQueues]), read: NOTHING })),
    ],
  ];
}

/**
 * Definitions for RabbitMQ (https://www.rabbitmq.com/docs/definitions): every exchange and queue, and the rights of the accounts, which
 * have the names of the services. The accounts themselves are not included.
 */
export function createBrokerDefinitions(
  namespace: string,
  topology: Topology,
  brokerMajorVersion: number,
): Record<string, object[]> {
  const vhost = '/';
  const declared = [
    describeTopology(namespace, listQueueBindings(namespace, topology), brokerMajorVersion),
    ...listRetryDelays().map((delayMs) => describeRetry(namespace, delayMs)),
  ];
  const accounts = [...new Set(topology.events.map(({ owner }) => owner)), 'gateway'] as const;
  const rights = accounts.map((account) => [account, ...getRights(namespace, topology, account)] as const);
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
