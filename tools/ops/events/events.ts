/** `npm run events -- dead list | dead replay | resend | republish`: operators' commands for events. */
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { republishableNouns } from '@shop/contracts-common';
import { settlesWithin } from '@shop/jobs/retry';
import { listDeadLetters, replayDeadLetters, resendEvents } from '@shop/messaging/operator';
import {
  createTransport,
  OPERATOR_SOURCE,
  queueName,
  republishType,
  type EventTransport,
} from '@shop/messaging/transport';
import { forEachService, SERVICES_WITH_DATABASES, type ServiceWithDatabase } from '../shop/service-databases.ts';
import { readSettings } from '../shop/settings.ts';
import { findRunningShop } from '../shop/shop-record.ts';
import { getErrorMessage, StartError } from '../shop/start-error.ts';
import { type EventsAddress, findEventsAddress } from './events-address.ts';
import { parseSince } from './since.ts';

const LIST_LIMIT = 1_000;
const START_LIMIT_MS = 10_000;

/** Noun → the service that can republish its current state. */
const OWNER_BY_NOUN = new Map(
  Object.entries(republishableNouns).flatMap(([service, nouns]) => nouns.map((noun) => [noun, service] as const)),
);
const NOUNS = [...OWNER_BY_NOUN.keys()].join(', ');

const USAGE = `npm run events -- dead list                 dead letters, oldest first
npm run events -- dead replay [EVENT-ID …]  put all or these dead letters back into their queues
npm run events -- resend --since TIME       send the events since then again (2d, 6h, 2026-11-20T10:00:00Z), at most of a week; --type TYPE: only these
npm run events -- republish NOUN            publish the current state again (${NOUNS})
--service NAME                              only this service's database (${SERVICES_WITH_DATABASES.join(', ')})`;

/** Validation errors of a schema have several lines. */
const toSingleLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

async function listAll(services: readonly ServiceWithDatabase[]): Promise<void> {
  const lines: string[] = [];
  await forEachService(services, 'dead_letters', async (service, query) => {
    for (const { diedAt, type, eventId, subject, attempts, reason } of await listDeadLetters(query, LIST_LIMIT))
      lines.push(
        `${diedAt.toISOString()}  ${service}  ${type}  ${eventId}  ${subject}  after ${attempts}: ${toSingleLine(reason)}`,
      );
  });
  for (const line of lines.sort()) console.log(line);
  const noun = lines.length === 1 ? 'dead letter' : 'dead letters';
  console.log(lines.length === 0 ? 'No dead letters.' : `${lines.length} ${noun}.`);
}

async function replayAll(services: readonly ServiceWithDatabase[], eventIds: string[]): Promise<void> {
  let replayed = 0;
  await withTransport((transport, namespace) =>
    forEachService(services, 'dead_letters', async (service, query) => {
      replayed += await replayDeadLetters(
        query,
        (type, envelope) => transport.sendToQueue(queueName(namespace, service, type), envelope),
        eventIds.length > 0 ? eventIds : undefined,
      );
    }),
  );
  console.log(`${replayed} put back into their queues.`);
}

async function resendAll(services: readonly ServiceWithDatabase[], since: Date, type?: string): Promise<void> {
  await forEachService(services, 'outbox', async (service, query) => {
    console.log(`${service}: ${await resendEvents(query, since, type)} events are sent again.`);
  });
}

async function republish(noun: string): Promise<void> {
  const owner = OWNER_BY_NOUN.get(noun);
  if (!owner) throw new StartError(`"${noun}" cannot be republished. Known nouns: ${NOUNS}.`);
  const type = republishType(noun);
  await withTransport((transport, namespace) =>
    transport.sendToQueue(queueName(namespace, owner, type), {
      specversion: '1.0',
      id: randomUUID(),
      type,
      source: OPERATOR_SOURCE,
      subject: `republish/${noun}`,
      time: new Date().toISOString(),
      datacontenttype: 'application/json',
      sequence: 1,
      data: {},
    }),
  );
  console.log(`${owner} will publish every ${noun} again.`);
}

function eventsAddress(): EventsAddress {
  const address = findEventsAddress(process.env, findRunningShop(readSettings().dataDir)?.events);
  if (!address)
    throw new StartError('No shop runs on this data folder. Start it, or set RABBITMQ_URL or EVENTS_DATABASE_URL.');
  return address;
}

async function withTransport(work: (transport: EventTransport, namespace: string) => Promise<void>): Promise<void> {
  const address = eventsAddress();
  const transport = await createTransport({ service: 'operator', ...address });
  // The services declare their queues. Their images have no contracts of other services.
  const started = transport.start([]);
  try {
    if (!(await settlesWithin(started, START_LIMIT_MS)))
      throw new StartError(`${transport.name === 'rabbitmq' ? 'RabbitMQ' : 'The events database'} does not answer.`);
    await started;
    await work(transport, address.namespace);
  } finally {
    await transport.close();
  }
}

function chooseServices(name: string | undefined): readonly ServiceWithDatabase[] {
  if (name === undefined) return SERVICES_WITH_DATABASES;
  const chosen = SERVICES_WITH_DATABASES.filter((service) => service === name);
  if (chosen.length === 0) throw new StartError(`Not a service: ${name}\n${USAGE}`);
  return chosen;
}

async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { since: { type: 'string' }, service: { type: 'string' }, type: { type: 'string' } },
  });
  const [verb, ...rest] = positionals;
  const services = chooseServices(values.service);
  const since = parseSince(values.since ?? '', new Date());
  if (verb === 'dead' && rest[0] === 'list') await listAll(services);
  else if (verb === 'dead' && rest[0] === 'replay') await replayAll(services, rest.slice(1));
  else if (verb === 'resend' && since) await resendAll(services, since, values.type);
  else if (verb === 'republish') await republish(rest[0] ?? '');
  else throw new StartError(USAGE);
}

await run(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : `That did not work: ${getErrorMessage(error)}`);
  process.exitCode = 1;
});
