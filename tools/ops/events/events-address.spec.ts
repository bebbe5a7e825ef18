import { findEventsAddress } from './events-address.ts';

const BROKER = 'amqp://guest:guest@127.0.0.1:5672';
const RUNNING = { transport: 'rabbitmq', url: BROKER, namespace: 'shop-1a2b' } as const;

describe('findEventsAddress', () => {
  it('returns the address of the running shop for both transports', () => {
    expect(findEventsAddress({}, RUNNING)).toEqual({ rabbitmqUrl: BROKER, namespace: 'shop-1a2b' });
    expect(
      findEventsAddress({}, { transport: 'postgres', url: 'postgresql://here/events', namespace: 'shop' }),
    ).toEqual({
      databaseUrl: 'postgresql://here/events',
      namespace: 'shop',
    });
    expect(findEventsAddress({}, undefined)).toBeUndefined();
  });

  it('prefers the environment and its namespace', () => {
    expect(findEventsAddress({ RABBITMQ_URL: 'amqp://there', EVENTS_NAMESPACE: 'theirs' }, RUNNING)).toMatchObject({
      rabbitmqUrl: 'amqp://there',
      namespace: 'theirs',
    });
    expect(findEventsAddress({ RABBITMQ_URL: 'amqp://there' }, RUNNING)).toMatchObject({
      rabbitmqUrl: 'amqp://there',
      namespace: 'shop',
    });
    expect(findEventsAddress({ EVENTS_DATABASE_URL: 'postgresql://there' }, undefined)).toMatchObject({
      databaseUrl: 'postgresql://there',
      namespace: 'shop',
    });
  });

  it('uses the namespace of the running shop if the environment has only its address', () => {
    expect(findEventsAddress({ RABBITMQ_URL: BROKER }, RUNNING)).toMatchObject({
      rabbitmqUrl: BROKER,
      namespace: 'shop-1a2b',
    });
    expect(findEventsAddress({ RABBITMQ_URL: BROKER, EVENTS_NAMESPACE: 'another' }, RUNNING)).toMatchObject({
      namespace: 'another',
    });
  });
});
