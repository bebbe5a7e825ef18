/** `npm run events -- dead list | dead replay [EVENT-ID…] | republish NOUN`: operators' commands for events. */
import { randomUUID } from 'node:crypto';
import { republishableNouns } from '@shop/contracts/subscriptions';
import { settlesWithin } from '@shop/jobs/retry';
import {
  listQueueBindings,
  createTransport,
  queueName,
  republishType,
  type EventTransport,
} from '@shop/messaging/transport';
import { readSettings } from '../shop/settings.ts';
import { findRunningShop } from '../shop/shop-record.ts';
import { type EventsAddress, findEventsAddress } from './events-address.ts';

const LIST_LIMIT = 1_000;
const START_LIMIT_MS = 10_000;

/** Noun → the service that can republish its current state. */
const OWNER_BY_NOUN = new Map(
  Object.entries(republishableNouns).flatMap(([service, nouns]) => nouns.map((noun) => [noun, service] as const)),
);
const NOUNS = [...OWNER_BY_NOUN.keys()].join(', ');

const USAGE = `npm run events -- dead list                 dead letters, oldest first
npm run events -- dead replay [EVENT-ID …]  put all or these dead letters back into their queues
npm run events -- republish NOUN            publish the current state again (${NOUNS})`;

/** An error whose message is printed without a stack. */
class UsageError extends Error {}

function eventsAddress(): EventsAddress {
  const address = findEventsAddress(process.env, findRunningShop(readSettings().dataDir)?.events);
  if (!address)
    throw new UsageError('No shop runs on this data folder. Start it, or set RABBITMQ_URL or EVENTS_DATABASE_URL.');
  return address;
}

/** Validation errors of a schema have several lines. */
const toSingleLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

async function listDeadLetters(transport: EventTransport): Promise<void> {
  const deadLetters = await transport.listDeadLetters(LIST_LIMIT);
  for (const { diedAt, queue, eventId, subject, attempts, reason } of deadLetters)
    console.log(`${diedAt}  ${queue}  ${eventId}  ${subject}  after ${attempts}: ${toSingleLine(reason)}`);
  console.log(
    deadLetters.length === 0
      ? 'No dead letters.'
      : `${deadLetters.length} dead ${deadLetters.length === 1 ? 'letter' : 'letters'}${deadLetters.length === LIST_LIMIT ? ' (the list ends here)' : ''}.`,
  );
}

async function replayDeadLetters(transport: EventTransport, eventIds: string[]): Promise<void> {
  const replayed = await transport.replayDeadLetters(eventIds.length > 0 ? eventIds : undefined);
  console.log(`${replayed} put back into their queues.`);
}

async function republish(transport: EventTransport, namespace: string, noun: string): Promise<void> {
  const owner = OWNER_BY_NOUN.get(noun);
  if (!owner) throw new UsageError(`"${noun}" cannot be republished. Known nouns: ${NOUNS}.`);
  const type = republishType(noun);
  await transport.sendToQueue(queueName(namespace, owner, type), {
    specversion: '1.0',
    id: randomUUID(),
    type,
    source: '/operator',
    subject: `republish/${noun}`,
    time: new Date().toISOString(),
    datacontenttype: 'application/json',
    sequence: 1,
    data: {},
  });
  console.log(`${owner} will publish every ${noun} again.`);
}

async function run([verb, ...rest]: string[]): Promise<void> {
  const commands = {
    'dead list': (transport: EventTransport) => listDeadLetters(transport),
    'dead replay': (transport: EventTransport) => replayDeadLetters(transport, rest.slice(1)),
    republish: (transport: EventTransport, namespace: string) => republish(transport, namespace, rest[0] ?? ''),
  }[verb === 'dead' ? `dead ${rest[0] ?? ''}` : (verb ?? '')];
  if (!commands) throw new UsageError(USAGE);
  const address = eventsAddress();
  const transport = createTransport({ service: 'operator', ...address });
  const started = transport.start(listQueueBindings(address.namespace));
  try {
    if (!(await settlesWithin(started, START_LIMIT_MS)))
      throw new UsageError(`${transport.name === 'rabbitmq' ? 'RabbitMQ' : 'The events database'} does not answer.`);
    await started;
    await commands(transport, address.namespace);
  } finally {
    await transport.close();
  }
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
