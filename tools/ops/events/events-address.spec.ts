import { findEventsAddress } from './events-address.ts';

const BROKER = 'amqp://guest:guest@127.0.0.1:5672';
const RUNNING = { transport: 'rabbitmq', url: BROKER, namespace: 'shop-1a2b' } as const;
const RUNNING_ON_POSTGRES = { transport: 'postgres', url: 'postgresql://here/events', namespace: 'shop' } as const;
const OTHER = 'amqp://there';

it.each([
  ['the running shop', {}, RUNNING, { rabbitmqUrl: BROKER, namespace: 'shop-1a2b' }],
  [
    'a running shop without RabbitMQ',
    {},
    RUNNING_ON_POSTGRES,
    { databaseUrl: 'postgresql://here/events', namespace: 'shop' },
  ],
  ['nothing', {}, undefined, undefined],
  [
    'the environment',
    { RABBITMQ_URL: OTHER, EVENTS_NAMESPACE: 'theirs' },
    RUNNING,
    { rabbitmqUrl: OTHER, namespace: 'theirs' },
  ],
  ['the environment, another broker', { RABBITMQ_URL: OTHER }, RUNNING, { rabbitmqUrl: OTHER, namespace: 'shop' }],
  [
    'the environment, a database',
    { EVENTS_DATABASE_URL: 'postgresql://there' },
    undefined,
    { databaseUrl: 'postgresql://there', namespace: 'shop' },
  ],
  [
    'the environment, the broker of the running shop',
    { RABBITMQ_URL: BROKER },
    RUNNING,
    { rabbitmqUrl: BROKER, namespace: 'shop-1a2b' },
  ],
  [
    'the environment, another namespace',
    { RABBITMQ_URL: BROKER, EVENTS_NAMESPACE: 'another' },
    RUNNING,
    { rabbitmqUrl: BROKER, namespace: 'another' },
  ],
])('findEventsAddress uses %s', (_, env, running, expected) =>
  expect(findEventsAddress(env, running)).toEqual(expected),
);
