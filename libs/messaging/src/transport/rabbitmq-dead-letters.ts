import type { Channel, GetMessage } from 'amqplib';
import type { EventEnvelope } from '@shop/contracts/common';
import type { DeadLetter, QueueBinding } from './event-transport.js';
import type { RabbitConnection } from './rabbitmq-connection.js';
import { deadQueueName } from './rabbitmq-topology.js';

/** Messages looked at together; they are held unacknowledged meanwhile. */
const PEEK_MAX = 10_000;

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

function parse(message: GetMessage): EventEnvelope | undefined {
  try {
    return JSON.parse(message.content.toString('utf8')) as EventEnvelope;
  } catch {
    return undefined;
  }
}

/** What the broker itself writes on a message that it set aside. */
interface Death {
  time?: { value?: number };
  count?: number;
}

function toDeadLetter(queue: string, message: GetMessage): DeadLetter {
  const envelope = parse(message);
  const headers = (message.properties.headers ?? {}) as Record<string, unknown>;
  const [death] = (headers['x-death'] ?? []) as Death[];
  const reason = headers['x-reason'] ?? (death ? 'its handler took the process down again and again' : 'unknown');
  return {
    queue,
    eventId: envelope?.id ?? String(message.properties.messageId ?? ''),
    type: envelope?.type ?? 'unreadable',
    subject: envelope?.subject ?? '',
    reason: String(reason),
    attempts: Number(headers['x-attempts'] ?? headers['x-attempt'] ?? 1),
    diedAt: String(headers['x-died-at'] ?? (death?.time?.value ? new Date(death.time.value * 1000).toISOString() : '')),
  };
}

export async function readDeadLetters(connection: RabbitConnection, bindings: readonly QueueBinding[], limit: number): Promise<DeadLetter[]> {
  const letters: DeadLetter[] = [];
  for (const { queue } of bindings) {
    if (letters.length >= limit) break;
    const found = await connection.withChannel(async (channel) => (await peek(channel, deadQueueName(queue), limit - letters.length)).map((message) => toDeadLetter(queue, message)));
    letters.push(...found);
  }
  return letters;
}

/** Each letter is put into its queue, confirmed, and only then taken from the dead ones. */
export async function replayDeadLetters(connection: RabbitConnection, bindings: readonly QueueBinding[], eventIds?: readonly string[]): Promise<number> {
  let replayed = 0;
  for (const { queue } of bindings) replayed += await connection.withChannel((channel) => replayQueue(connection, channel, queue, eventIds));
  return replayed;
}

async function replayQueue(connection: RabbitConnection, channel: Channel, queue: string, eventIds?: readonly string[]): Promise<number> {
  const waiting = await peek(channel, deadQueueName(queue), PEEK_MAX);
  const chosen = waiting.filter((message) => !eventIds || eventIds.includes(parse(message)?.id ?? ''));
  for (const message of chosen) {
    const isRouted = await connection.publishConfirmed('', queue, message.content, { messageId: String(message.properties.messageId ?? '') });
    if (!isRouted) throw new Error(`There is no queue ${queue}`);
    channel.ack(message);
  }
  return chosen.length;
}
