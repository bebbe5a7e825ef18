import { setTimeout as delay } from 'node:timers/promises';
import { backoffMs, listQueueBindings, createTransport, settlesWithin, pause, queueName } from './index.js';
import { retryWithBackoff } from './backoff.js';

describe('queue names and bindings', () => {
  it('name a queue after service and event, with a prefix for other namespaces', () => {
    expect(queueName('shop', 'order-svc', 'product.saved')).toBe('order-svc.product.saved');
    expect(queueName('shop-1f', 'order-svc', 'product.saved')).toBe('shop-1f.order-svc.product.saved');
  });

  it('contain one queue for each subscription and each republish command', () => {
    const queues = listQueueBindings('shop').map(({ queue }) => queue);
    expect(queues).toEqual(
      expect.arrayContaining(['order-svc.product.saved', 'art-svc.artwork.requested', 'catalog-svc.republish.product']),
    );
    expect(new Set(queues).size).toBe(queues.length);
  });
});

describe('createTransport', () => {
  it('chooses RabbitMQ if its URL is set, otherwise PostgreSQL, and throws without either', () => {
    expect(() => createTransport({ service: 'x', namespace: 'shop' })).toThrow(
      'Events need RABBITMQ_URL or EVENTS_DATABASE_URL',
    );
    const both = createTransport({
      service: 'x',
      namespace: 'shop',
      rabbitmqUrl: 'amqp://127.0.0.1:1',
      databaseUrl: 'postgres://127.0.0.1:1/x',
    });
    expect(both.name).toBe('rabbitmq');
    expect(createTransport({ service: 'x', namespace: 'shop', databaseUrl: 'postgres://127.0.0.1:1/x' }).name).toBe(
      'postgres',
    );
  });

  it.each([{ rabbitmqUrl: 'amqp://127.0.0.1:1' }, { databaseUrl: 'postgres://127.0.0.1:1/x' }])(
    'creates a transport that can be closed while it is connecting (%p)',
    async (address) => {
      const transport = createTransport({ service: 'x', namespace: 'shop', ...address });
      const started = transport.start([]);
      await pause(30);
      await transport.close();
      await started;
      await expect(transport.checkConnection()).rejects.toThrow();
    },
  );
});

describe('backoff', () => {
  it('grows to five seconds, ±25 %', () => {
    for (let failures = 0; failures < 40; failures += 1) {
      const base = Math.min(5_000, 100 * 2 ** failures);
      expect(backoffMs(failures)).toBeGreaterThanOrEqual(base * 0.75);
      expect(backoffMs(failures)).toBeLessThanOrEqual(base * 1.25);
    }
  });

  it('retries until the work succeeds', async () => {
    const reported: number[] = [];
    const result = await retryWithBackoff(
      async () => (reported.length < 2 ? Promise.reject(new Error('not yet')) : 'done'),
      new AbortController().signal,
      (_, failures) => reported.push(failures),
    );
    expect(result).toBe('done');
    expect(reported).toEqual([1, 2]);
  });

  it('stops retrying when the signal is aborted', async () => {
    const stop = new AbortController();
    const trying = retryWithBackoff(
      () => Promise.reject(new Error('never')),
      stop.signal,
      () => stop.abort(),
    );
    await expect(trying).resolves.toBeUndefined();
  });

  it('reports whether work settled in time', async () => {
    await expect(settlesWithin(delay(1), 5_000)).resolves.toBe(true);
    await expect(settlesWithin(Promise.reject(new Error('failed is ended too')), 5_000)).resolves.toBe(true);
    await expect(settlesWithin(new Promise(() => undefined), 5)).resolves.toBe(false);
  });
});
