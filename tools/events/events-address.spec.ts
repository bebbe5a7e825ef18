import { findEventsAddress } from './events-address.ts';

const BROKER = 'amqp://guest:guest@127.0.0.1:5672';
const RUNNING = { transport: 'rabbitmq', url: BROKER, namespace: 'shop-1a2b' } as const;

describe('where an operator’s command looks for events', () => {
  it('is the shop that runs on the data folder, over either transport', () => {
    expect(findEventsAddress({}, RUNNING)).toEqual({ rabbitmqUrl: BROKER, namespace: 'shop-1a2b' });
    expect(findEventsAddress({}, { transport: 'postgres', url: 'postgresql://here/events', namespace: 'shop' })).toEqual({
      databaseUrl: 'postgresql://here/events',
      namespace: 'shop',
    });
    expect(findEventsAddress({}, undefined)).toBeUndefined();
  });

  it('is where the environment says, by its namespace', () => {
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

  it('is the running shop’s namespace where the environment gives its broker alone', () => {
    expect(findEventsAddress({ RABBITMQ_URL: BROKER }, RUNNING)).toMatchObject({
      rabbitmqUrl: BROKER,
      namespace: 'shop-1a2b',
    });
    expect(findEventsAddress({ RABBITMQ_URL: BROKER, EVENTS_NAMESPACE: 'another' }, RUNNING)).toMatchObject({
      namespace: 'another',
    });
  });
});
