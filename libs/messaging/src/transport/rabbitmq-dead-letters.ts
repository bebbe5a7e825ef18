import type { Channel, GetMessage } from 'amqplib';
import type { EventEnvelope } from '@shop/contracts/common';
import type { DeadLetter } from './event-transport.js';
import type { RabbitConnection } from './rabbitmq-connection.js';
import { deadQueueName } from './rabbitmq-topology.js';

/** Messages that are read at once. They stay unacknowledged until the channel closes. */
const MAX_PEEKED = 10_000;

/** Reads messages without acknowledging them. They return to the queue when the channel closes. */
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

/** Headers of a dead letter. The broker writes `x-death`, latest first, and we write the others. */
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
function getOriginQueue(message: GetMessage): string {
  const headers = getHeaders(message);
  return headers['x-queue'] ?? headers['x-death']?.[0]?.queue ?? '';
}

function getDiedAt(headers: DeadLetterHeaders): string {
  const seconds = headers['x-death']?.[0]?.time?.value;
  return headers['x-died-at'] ?? (seconds === undefined ? '' : new Date(seconds * 1000).toISOString());
}

function toDeadLetter(message: GetMessage): DeadLetter {
  const envelope = parseEnvelope(message);
  const headers = getHeaders(message);
  return {
    queue: getOriginQueue(message),
    eventId: envelope?.id ?? String(message.properties.messageId ?? ''),
    type: envelope?.type ?? 'unreadable',
    subject: envelope?.subject ?? '',
    reason: headers['x-reason'] ?? 'The handler repeatedly crashed its process',
    attempts: headers['x-attempts'] ?? headers['x-attempt'] ?? 1,
    diedAt: getDiedAt(headers),
  };
}

export function readDeadLetters(connection: RabbitConnection, namespace: string, limit: number): Promise<DeadLetter[]> {
  return connection.withChannel(async (channel) =>
    (await peek(channel, deadQueueName(namespace), limit)).map(toDeadLetter),
  );
}

/** Each dead letter is acknowledged only after the broker has confirmed it in its original queue. */
export function replayDeadLetters(
  connection: RabbitConnection,
  namespace: string,
  eventIds?: readonly string[],
): Promise<number> {
  return connection.withChannel(async (channel) => {
    const waiting = await peek(channel, deadQueueName(namespace), MAX_PEEKED);
    const chosen = waiting.filter((message) => !eventIds || eventIds.includes(parseEnvelope(message)?.id ?? ''));
    for (const message of chosen) {
      const isRouted = await connection.publishConfirmed('', getOriginQueue(message), message.content, {
        messageId: String(message.properties.messageId ?? ''),
      });
      if (!isRouted) throw new Error(`The queue ${getOriginQueue(message)} does not exist any more`);
      channel.ack(message);
    }
    return chosen.length;
  });
}
