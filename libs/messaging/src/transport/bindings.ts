import { subscriptions } from '@shop/contracts/subscriptions';
import { queueName, type QueueBinding } from './event-transport.js';

/** Every queue of every service: declared by whoever starts first, so that no event is told before its listeners' queues exist. */
export function bindingsOf(namespace: string): QueueBinding[] {
  return Object.entries(subscriptions).flatMap(([service, definitions]) => definitions.map(({ type }) => ({ queue: queueName(namespace, service, type), type })));
}
