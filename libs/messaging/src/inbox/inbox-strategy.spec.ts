import { Logger } from '@nestjs/common';
import type { MessageHandler } from '@nestjs/microservices';
import { subscriptions } from '@shop/contracts/subscriptions';
import type { DataSource } from 'typeorm';
import type { EventTransport, Subscription } from '../transport/index.js';
import type { EventContext } from './event-context.js';
import { InboxStrategy } from './inbox-strategy.js';

const event = subscriptions['order-svc'][0]?.type ?? '';
const envelope = {
  specversion: '1.0' as const,
  id: '',
  type: event,
  source: '',
  subject: '',
  time: '',
  datacontenttype: 'application/json' as const,
  sequence: 1,
  data: {},
};

/** A transport that only remembers what it was told to subscribe. */
function rememberingTransport(): { transport: EventTransport; heard: Subscription[] } {
  const heard: Subscription[] = [];
  const transport = {
    start: async () => undefined,
    subscribe: async (list: Subscription[]) => void heard.push(...list),
    publish: async () => undefined,
  };
  return { transport: transport as unknown as EventTransport, heard };
}

/** A data source whose database is away: the relay only waits. */
const dataSource = {
  options: { url: 'postgres://127.0.0.1:1/none' },
  transaction: async () => Promise.reject(new Error('away')),
} as unknown as DataSource;

async function listening(
  ...handlers: MessageHandler[]
): Promise<{ strategy: InboxStrategy; subscription: Subscription }> {
  const { transport, heard } = rememberingTransport();
  const strategy = new InboxStrategy(dataSource, transport, { service: 'order-svc', namespace: 'shop' });
  for (const handler of handlers) strategy.addHandler(event, handler, true);
  await strategy.listen(() => undefined);
  await strategy.close();
  const [subscription] = heard;
  if (!subscription) throw new Error('nothing was subscribed');
  return { strategy, subscription };
}

/** What Nest is told, and all that it waits for: what `listen` throws goes nowhere, and the service would neither start nor end. */
const wordOf = (strategy: InboxStrategy): Promise<unknown> => new Promise((resolve) => void strategy.listen(resolve));

const seeing: MessageHandler = (_: unknown, context: unknown) => {
  (context as EventContext).handlersReached += 1;
  return Promise.resolve(undefined);
};

describe('the inbox of a service', () => {
  beforeAll(() => {
    Logger.overrideLogger(false);
  });

  it('does not acknowledge an event that no method has seen, because a guard held it back and a filter hid that', async () => {
    const { subscription } = await listening(async () => undefined);
    await expect(subscription.handle({ envelope, attempt: 1 })).resolves.toMatchObject({ kind: 'retry' });
  });

  it('tries again what was thrown past a method', async () => {
    const { subscription } = await listening(async () => Promise.reject(new Error('guarded')));
    await expect(subscription.handle({ envelope, attempt: 1 })).resolves.toEqual({
      kind: 'retry',
      reason: 'Error: guarded',
    });
  });

  it('is done when each method has seen the event', async () => {
    const { subscription } = await listening(seeing);
    await expect(subscription.handle({ envelope, attempt: 1 })).resolves.toEqual({ kind: 'done' });
  });

  it('refuses to start with a listener that the catalogue does not name', async () => {
    const { transport } = rememberingTransport();
    const strategy = new InboxStrategy(dataSource, transport, { service: 'support-svc', namespace: 'shop' });
    strategy.addHandler('moon.risen', seeing, true);
    expect(await wordOf(strategy)).toEqual(
      new Error("support-svc listens to moon.risen: name it in contracts' subscriptions first"),
    );
  });
});
