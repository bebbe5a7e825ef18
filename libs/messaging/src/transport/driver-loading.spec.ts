import { jest } from '@jest/globals';

it('loads the driver of PostgreSQL only for events in PostgreSQL', async () => {
  const loadDriver = jest.fn(() => ({ default: { Pool: class {}, Client: class {}, defaults: {}, types: {} } }));
  jest.unstable_mockModule('pg', loadDriver);
  const { createTransport } = await import('./index.js');
  await createTransport({ service: 'gateway', namespace: 'shop', rabbitmqUrl: 'amqp://127.0.0.1:1' });
  expect(loadDriver).not.toHaveBeenCalled();
  await import('./postgres-transport.js');
  expect(loadDriver).toHaveBeenCalled();
});
