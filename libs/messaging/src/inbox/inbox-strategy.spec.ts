import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { MessageHandler } from '@nestjs/microservices';
import { defineEvent } from '@shop/contracts-common';
import { currentLogIds, startTracing } from '@shop/tracing';
import { TraceReceiver } from '@shop/tracing/testing';
import type { DataSource } from 'typeorm';
import * as z from 'zod/mini';
import { EventMetrics } from '../event-metrics.js';
import type { EventTransport, QueueBinding, Subscription } from '../transport/index.js';
import type { EventContext } from './event-context.js';
import { InboxStrategy } from './inbox-strategy.js';

const PUBLISHED = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const event = 'product.saved';
const source = '/catalog-svc';
const envelope = {
  specversion: '1.0' as const,
  id: '',
  type: event,
  source,
  subject: '',
  time: '',
  datacontenttype: 'application/json' as const,
  sequence: 1,
  data: {},
};

/** A transport that only records its queues and subscriptions. */
function createRecordingTransport() {
  const declared: QueueBinding[] = [];
  const subscribed: Subscription[] = [];
  const transport = {
    start: async (bindings: QueueBinding[]) => void declared.push(...bindings),
    subscribe: async (list: Subscription[]) => void subscribed.push(...list),
    publish: async () => undefined,
  };
  return { transport: transport as unknown as EventTransport, declared, subscribed };
}

/** A data source without a database: the relay only retries. */
const dataSource = {
  options: { url: 'postgres://127.0.0.1:1/none' },
  transaction: async () => Promise.reject(new Error('away')),
} as unknown as DataSource;

async function startWith(
  ...handlers: MessageHandler[]
): Promise<{ strategy: InboxStrategy; subscription: Subscription }> {
  const { transport, subscribed } = createRecordingTransport();
  const strategy = new InboxStrategy(
    dataSource,
    transport,
    { service: 'order-svc', events: [], namespace: 'shop', sessionUrl: '' },
    new EventMetrics(dataSource),
  );
  for (const handler of handlers) strategy.addHandler(event, handler, true, { source, readBy: ['order-svc'] });
  await strategy.listen(() => undefined);
  await strategy.close();
  const [subscription] = subscribed;
  if (!subscription) throw new Error('There is no subscription.');
  return { strategy, subscription };
}

/** The error passed to Nest's callback. Nest waits for the callback only, so a rejection of `listen` would block the start. */
const getListenError = (strategy: InboxStrategy): Promise<unknown> =>
  new Promise((resolve) => void strategy.listen(resolve));

const countingHandler: MessageHandler = (_: unknown, context: unknown) => {
  (context as EventContext).handlersReached += 1;
  return Promise.resolve(undefined);
};

describe('InboxStrategy', () => {
  beforeAll(() => {
    Logger.overrideLogger(false);
  });

  it('retries an event that no handler received, because a guard refused it and a filter swallowed the error', async () => {
    const { subscription } = await startWith(async () => undefined);
    await expect(subscription.handle({ envelope, attempt: 1 })).resolves.toMatchObject({ kind: 'retry' });
  });

  it('retries after an error outside of the handlers', async () => {
    const { subscription } = await startWith(async () => Promise.reject(new Error('guarded')));
    await expect(subscription.handle({ envelope, attempt: 1 })).resolves.toMatchObject({
      kind: 'retry',
      reason: 'Error: guarded',
    });
  });

  it('acknowledges an event that every handler received, and logs it in its trace', async () => {
    const { subscription } = await startWith(countingHandler);
    const logged: unknown[] = [];
    jest
      .spyOn(Logger.prototype, 'log')
      .mockImplementation((fields, message) => void logged.push(fields, message, currentLogIds()));
    await expect(
      subscription.handle({ envelope: { ...envelope, traceparent: PUBLISHED }, attempt: 1 }),
    ).resolves.toEqual({ kind: 'done' });
    expect(logged).toEqual([
      expect.objectContaining({ event, attempt: 1 }),
      'Event applied',
      { traceId: PUBLISHED.slice(3, 35), spanId: expect.stringMatching(/^[0-9a-f]{16}$/) },
    ]);
  });

  it('links a further attempt to the failed one, in the trace of the event', async () => {
    const receiver = await TraceReceiver.start();
    const stopTracing = await startTracing({
      service: 'order-svc',
      version: '1',
      endpoint: receiver.url,
      ratio: 1,
      onLoss: () => undefined,
    });
    const { subscription } = await startWith(async () => Promise.reject(new Error('unknown product')));
    const traced = { ...envelope, traceparent: PUBLISHED };
    const first = (await subscription.handle({ envelope: traced, attempt: 1 })) as { failedTraceparent?: string };
    await subscription.handle({ envelope: traced, attempt: 2, failedTraceparent: first.failedTraceparent });
    await stopTracing();
    await receiver.close();
    const attempt = {
      name: `process ${event}`,
      traceId: PUBLISHED.slice(3, 35),
      parentSpanId: PUBLISHED.slice(36, 52),
      isFailed: true,
    };
    expect(receiver.spans).toEqual([
      expect.objectContaining({ ...attempt, links: [] }),
      expect.objectContaining({ ...attempt, links: [receiver.spans[0]?.spanId] }),
    ]);
  });

  it.each([{ source: '/support-svc' }, { source: '/operator' }, { type: 'user.registered', source: '/identity-svc' }])(
    'passes an event to no handler if its source does not own the type of the queue: %p',
    async (forged) => {
      const { subscription } = await startWith(async () => Promise.reject(new Error('reached')));
      await expect(subscription.handle({ envelope: { ...envelope, ...forged }, attempt: 1 })).resolves.toMatchObject({
        kind: 'dead-letter',
        reason: expect.stringContaining('is not accepted'),
      });
    },
  );

  it('declares the queues of its handlers, and those of all readers of its events, which may have never run', async () => {
    const { transport, declared } = createRecordingTransport();
    const orderPaid = defineEvent('order.paid', 'order-svc', { readBy: ['art-svc', 'support-svc'] }, '', z.object({}));
    const options = { service: 'order-svc', events: [orderPaid], namespace: 'shop', sessionUrl: '' } as const;
    const strategy = new InboxStrategy(dataSource, transport, options, new EventMetrics(dataSource));
    strategy.addHandler(event, countingHandler, true, { source, readBy: ['order-svc'] });
    await strategy.listen(() => undefined);
    await strategy.close();
    expect(declared.map(({ queue }) => queue)).toEqual([
      'order-svc.product.saved',
      'art-svc.order.paid',
      'support-svc.order.paid',
    ]);
  });

  it('refuses to start with a handler for an event that names other readers', async () => {
    const { transport } = createRecordingTransport();
    const strategy = new InboxStrategy(
      dataSource,
      transport,
      { service: 'support-svc', events: [], namespace: 'shop', sessionUrl: '' },
      new EventMetrics(dataSource),
    );
    strategy.addHandler(event, countingHandler, true, { source, readBy: ['order-svc'] });
    expect(await getListenError(strategy)).toEqual(
      new Error('support-svc handles product.saved. Add it to the `readBy` of the event first.'),
    );
  });
});
