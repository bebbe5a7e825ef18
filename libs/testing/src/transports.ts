import { randomUUID } from 'node:crypto';
import type { EventDefinition, EventEnvelope, EventInput } from '@shop/contracts/common';
import {
  bindingsOf,
  createTransport,
  deleteNamespace,
  endedWithin,
  type EventTransport,
  throwAwayNamespace,
} from '@shop/messaging';
import { createTestDatabase, type TestSchema } from './database.js';
import { testEnvironment } from './environment.js';
import { eventually } from './eventually.js';

/** Failed events come back this quickly in tests, so that a dead letter is a matter of a second. */
export const TEST_RETRY_DELAYS_MS = [30, 60, 120];

/** One way for events, kept apart from every other test's. */
export interface TestTransport {
  name: 'postgres' | 'rabbitmq';
  /** To be spread into a service's environment. */
  env: Record<string, string>;
  /** Makes it ready; call in beforeAll, before any service. */
  open(): Promise<void>;
  /** Removes what the test left; call in afterAll, after every service has stopped. */
  close(): Promise<void>;
}

/** As the first service that starts makes it. */
const EVENTS: TestSchema = {
  name: 'events',
  make: async (url) => {
    const first = createTransport({ service: 'test', databaseUrl: url, namespace: 'shop' });
    await first.start([]);
    await first.close();
  },
};

function postgres(): TestTransport {
  const env: Record<string, string> = {};
  let drop = (): Promise<void> => Promise.resolve();
  return {
    name: 'postgres',
    env,
    open: async () => {
      const database = await createTestDatabase(EVENTS);
      drop = () => database.drop();
      env.EVENTS_DATABASE_URL = database.url;
    },
    close: () => drop(),
  };
}

const BROKER_LIMIT_MS = 30_000;

/** A service waits for its broker as long as it takes: without this, a broker that died during the run would cost each test all of its time. */
async function refuseSilentBroker(url: string, namespace: string): Promise<void> {
  const transport = createTransport({ service: 'test', rabbitmqUrl: url, namespace });
  const isThere = await endedWithin(transport.start([]), BROKER_LIMIT_MS);
  await transport.close();
  if (!isThere)
    throw new Error(
      `RabbitMQ at ${new URL(url).host} answered when the tests began, and does not keep a queue any more.`,
    );
}

function rabbitmq(url: string): TestTransport {
  const namespace = throwAwayNamespace();
  return {
    name: 'rabbitmq',
    env: { RABBITMQ_URL: url, EVENTS_NAMESPACE: namespace },
    open: () => refuseSilentBroker(url, namespace),
    close: () => deleteNamespace(url, namespace, bindingsOf(namespace), TEST_RETRY_DELAYS_MS),
  };
}

/** PostgreSQL always; RabbitMQ wherever it answers. Fresh ones at each call. */
export function testTransports(): TestTransport[] {
  const url = testEnvironment.rabbitmqUrl;
  return url ? [postgres(), rabbitmq(url)] : [postgres()];
}

/** For tests that are about something else than events. */
export const anyTransport = (): TestTransport => postgres();

function connect(transport: TestTransport, service: string): EventTransport {
  return createTransport({
    service,
    rabbitmqUrl: transport.env.RABBITMQ_URL,
    databaseUrl: transport.env.EVENTS_DATABASE_URL,
    namespace: transport.env.EVENTS_NAMESPACE ?? 'shop',
  });
}

export interface NewTestEvent<Definition extends EventDefinition> {
  subject: string;
  /** As a publisher writes it: what the schema fills in may be left out. */
  data: EventInput<Definition>;
  id?: string;
  /** 1 where nothing is said: give your own where order matters. */
  sequence?: number;
  /** How often the same event is told, at once; once where nothing is said. */
  times?: number;
}

/** Tells an event as if its owner had: to every queue that hears it. */
export async function publishEvent<Definition extends EventDefinition>(
  transport: TestTransport,
  definition: Definition,
  event: NewTestEvent<Definition>,
): Promise<EventEnvelope> {
  const envelope: EventEnvelope = {
    specversion: '1.0',
    id: event.id ?? randomUUID(),
    type: definition.type,
    source: `/${definition.owner}`,
    subject: event.subject,
    time: new Date().toISOString(),
    datacontenttype: 'application/json',
    sequence: event.sequence ?? 1,
    data: event.data,
  };
  const sender = connect(transport, 'test-publisher');
  await sender.start(bindingsOf(transport.env.EVENTS_NAMESPACE ?? 'shop'));
  await sender.publish(Array.from({ length: event.times ?? 1 }, () => envelope));
  await sender.close();
  return envelope;
}

export interface EventRecorder {
  all(type?: string): EventEnvelope[];
  /** The first one of this type that `matches`; waits for it. */
  next(type: string, matches?: (envelope: EventEnvelope) => boolean): Promise<EventEnvelope>;
  stop(): Promise<void>;
}

/** Hears every event of these types from now on. */
export async function recordEvents(transport: TestTransport, types: readonly string[]): Promise<EventRecorder> {
  const heard: EventEnvelope[] = [];
  const listener = connect(transport, 'test-recorder');
  await listener.start([]);
  await listener.listenBroadcast(types, (envelope) => heard.push(envelope));
  const all = (type?: string): EventEnvelope[] => heard.filter((envelope) => !type || envelope.type === type);
  return {
    all,
    next: (type, matches = () => true) =>
      eventually(() => {
        const found = all(type).find(matches);
        if (!found)
          throw new Error(
            `${type} was not told; heard: ${heard.map((envelope) => envelope.type).join(', ') || 'nothing'}`,
          );
        return found;
      }),
    stop: () => listener.close(),
  };
}
