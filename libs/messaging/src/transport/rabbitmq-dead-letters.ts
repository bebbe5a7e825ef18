import type { Channel, GetMessage } from 'amqplib';
import type { EventEnvelope } from '@shop/contracts/common';
import type { DeadLetter } from './event-transport.js';
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
  queue?: string;
  time?: { value?: number };
}

function headersOf(message: GetMessage): Record<string, unknown> & { deaths: Death[] } {
  const headers = (message.properties.headers ?? {}) as Record<string, unknown>;
  return { ...headers, deaths: (headers['x-death'] ?? []) as Death[] };
}

/** The queue it came from: as we wrote it, or as the broker did, the latest death first. */
function originOf(message: GetMessage): string {
  const headers = headersOf(message);
  return String(headers['x-queue'] ?? headers.deaths[0]?.queue ?? '');
}

function toDeadLetter(message: GetMessage): DeadLetter {
  const envelope = parse(message);
  const headers = headersOf(message);
  const [death] = headers.deaths;
  return {
    queue: originOf(message),
    eventId: envelope?.id ?? String(message.properties.messageId ?? ''),
    type: envelope?.type ?? 'unreadable',
    subject: envelope?.subject ?? '',
    reason: String(headers['x-reason'] ?? 'its handler took the process down again and again'),
    attempts: Number(headers['x-attempts'] ?? headers['x-attempt'] ?? 1),
    diedAt: String(headers['x-died-at'] ?? (death?.time?.value ? new Date(death.time.value * 1000).toISOString() : '')),
  };
}

export function readDeadLetters(connection: RabbitConnection, namespace: string, limit: number): Promise<DeadLetter[]> {
  return connection.withChannel(async (channel) => (await peek(channel, deadQueueName(namespace), limit)).map(toDeadLetter));
}

/** Each letter is put into its queue, confirmed, and only then taken from the dead ones. */
export function replayDeadLetters(connection: RabbitConnection, namespace: string, eventIds?: readonly string[]): Promise<number> {
  return connection.withChannel(async (channel) => {
    const waiting = await peek(channel, deadQueueName(namespace), PEEK_MAX);
    const chosen = waiting.filter((message) => !eventIds || eventIds.includes(parse(message)?.id ?? ''));
    for (const message of chosen) {
      const isRouted = await connection.publishConfirmed('', originOf(message), message.content, { messageId: String(message.properties.messageId ?? '') });
      if (!isRouted) throw new Error(`There is no queue ${originOf(message)} any more`);
      channel.ack(message);
    }
    return chosen.length;
  });
}
