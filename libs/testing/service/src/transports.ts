import { randomBytes, randomUUID } from 'node:crypto';
import type { EventDefinition, EventEnvelope, EventInput } from '@shop/contracts-common';
import {
  listQueueBindings,
  createTransport,
  deleteNamespace,
  type EventTransport,
  type Topology,
} from '@shop/messaging';
import { createTestDatabase, type TestSchema } from '@shop/testing-database';
import { testEnvironment } from '@shop/testing-database';
import { waitFor } from '@shop/testing-database';
import { openTestVhost } from '@shop/testing-database';

/** Short delays, so that a failing event becomes a dead letter within a second. */
export const TEST_RETRY_DELAYS_MS = [30, 60, 120];

/** An event transport, isolated from other tests. */
export interface TestTransport {
  name: 'postgres' | 'rabbitmq';
  /** Environment variables for a service under test. */
  env: Record<string, string>;
  /** Call in beforeAll, before any service starts. */
  open(): Promise<void>;
  /** Deletes databases and queues. Call in afterAll, after every service has stopped. */
  close(): Promise<void>;
}

/** The events database after the start of the first service. */
const EVENTS_SCHEMA: TestSchema = {
  name: 'events',
  create: async (url) => {
    const first = await createTransport({ service: 'test', databaseUrl: url, namespace: 'shop' });
    await first.start([]);
    await first.close();
  },
};

function createPostgresTransport(): TestTransport {
  const env: Record<string, string> = {};
  let drop = (): Promise<void> => Promise.resolve();
  return {
    name: 'postgres',
    env,
    open: async () => {
      const database = await createTestDatabase(EVENTS_SCHEMA);
      drop = () => database.drop();
      env.EVENTS_DATABASE_URL = database.url;
    },
    close: () => drop(),
  };
}

/** Queues of a killed run on the default virtual host are deleted after this time. */
const QUEUE_EXPIRES_MS = 30 * 60_000;

function createRabbitMqTransport(brokerUrl: string, topology: Topology): TestTransport {
  const namespace = `test-${randomBytes(5).toString('hex')}`;
  const env: Record<string, string> = {
    EVENTS_NAMESPACE: namespace,
    EVENTS_QUEUE_EXPIRES_MS: String(QUEUE_EXPIRES_MS),
  };
  return {
    name: 'rabbitmq',
    env,
    open: async () => {
      const vhost = await openTestVhost(testEnvironment.rabbitmqVhost, brokerUrl);
      if (!vhost)
        throw new Error(
          `RabbitMQ at ${new URL(brokerUrl).host} answered at the start of the run, but does not answer now.`,
        );
      env.RABBITMQ_URL = vhost.url;
    },
    close: async () => {
      if (env.RABBITMQ_URL)
        await deleteNamespace(
          env.RABBITMQ_URL,
          namespace,
          listQueueBindings(namespace, topology),
          TEST_RETRY_DELAYS_MS,
        );
    },
  };
}

/** New transports of both kinds for the queues of this topology, for libs/messaging/test. RabbitMQ only if it answers. */
export function createTestTransports(topology: Topology): TestTransport[] {
  const url = testEnvironment.rabbitmqUrl;
  return url ? [createPostgresTransport(), createRabbitMqTransport(url, topology)] : [createPostgresTransport()];
}

/** A transport over PostgreSQL, for tests whose subject is not the transport. */
export const createTestTransport = (): TestTransport => createPostgresTransport();

function connect(transport: TestTransport, service: string): Promise<EventTransport> {
  return createTransport({
    service,
    rabbitmqUrl: transport.env.RABBITMQ_URL,
    databaseUrl: transport.env.EVENTS_DATABASE_URL,
    namespace: transport.env.EVENTS_NAMESPACE ?? 'shop',
    queueExpiresMs: QUEUE_EXPIRES_MS,
  });
}

export interface NewTestEvent<Definition extends EventDefinition> {
  subject: string;
  /** Fields with a default in the schema may be omitted. */
  data: EventInput<Definition>;
  id?: string;
  /** Default 1. Set it if the order of events matters. */
  sequence?: number;
  /** How often the same event is published concurrently. Default 1. */
  times?: number;
}

/** Publishes an event to every subscribed queue, as its owner does. */
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
  const publisher = await connect(transport, 'test-publisher');
  await publisher.start([]);
  await publisher.publish(Array.from({ length: event.times ?? 1 }, () => envelope));
  await publisher.close();
  return envelope;
}

export interface EventRecorder {
  list(type?: string): EventEnvelope[];
  /** Waits for the first event of this type that `matches`. */
  waitForEvent(type: string, matches?: (envelope: EventEnvelope) => boolean): Promise<EventEnvelope>;
  stop(): Promise<void>;
}

/** Starts recording all events of these types. */
export async function recordEvents(transport: TestTransport, types: readonly string[]): Promise<EventRecorder> {
  const recorded: EventEnvelope[] = [];
  const listener = await connect(transport, 'test-recorder');
  await listener.start([]);
  await listener.subscribeBroadcast(types, (envelope) => recorded.push(envelope));
  const list = (type?: string): EventEnvelope[] => recorded.filter((envelope) => !type || envelope.type === type);
  return {
    list,
    waitForEvent: (type, matches = () => true) =>
      waitFor(() => {
        const found = list(type).find(matches);
        if (!found)
          throw new Error(
            `${type} was not published; recorded: ${recorded.map((envelope) => envelope.type).join(', ') || 'nothing'}`,
          );
        return found;
      }),
    stop: () => listener.close(),
  };
}
