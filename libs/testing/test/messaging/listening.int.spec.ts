/** Between the first look into the queue and the LISTEN a moment passes; what comes in it waits for no look of every few seconds. */
import { jest } from '@jest/globals';
import { userRegistered } from '@shop/contracts/identity';
import { bindingsOf, createTransport, type EventTransport, pause } from '@shop/messaging';
import pg from 'pg';
import { anyTransport, eventually, publishEvent } from '../../src/index.js';
import { newAccount } from './support/ledger-app.js';

const POLL_MS = 5_000;
const NAMESPACE = 'shop';

type Query = (this: pg.Client, ...args: unknown[]) => Promise<unknown>;

/** The connection that listens for jobs gets no word to the server until it is let. `most`: how many questions a connection was asked at a time, at most. */
function holdListening(): { isAsked: () => boolean; most: () => number; release: () => void } {
  let isAsked = false;
  let most = 0;
  const { promise: allowed, resolve: release } = Promise.withResolvers<void>();
  const underWay = new WeakMap<pg.Client, number>();
  const count = (client: pg.Client, change: number): void => {
    const now = (underWay.get(client) ?? 0) + change;
    underWay.set(client, now);
    most = Math.max(most, now);
  };
  const ask = (pg.Client.prototype as unknown as { query: Query }).query;
  jest.spyOn(pg.Client.prototype as unknown as { query: Query }, 'query').mockImplementation(async function (
    this: pg.Client,
    ...args
  ) {
    const isListen = typeof args[0] === 'string' && args[0].startsWith('LISTEN "jobs:insert"');
    isAsked ||= isListen;
    count(this, 1);
    try {
      if (isListen) await allowed;
      return await ask.apply(this, args);
    } finally {
      count(this, -1);
    }
  });
  return { isAsked: () => isAsked, most: () => most, release };
}

/** Nobody looks by the clock. */
function withoutPolls(): void {
  const timeout = globalThis.setTimeout;
  jest
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation((work: () => void, ms?: number, ...args: []) =>
      ms === POLL_MS ? timeout(work, 2 ** 30).unref() : timeout(work, ms, ...args),
    );
}

describe('events over PostgreSQL that come just before they are listened for', () => {
  const transport = anyTransport();
  let side: EventTransport | undefined;
  beforeAll(() => transport.open());
  afterEach(async () => {
    jest.restoreAllMocks();
    await side?.close();
  });
  afterAll(() => transport.close());

  it('are delivered as soon as they are, by one question at a time', async () => {
    const heard: string[] = [];
    const [binding] = bindingsOf(NAMESPACE).filter(({ type }) => type === userRegistered.type);
    if (!binding) throw new Error('nobody hears of accounts');
    side = createTransport({ service: 'test', databaseUrl: transport.env.EVENTS_DATABASE_URL, namespace: NAMESPACE });
    await side.start(bindingsOf(NAMESPACE));
    const listening = holdListening();
    withoutPolls();
    await side.subscribe([
      { ...binding, concurrency: 1, handle: async ({ envelope }) => (heard.push(envelope.id), { kind: 'done' }) },
    ]);
    await eventually(() => expect(listening.isAsked()).toBe(true));
    await pause(500); // the first look, and any other that does not wait for the LISTEN
    const { id } = await publishEvent(transport, userRegistered, newAccount('just-before@example.com'));
    await pause(500);
    expect(heard).toEqual([]);
    listening.release();
    await eventually(() => expect(heard).toEqual([id]), { timeoutMs: 10_000 });
    expect(listening.most()).toBe(1);
  }, 30_000);
});
