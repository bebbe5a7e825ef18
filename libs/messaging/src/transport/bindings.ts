import { republishableNouns, subscriptions } from '@shop/contracts/subscriptions';
import { queueName, type QueueBinding } from './event-transport.js';

/** Type of the command that makes the owner of `noun` publish the current state of every `noun`. */
export const republishType = (noun: string): string => `republish.${noun}`;

/** All queues of all services. The first service that starts declares them, so that each queue exists before the first event. */
export function listQueueBindings(namespace: string): QueueBinding[] {
  const eventQueues = Object.entries(subscriptions).flatMap(([service, definitions]) =>
    definitions.map(({ type }) => ({ service, type })),
  );
  const republishQueues = Object.entries(republishableNouns).flatMap(([service, nouns]) =>
    nouns.map((noun) => ({ service, type: republishType(noun) })),
  );
  return [...eventQueues, ...republishQueues].map(({ service, type }) => ({
    queue: queueName(namespace, service, type),
    type,
  }));
}
