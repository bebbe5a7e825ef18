import type { Channel } from 'amqplib';
import type { QueueBinding } from './event-transport.js';

/**
 * A handler that takes its process down with it is redelivered this often, then set aside. RabbitMQ 3.10 would
 * redeliver for ever; connection losses count too, hence not fewer.
 */
const DELIVERY_LIMIT = 20;

export const exchangeName = (namespace: string): string => `${namespace}.events`;
export const deadQueueName = (queue: string): string => `${queue}.dead`;
export const retryQueueName = (queue: string, delayMs: number): string => `${queue}.retry.${delayMs}`;

/** Dead-lettering that never loses a message needs a queue that refuses publishers rather than drop its head. */
const deadLetterTo = (queue: string) => ({
  'x-queue-type': 'quorum',
  'x-dead-letter-exchange': '',
  'x-dead-letter-routing-key': queue,
  'x-dead-letter-strategy': 'at-least-once',
  'x-overflow': 'reject-publish',
});

/** Where a failed event waits: its time to live ends, and it goes back to its queue. Made at the first failure. */
export async function declareRetryQueue(channel: Channel, queue: string, delayMs: number): Promise<string> {
  const retryQueue = retryQueueName(queue, delayMs);
  await channel.assertQueue(retryQueue, { durable: true, arguments: { ...deadLetterTo(queue), 'x-message-ttl': delayMs } });
  return retryQueue;
}

/** The queue of each service for each event, and the one for its dead letters. Their arguments can't be changed later. */
export async function declareTopology(channel: Channel, namespace: string, bindings: readonly QueueBinding[]): Promise<void> {
  await channel.assertExchange(exchangeName(namespace), 'topic', { durable: true });
  for (const { queue, type } of bindings) {
    await channel.assertQueue(deadQueueName(queue), { durable: true, arguments: { 'x-queue-type': 'quorum' } });
    await channel.assertQueue(queue, { durable: true, arguments: { ...deadLetterTo(deadQueueName(queue)), 'x-delivery-limit': DELIVERY_LIMIT } });
    await channel.bindQueue(queue, exchangeName(namespace), type);
  }
}
