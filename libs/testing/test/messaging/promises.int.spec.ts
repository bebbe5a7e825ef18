/** What both transports promise: every event is applied exactly once, whatever breaks on the way. */
import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { productSaved } from '@shop/contracts/catalog';
import { userRegistered } from '@shop/contracts/identity';
import { bindingsOf, createTransport, EventContext, pause, queueName, type EventTransport } from '@shop/messaging';
import {
  CuttableProxy,
  createTestDatabase,
  eventually,
  publishEvent,
  recordEvents,
  testTransports,
  TEST_RETRY_DELAYS_MS,
  type TestDatabase,
  type TestService,
} from '../../src/index.js';
import {
  newAccount,
  refuseForGood,
  register,
  registerInVain,
  startAccounts,
  startLedger,
  trouble,
} from './support/ledger-app.js';
import { startKillable } from './support/killable-process.js';

const product = {
  id: '0b6f1c1e-57c1-4a3a-9d3a-6e0a3b1f0009',
  title: 'Tee',
  description: null,
  category: 'tshirt' as const,
  basePrice: '24.00',
  imageUrl: null,
  mockupTemplateUrl: null,
  active: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  printArea: { widthPx: 4500, heightPx: 5400, shape: 'rectangle' as const },
  pictureArea: { x: 0, y: 0, width: 1, height: 1 },
};

for (const transport of testTransports()) {
  describe(`events over ${transport.name}`, () => {
    let ledgerDatabase: TestDatabase;
    let accountsDatabase: TestDatabase;
    let running: TestService[] = [];

    beforeAll(async () => {
      await transport.open();
      ledgerDatabase = await createTestDatabase();
      accountsDatabase = await createTestDatabase();
    });
    afterEach(async () => {
      await Promise.all(running.map((service) => service.stop()));
      running = [];
      trouble.clear();
    });
    afterAll(async () => {
      await ledgerDatabase.drop();
      await accountsDatabase.drop();
      await transport.close();
    });

    const started = async (service: Promise<TestService>): Promise<TestService> => {
      running.push(await service);
      return service;
    };
    const ledger = (through = transport) => started(startLedger({ database: ledgerDatabase, transport: through }));
    const accounts = (through = transport) =>
      started(startAccounts({ database: accountsDatabase, transport: through }));
    const entries = async (like: string): Promise<string[]> =>
      (
        await ledgerDatabase.query<{ entry: string }>('SELECT entry FROM ledger WHERE entry LIKE $1 ORDER BY entry', [
          `${like}%`,
        ])
      ).map(({ entry }) => entry);
    const brokerUrl = (): string => transport.env.RABBITMQ_URL ?? transport.env.EVENTS_DATABASE_URL ?? '';
    const throughProxy = (proxy: CuttableProxy) => {
      const key = transport.env.RABBITMQ_URL ? 'RABBITMQ_URL' : 'EVENTS_DATABASE_URL';
      return { ...transport, env: { ...transport.env, [key]: proxy.url(brokerUrl()) } };
    };
    const namespace = (): string => transport.env.EVENTS_NAMESPACE ?? 'shop';
    const direct = async (): Promise<EventTransport> => {
      const side = createTransport({
        service: 'test',
        rabbitmqUrl: transport.env.RABBITMQ_URL,
        databaseUrl: transport.env.EVENTS_DATABASE_URL,
        namespace: namespace(),
      });
      await side.start(bindingsOf(namespace()));
      return side;
    };

    it('applies the same event once, though it comes ten times, five of them at once', async () => {
      await ledger();
      const event = { ...newAccount('ten@example.com'), id: randomUUID() };
      await Promise.all(Array.from({ length: 5 }, () => publishEvent(transport, userRegistered, event)));
      for (let time = 0; time < 5; time += 1) await publishEvent(transport, userRegistered, event);
      await publishEvent(transport, userRegistered, newAccount('ten-last@example.com'));
      await eventually(async () => expect(await entries('ten-last')).toHaveLength(1));
      await pause(200);
      expect(await entries('ten@')).toEqual(['ten@example.com']);
    });

    it('tells nothing of a change that was taken back, and numbers the next as if it had never been', async () => {
      await ledger();
      const teller = await accounts();
      await registerInVain(teller, 'undone@example.com');
      await register(teller, 'undone@example.com');
      await register(teller, 'undone-last@example.com');
      await eventually(async () => expect(await entries('undone-last')).toHaveLength(1));
      await eventually(async () => expect(await entries('undone@')).toEqual(['undone@example.com'])); // of another account: each is heard in its own time
      const sequence = `SELECT envelope->>'sequence' AS sequence FROM outbox WHERE envelope->>'subject' = 'user/undone@example.com'`;
      expect(await accountsDatabase.query(sequence)).toEqual([{ sequence: '1' }]);
    });

    it('keeps the newest state of a thing, in whatever order its events come', async () => {
      await ledger();
      const order = [4, 9, 1, 7, 10, 2, 8, 3, 6, 5];
      for (const sequence of order)
        await publishEvent(transport, productSaved, {
          subject: `product/${product.id}`,
          sequence,
          data: { product, variants: [] },
        });
      await eventually(async () =>
        expect(await ledgerDatabase.query('SELECT sequence FROM newest')).toEqual([{ sequence: 10 }]),
      );
      await eventually(async () =>
        expect(
          await ledgerDatabase.query(
            `SELECT count(*)::int AS seen FROM processed_events WHERE handler = 'LedgerConsumer.onProduct'`,
          ),
        ).toEqual([{ seen: order.length }]),
      );
      expect(await ledgerDatabase.query('SELECT sequence FROM newest')).toEqual([{ sequence: 10 }]);
    });

    it('keeps events for a service that has never run yet', async () => {
      const teller = await accounts();
      await register(teller, 'early@example.com');
      await eventually(async () =>
        expect(await accountsDatabase.query('SELECT id FROM outbox WHERE published_at IS NULL')).toEqual([]),
      );
      await ledger();
      await eventually(async () => expect(await entries('early')).toEqual(['early@example.com']));
    });

    it('sets a poisonous event aside while the others go on, and applies it once it is replayed', async () => {
      await ledger();
      const triedAt: number[] = [];
      trouble.set('poison@example.com', () => {
        triedAt.push(performance.now());
        throw new Error('never works');
      });
      trouble.set('refused@example.com', refuseForGood);
      const side = await direct();
      for (const name of ['poison', 'refused', 'healthy'])
        await publishEvent(transport, userRegistered, newAccount(`${name}@example.com`));
      await eventually(async () => expect(await entries('healthy')).toHaveLength(1));
      const letters = await eventually(async () => {
        const found = await side.listDeadLetters(10);
        expect(found).toHaveLength(2);
        return found;
      });
      const attempts = Object.fromEntries(letters.map(({ subject, attempts: count }) => [subject, count]));
      expect(attempts).toEqual({ 'user/poison@example.com': 4, 'user/refused@example.com': 1 });
      const pauses = triedAt.slice(1).map((at, index) => at - (triedAt[index] ?? at));
      for (const [index, least] of TEST_RETRY_DELAYS_MS.entries()) expect(pauses[index]).toBeGreaterThan(least - 2);
      expect(letters.map(({ reason }) => reason).sort()).toEqual(['DomainError: No.', 'Error: never works']);
      expect(letters[0]?.queue).toBe(queueName(namespace(), 'order-svc', 'user.registered'));

      trouble.clear();
      const poison = letters.find(({ subject }) => subject.includes('poison'));
      expect(await side.replayDeadLetters([poison?.eventId ?? ''])).toBe(1);
      await eventually(async () => expect(await entries('poison')).toEqual(['poison@example.com']));
      expect(await side.replayDeadLetters()).toBe(1);
      await eventually(async () => expect(await entries('refused')).toEqual(['refused@example.com']));
      expect(await side.listDeadLetters(10)).toEqual([]);
      await side.close();
    });

    it('gives the event to another when its consumer is killed in the middle of it', async () => {
      await (await direct()).close();
      const stuck = await startKillable('stuck-consumer', {
        ...transport.env,
        QUEUE: queueName(namespace(), 'order-svc', 'user.registered'),
        TYPE: 'user.registered',
      });
      await publishEvent(transport, userRegistered, newAccount('killed@example.com'));
      await stuck.isInTheMiddle();
      await stuck.kill();
      await ledger();
      await eventually(async () => expect(await entries('killed')).toEqual(['killed@example.com']));
    });

    it('applies once what a consumer committed that was killed before it could say so', async () => {
      const doomed = await startKillable('dies-after-commit', {
        ...transport.env,
        DATABASE_URL: ledgerDatabase.url,
        EMAIL: 'committed@example.com',
      });
      const { id } = await publishEvent(transport, userRegistered, newAccount('committed@example.com'));
      await doomed.isInTheMiddle();
      await doomed.kill();
      expect(await entries('committed')).toEqual(['committed@example.com']);
      const deliveries = jest.spyOn(EventContext.prototype, 'deliver');
      await ledger();
      await eventually(() =>
        expect((deliveries.mock.contexts as EventContext[]).map(({ envelope }) => envelope.id)).toContain(id),
      );
      await Promise.all(deliveries.mock.results.map(({ value }) => value as Promise<void>));
      deliveries.mockRestore();
      expect(await entries('committed@')).toEqual(['committed@example.com']);
    });

    it('applies once what a relay sent that was killed before it could mark it', async () => {
      await ledger();
      const doomed = await startKillable('dies-before-mark', {
        ...transport.env,
        DATABASE_URL: accountsDatabase.url,
        EMAIL: 'twice@example.com',
      });
      await doomed.isInTheMiddle();
      await doomed.kill();
      const waiting = () => accountsDatabase.query('SELECT id FROM outbox WHERE published_at IS NULL');
      expect(await waiting()).toHaveLength(1);
      await accounts();
      await eventually(async () => expect(await waiting()).toEqual([]));
      await publishEvent(transport, userRegistered, newAccount('twice-last@example.com'));
      await eventually(async () => expect(await entries('twice-last')).toHaveLength(1));
      expect(await entries('twice@')).toEqual(['twice@example.com']);
    });

    it('loses nothing and repeats nothing when the broker is away for ten seconds under load', async () => {
      const proxy = await CuttableProxy.to(brokerUrl());
      await ledger(throughProxy(proxy));
      const teller = await accounts(throughProxy(proxy));
      const expected: string[] = [];
      let isLoaded = true;
      const load = (async () => {
        for (let count = 0; isLoaded; count += 1) {
          const email = `load-${String(count).padStart(5, '0')}@example.com`;
          expected.push(email);
          await register(teller, email);
          await pause(20);
        }
      })();
      try {
        await eventually(async () => expect((await entries('load-')).length).toBeGreaterThan(5));
        proxy.cut();
        await pause(10_000);
        proxy.mend();
        const seen = (await entries('load-')).length;
        await eventually(async () => expect((await entries('load-')).length).toBeGreaterThan(seen));
      } finally {
        isLoaded = false;
        await load;
      }
      await eventually(async () => expect(await entries('load-')).toEqual(expected));
      await Promise.all(running.map((service) => service.stop()));
      running = [];
      await proxy.close();
    }, 150_000);

    it('lets an owner publish its present state again', async () => {
      await ledger();
      await accounts();
      const side = await direct();
      await side.send(queueName(namespace(), 'identity-svc', 'republish.user'), {
        specversion: '1.0',
        id: randomUUID(),
        type: 'republish.user',
        source: '/operator',
        subject: 'republish/user',
        time: new Date().toISOString(),
        datacontenttype: 'application/json',
        sequence: 1,
        data: {},
      });
      await eventually(async () => expect(await entries('again')).toEqual(['again@example.com']));
      await side.close();
    });

    it('tells a broadcast to every listener that is there', async () => {
      const listeners = await Promise.all([
        recordEvents(transport, ['user.registered']),
        recordEvents(transport, ['user.registered']),
      ]);
      await publishEvent(transport, userRegistered, newAccount('heard@example.com'));
      for (const listener of listeners) {
        expect((await listener.next('user.registered')).subject).toBe('user/heard@example.com');
        await listener.stop();
      }
    });
  });
}
