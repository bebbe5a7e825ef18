import type { Channel, GetMessage, Message } from 'amqplib';
import type { EventEnvelope } from '@shop/contracts/common';
import type { DeadLetter } from './event-transport.js';
import { deadQueueName } from './rabbitmq-topology.js';

/** The JSON of a message. Undefined if it is malformed. */
export function readContent({ content }: Message): unknown {
  try {
    return JSON.parse(content.toString('utf8'));
  } catch {
    return undefined;
  }
}

export const getMessageId = ({ properties }: Message): string => String(properties.messageId ?? '');

/** Headers of a dead letter. The broker writes `x-death`, latest first, and we write the others. */
interface DeadLetterHeaders {
  'x-queue'?: string;
  'x-reason'?: string;
  'x-attempts'?: number;
  'x-attempt'?: number;
  'x-died-at'?: string;
  'x-death'?: { queue?: string; time?: { value?: number } }[];
}

function toDeadLetter(message: GetMessage): DeadLetter {
  const envelope = readContent(message) as Partial<EventEnvelope> | undefined;
  const headers: DeadLetterHeaders = message.properties.headers ?? {};
  const [death] = headers['x-death'] ?? [];
  const diedAtSeconds = death?.time?.value;
  return {
    queue: headers['x-queue'] ?? death?.queue ?? '',
    eventId: envelope?.id ?? getMessageId(message),
    type: envelope?.type ?? 'unreadable',
    subject: envelope?.subject ?? '',
    reason: headers['x-reason'] ?? 'The handler repeatedly crashed its process',
    attempts: headers['x-attempts'] ?? headers['x-attempt'] ?? 1,
    diedAt: headers['x-died-at'] ?? (diedAtSeconds ? new Date(diedAtSeconds * 1000).toISOString() : ''),
  };
}

/** Reads dead letters without acknowledging them. They return to the queue when the channel closes. */
export async function peekDeadLetters(
  channel: Channel,
  namespace: string,
  limit: number,
): Promise<[GetMessage, DeadLetter][]> {
  const found: [GetMessage, DeadLetter][] = [];
  while (found.length < limit) {
    const message = await channel.get(deadQueueName(namespace), { noAck: false });
    if (!message) break;
    found.push([message, toDeadLetter(message)]);
  }
  return found;
}
