import type { Channel, GetMessage } from 'amqplib';
import type { EventEnvelope } from '@shop/contracts/common';
import type { DeadLetter, QueueBinding } from './event-transport.js';
import type { RabbitConnection } from './rabbitmq-connection.js';
import { deadQueueName, declareQueue } from './rabbitmq-topology.js';

/** Looks at the messages of a queue without taking them: they go back when the channel is closed. */
async function peek(channel: Channel, queue: string, limit: number): Promise<GetMessage[]> {
  const seen: GetMessage[] = [];
  while (seen.length < limit) {
    const message = await channel.get(queue, { noAck: false });
    if (!message) break;
    seen.push(message);
  }
  return seen;
}

function toDeadLetter(queue: string, message: GetMessage): DeadLetter {
  const envelope = parse(message);
  const headers = message.properties.headers ?? {};
  const crashed = Array.isArray(headers['x-death']) ? 'its handler took the process down again and again' : 'unknown';
  return {
    queue,
    eventId: envelope?.id ?? String(message.properties.messageId ?? ''),
    type: envelope?.type ?? 'unreadable',
    subject: envelope?.subject ?? '',
    reason: String(headers['x-reason'] ?? crashed),
    attempts: Number(headers['x-attempts'] ?? 0),
    diedAt: String(headers['x-died-at'] ?? ''),
  };
}

function parse(message: GetMessage): EventEnvelope | undefined {
  try {
    return JSON.parse(message.content.toString('utf8')) as EventEnvelope;
  } catch {
    return undefined;
  }
}

export async function readDeadLetters(connection: RabbitConnection, bindings: readonly QueueBinding[], limit: number): Promise<DeadLetter[]> {
  const letters: DeadLetter[] = [];
  for (const { queue } of bindings) {
    const found = await connection.withChannel(async (channel) => {
      await declareQueue(channel, queue);
      return peek(channel, deadQueueName(queue), limit - letters.length);
    });
    letters.push(...found.map((message) => toDeadLetter(queue, message)));
    if (letters.length >= limit) break;
  }
  return letters;
}

/** Each letter is put into its queue, confirmed, and only then taken from the dead ones. */
export async function replayDeadLetters(connection: RabbitConnection, bindings: readonly QueueBinding[], eventIds?: readonly string[]): Promise<number> {
  let replayed = 0;
  for (const { queue } of bindings) {
    replayed += await connection.withChannel(async (channel) => {
      await declareQueue(channel, queue);
      const waiting = await peek(channel, deadQueueName(queue), 100_000);
      const chosen = waiting.filter((message) => !eventIds || eventIds.includes(parse(message)?.id ?? ''));
      for (const message of chosen) {
        await connection.publishConfirmed('', queue, message.content, { messageId: String(message.properties.messageId ?? '') });
        channel.ack(message);
      }
      return chosen.length;
    });
  }
  return replayed;
}
