import type { Channel, GetMessage } from 'amqplib';
import type { EventEnvelope } from '@shop/contracts/common';
import type { DeadLetter } from './event-transport.js';
import type { RabbitConnection } from './rabbitmq-connection.js';
import { deadQueueName } from './rabbitmq-topology.js';

/** Messages looked at together; they are held unacknowledged meanwhile. */
const MAX_PEEKED = 10_000;

/** Looks at the messages of a queue without taking them: they go back when the channel is closed. */
async function peek(channel: Channel, queue: string, limit: number): Promise<GetMessage[]> {
  const messages: GetMessage[] = [];
  while (messages.length < limit) {
    const message = await channel.get(queue, { noAck: false });
    if (!message) break;
    messages.push(message);
  }
  return messages;
}

function parseEnvelope(message: GetMessage): EventEnvelope | undefined {
  try {
    return JSON.parse(message.content.toString('utf8')) as EventEnvelope;
  } catch {
    return undefined;
  }
}

/** What stands on a dead letter: `x-death` by the broker, the latest death first, the rest by us. */
interface DeadLetterHeaders {
  'x-queue'?: string;
  'x-reason'?: string;
  'x-attempts'?: number;
  'x-attempt'?: number;
  'x-died-at'?: string;
  'x-death'?: { queue?: string; time?: { value?: number } }[];
}

const getHeaders = (message: GetMessage): DeadLetterHeaders => message.properties.headers ?? {};

/** The queue it came from. */
function originOf(message: GetMessage): string {
  const headers = getHeaders(message);
  return headers['x-queue'] ?? headers['x-death']?.[0]?.queue ?? '';
}

function diedAt(headers: DeadLetterHeaders): string {
  const seconds = headers['x-death']?.[0]?.time?.value;
  return headers['x-died-at'] ?? (seconds === undefined ? '' : new Date(seconds * 1000).toISOString());
}

function toDeadLetter(message: GetMessage): DeadLetter {
  const envelope = parseEnvelope(message);
  const headers = getHeaders(message);
  return {
    queue: originOf(message),
    eventId: envelope?.id ?? String(message.properties.messageId ?? ''),
    type: envelope?.type ?? 'unreadable',
    subject: envelope?.subject ?? '',
    reason: headers['x-reason'] ?? 'its handler took the process down again and again',
    attempts: headers['x-attempts'] ?? headers['x-attempt'] ?? 1,
    diedAt: diedAt(headers),
  };
}

export function readDeadLetters(connection: RabbitConnection, namespace: string, limit: number): Promise<DeadLetter[]> {
  return connection.withChannel(async (channel) =>
    (await peek(channel, deadQueueName(namespace), limit)).map(toDeadLetter),
  );
}

/** Each letter is put into its queue, confirmed, and only then taken from the dead ones. */
export function replayDeadLetters(
  connection: RabbitConnection,
  namespace: string,
  eventIds?: readonly string[],
): Promise<number> {
  return connection.withChannel(async (channel) => {
    const waiting = await peek(channel, deadQueueName(namespace), MAX_PEEKED);
    const chosen = waiting.filter((message) => !eventIds || eventIds.includes(parseEnvelope(message)?.id ?? ''));
    for (const message of chosen) {
      const isRouted = await connection.publishConfirmed('', originOf(message), message.content, {
        messageId: String(message.properties.messageId ?? ''),
      });
      if (!isRouted) throw new Error(`There is no queue ${originOf(message)} any more`);
      channel.ack(message);
    }
    return chosen.length;
  });
}
