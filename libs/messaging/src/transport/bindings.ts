import { republished, subscriptions } from '@shop/contracts/subscriptions';
import { queueName, type QueueBinding } from './event-transport.js';

/** Type of the command that asks the owner of `noun` to publish the present state of every one again. */
export const republishType = (noun: string): string => `republish.${noun}`;

/** Every queue of every service: declared by whoever starts first, so that no event is told before its listeners' queues exist. */
export function bindingsOf(namespace: string): QueueBinding[] {
  const eventQueues = Object.entries(subscriptions).flatMap(([service, definitions]) =>
    definitions.map(({ type }) => ({ service, type })),
  );
  const republishQueues = Object.entries(republished).flatMap(([service, nouns]) =>
    nouns.map((noun) => ({ service, type: republishType(noun) })),
  );
  return [...eventQueues, ...republishQueues].map(({ service, type }) => ({ queue: queueName(namespace, service, type), type }));
}
