import { pause } from '@shop/jobs/retry';
import { defineEvent } from '@shop/contracts-common';
import * as z from 'zod/mini';
import { listQueueBindings, createTransport, queueName } from './index.js';

describe('queue names and bindings', () => {
  it('name a queue after service and event, with a prefix for other namespaces', () => {
    expect(queueName('shop', 'order-svc', 'product.saved')).toBe('order-svc.product.saved');
    expect(queueName('shop-1f', 'order-svc', 'product.saved')).toBe('shop-1f.order-svc.product.saved');
  });

  it('contain one queue for each reader of an event, and one for each republish command', () => {
    const productSaved = defineEvent(
      'product.saved',
      'catalog-svc',
      { readBy: ['order-svc', 'art-svc'] },
      '',
      z.object({}),
    );
    expect(
      listQueueBindings('shop', { events: [productSaved], republishableNouns: { 'catalog-svc': ['product'] } }),
    ).toEqual([
      { queue: 'order-svc.product.saved', type: 'product.saved' },
      { queue: 'art-svc.product.saved', type: 'product.saved' },
      { queue: 'catalog-svc.republish.product', type: 'republish.product' },
    ]);
  });
});

describe('createTransport', () => {
  it('chooses RabbitMQ if its URL is set, otherwise PostgreSQL, and throws without either', async () => {
    await expect(createTransport({ service: 'x', namespace: 'shop' })).rejects.toThrow(
      'Events need RABBITMQ_URL or EVENTS_DATABASE_URL',
    );
    const both = await createTransport({
      service: 'x',
      namespace: 'shop',
      rabbitmqUrl: 'amqp://127.0.0.1:1',
      databaseUrl: 'postgres://127.0.0.1:1/x',
    });
    expect(both.name).toBe('rabbitmq');
    const databaseUrl = 'postgres://127.0.0.1:1/x';
    expect((await createTransport({ service: 'x', namespace: 'shop', databaseUrl })).name).toBe('postgres');
  });

  it.each([{ rabbitmqUrl: 'amqp://127.0.0.1:1' }, { databaseUrl: 'postgres://127.0.0.1:1/x' }])(
    'creates a transport that can be closed while it is connecting (%p)',
    async (address) => {
      const transport = await createTransport({ service: 'x', namespace: 'shop', ...address });
      const started = transport.start([]);
      await pause(30);
      await transport.close();
      await started;
      await expect(transport.checkConnection()).rejects.toThrow();
    },
  );
});
