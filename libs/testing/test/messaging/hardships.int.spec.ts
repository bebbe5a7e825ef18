/** What else may go wrong around events, on both transports alike. */
import { randomUUID } from 'node:crypto';
import { userRegistered } from '@shop/contracts/identity';
import { bindingsOf, deleteNamespace, pause, queueName, type Subscription } from '@shop/messaging';
import { eventually, publishEvent, testTransports } from '../../src/index.js';
import { EventsBench } from './support/events-bench.js';
import { newAccount, register } from './support/ledger-app.js';

for (const transport of testTransports()) {
  describe(`events over ${transport.name}, in hardship`, () => {
    const bench = new EventsBench(transport);
    beforeAll(() => bench.open());
    afterEach(() => bench.clear());
    afterAll(() => bench.close());

    const hearing = (handle: Subscription['handle'], namespace = bench.namespace): Subscription[] => [
      {
        queue: queueName(namespace, 'order-svc', userRegistered.type),
        type: userRegistered.type,
        concurrency: 1,
        handle,
      },
    ];
    const emailOf = (data: unknown): string => userRegistered.schema.parse(data).email;

    it('serves HTTP while the broker is away at the start, says so, and hears what was told once it is back', async () => {
      const { proxy, through } = await bench.proxied();
      proxy.cut();
      const ledger = await bench.ledger(through);
      expect((await ledger.call('GET', '/healthz')).status).toBe(200);
      expect((await ledger.call('GET', '/readyz')).status).toBe(503);
      proxy.mend();
      await publishEvent(transport, userRegistered, newAccount('late-start@example.com'));
      await eventually(async () => expect(await bench.entries('late-start')).toHaveLength(1));
      await eventually(async () => expect((await ledger.call('GET', '/readyz')).status).toBe(200));
    });

    it('applies each event once where every service runs twice', async () => {
      const [teller, otherTeller] = [await bench.accounts(), await bench.accounts()];
      await bench.ledger();
      await bench.ledger();
      const emails = Array.from({ length: 60 }, (_, count) => `twin-${String(count).padStart(3, '0')}@example.com`);
      await Promise.all(emails.map((email, index) => register(index % 2 ? teller : otherTeller, email)));
      await eventually(async () => expect(await bench.entries('twin-')).toEqual(emails));
      await pause(300);
      expect(await bench.entries('twin-')).toEqual(emails);
    });

    const onRabbitmq = transport.name === 'rabbitmq' ? it : () => undefined;
    onRabbitmq('makes a queue again that is gone, and keeps what nobody took until then', async () => {
      const teller = await bench.accounts();
      await eventually(async () => expect((await teller.call('GET', '/readyz')).status).toBe(200));
      const queue = queueName(bench.namespace, 'order-svc', userRegistered.type);
      await deleteNamespace(
        bench.brokerUrl,
        bench.namespace,
        bindingsOf(bench.namespace).filter((binding) => binding.queue === queue),
      );
      await bench.direct(transport, bench.namespace, []); // the exchange is there, and nothing behind it
      await register(teller, 'unrouted@example.com');
      await bench.ledger();
      await eventually(async () => expect(await bench.entries('unrouted')).toEqual(['unrouted@example.com']));
    });

    it('forgets what an event said as soon as it is sent', async () => {
      const teller = await bench.accounts();
      await register(teller, 'forgotten@example.com');
      await eventually(async () => {
        const [row] = await bench.accountsDatabase.query<{ kept: string[] }>(
          `SELECT ARRAY(SELECT jsonb_object_keys(envelope)) AS kept FROM outbox WHERE envelope->>'subject' = 'user/forgotten@example.com' AND published_at IS NOT NULL`,
        );
        expect(row?.kept).toEqual(expect.arrayContaining(['id', 'type', 'subject', 'sequence', 'time']));
        expect(row?.kept).not.toContain('data');
      });
    });

    it('numbers the events of one subject without gaps, however many write at once', async () => {
      const teller = await bench.accounts();
      await Promise.all(Array.from({ length: 12 }, () => register(teller, 'numbered@example.com')));
      const rows = await bench.accountsDatabase.query<{ sequence: number }>(
        `SELECT (envelope->>'sequence')::int AS sequence FROM outbox WHERE envelope->>'subject' = 'user/numbered@example.com' ORDER BY position`,
      );
      expect(rows.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
    });

    it('loses and repeats nothing when services lose their own databases under load', async () => {
      await bench.ledger();
      const teller = await bench.accounts();
      const load = Array.from({ length: 80 }, async (_, count) => {
        await pause(count * 25);
        // Its own write may be cut off as well: whether it was committed shows in the outbox.
        await register(teller, `cut-${String(count).padStart(3, '0')}@example.com`).catch(() => undefined);
      });
      for (let time = 0; time < 3; time += 1) {
        await pause(500);
        for (const database of [bench.ledgerDatabase, bench.accountsDatabase]) {
          await database.query(
            'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
          );
        }
      }
      await Promise.all(load);
      const told = await bench.accountsDatabase.query<{ email: string }>(
        `SELECT substr(envelope->>'subject', 6) AS email FROM outbox WHERE envelope->>'subject' LIKE 'user/cut-%' ORDER BY 1`,
      );
      expect(told.length).toBeGreaterThan(40);
      await eventually(async () => expect(await bench.entries('cut-')).toEqual(told.map(({ email }) => email)));
    });

    it('lets a running handler end before it stops, and takes no other', async () => {
      const taken: string[] = [];
      let finish: () => void = () => undefined;
      const side = await bench.direct();
      await side.subscribe(
        hearing(async ({ envelope }) => {
          taken.push(emailOf(envelope.data));
          await new Promise<void>((resolve) => (finish = resolve));
          return { kind: 'done' };
        }),
      );
      await publishEvent(transport, userRegistered, newAccount('running@example.com'));
      await eventually(() => expect(taken).toEqual(['running@example.com']));
      await publishEvent(transport, userRegistered, newAccount('waiting@example.com'));
      const stopped = side.close();
      await pause(100);
      finish();
      await stopped;
      await bench.ledger();
      await eventually(async () => expect(await bench.entries('waiting')).toHaveLength(1));
      expect(await bench.entries('running')).toEqual([]);
      expect(taken).toEqual(['running@example.com']);
    });

    it('tells a listener of broadcasts that it may have missed some, and hears large ones', async () => {
      const { proxy, through } = await bench.proxied();
      const heard: string[] = [];
      let gaps = 0;
      const side = await bench.direct(through);
      await side.listenBroadcast(
        [userRegistered.type],
        ({ data }) => heard.push(emailOf(data)),
        () => (gaps += 1),
      );
      const large = `${'x'.repeat(20_000)}@example.com`;
      await publishEvent(transport, userRegistered, {
        subject: 'user/large',
        data: { ...newAccount('').data, email: large },
      });
      await eventually(() => expect(heard).toEqual([large]));
      await side.check();
      expect(gaps).toBe(0);
      proxy.cut();
      await eventually(() => expect(side.check()).rejects.toThrow());
      proxy.mend();
      await eventually(() => expect(gaps).toBe(1));
      await eventually(() => side.check());
      await publishEvent(transport, userRegistered, newAccount('after-gap@example.com'));
      await eventually(() => expect(heard).toEqual([large, 'after-gap@example.com']));
      await bench.ledger(); // takes what these broadcasts left in its queue
      await eventually(async () => expect(await bench.entries('after-gap')).toHaveLength(1));
    });

    it('sets an event aside that is no envelope at all, and goes on', async () => {
      await bench.ledger();
      const side = await bench.direct();
      await side.publish([{ id: randomUUID(), type: userRegistered.type, subject: 'user/none' } as never]);
      await publishEvent(transport, userRegistered, newAccount('behind@example.com'));
      await eventually(async () => expect(await bench.entries('behind')).toHaveLength(1));
      const letters = await eventually(async () => {
        const found = await side.listDeadLetters(10);
        expect(found).toHaveLength(1);
        return found;
      });
      expect(letters[0]).toMatchObject({ reason: 'not a CloudEvents envelope', subject: 'user/none', attempts: 1 });
    });

    it('rejects a command to a queue that nobody made', async () => {
      const side = await bench.direct();
      const envelope = {
        ...newAccount('x'),
        specversion: '1.0',
        id: randomUUID(),
        type: 'x',
        source: '/x',
        time: '',
        datacontenttype: 'application/json',
        sequence: 1,
      } as const;
      await expect(side.send('nobody.listens', envelope)).rejects.toThrow('There is no queue nobody.listens');
    });
  });
}
