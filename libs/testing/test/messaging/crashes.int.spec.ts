/** Events whose handlers take their process down, and jobs that are locked by nobody who runs them. */
import { userRegistered } from '@shop/contracts/identity';
import { queueName, type Subscription } from '@shop/messaging';
import pg from 'pg';
import { eventually, publishEvent, testTransports } from '../../src/index.js';
import { EventsBench } from './support/events-bench.js';
import { newAccount } from './support/ledger-app.js';
import { startKillable } from './support/killable-process.js';

for (const transport of testTransports()) {
  describe(`handlers that die, over ${transport.name}`, () => {
    const bench = new EventsBench(transport);
    beforeAll(() => bench.open());
    afterEach(() => bench.clear());
    afterAll(() => bench.close());

    const onEventsDatabase = async (sql: string, values: unknown[] = []): Promise<pg.QueryResult> => {
      const client = new pg.Client({ connectionString: transport.env.EVENTS_DATABASE_URL });
      await client.connect();
      try {
        return await client.query(sql, values);
      } finally {
        await client.end();
      }
    };
    const hearing = (handle: Subscription['handle']): Subscription[] => [
      {
        queue: queueName(bench.namespace, 'order-svc', userRegistered.type),
        type: userRegistered.type,
        concurrency: 1,
        handle,
      },
    ];
    const queue = (): string => queueName(bench.namespace, 'order-svc', userRegistered.type);

    /** A process takes the event and is killed, three times; the tries before are only counted. */
    const dieInProcesses = async (): Promise<void> => {
      await onEventsDatabase('UPDATE graphile_worker._private_jobs SET attempts = max_attempts - 3');
      for (let death = 0; death < 3; death += 1) {
        const stuck = await startKillable('stuck-consumer', {
          ...transport.env,
          QUEUE: queue(),
          TYPE: userRegistered.type,
        });
        await stuck.isInTheMiddle();
        await stuck.kill();
      }
    };
    /** To the broker a lost connection without an acknowledgement is a death as well, and quicker than a process. */
    const dieInConnections = async (): Promise<void> => {
      const { proxy, through } = await bench.proxied();
      const side = await bench.direct(through);
      await side.subscribe(
        hearing(() => {
          proxy.cut();
          setTimeout(() => proxy.mend(), 20);
          return new Promise(() => undefined);
        }),
      );
    };

    it('sets an event aside that takes its process down again and again', async () => {
      await publishEvent(transport, userRegistered, newAccount('deadly@example.com'));
      await (transport.name === 'postgres' ? dieInProcesses() : dieInConnections());
      const onlooker = await bench.direct();
      const letters = await eventually(
        async () => {
          const found = await onlooker.listDeadLetters(10);
          expect(found).toHaveLength(1);
          return found;
        },
        { timeoutMs: 100_000, everyMs: 250 },
      );
      expect(letters[0]).toMatchObject({
        subject: 'user/deadly@example.com',
        reason: 'its handler took the process down again and again',
      });
      expect(Date.parse(letters[0]?.diedAt ?? '')).toBeGreaterThan(Date.now() - 3_600_000);
      expect(letters[0]?.queue).toBe(queue());
    }, 150_000);

    it('applies it after all when the handler is mended and the event replayed', async () => {
      await bench.ledger();
      const side = await bench.direct();
      expect(await side.replayDeadLetters()).toBe(1);
      await eventually(async () => expect(await bench.entries('deadly')).toEqual(['deadly@example.com']));
    });

    if (transport.name === 'postgres') {
      it('gives a job free that a living pool holds but does not run, because the answer got lost on the way', async () => {
        const side = await bench.direct();
        const heard: string[] = [];
        await side.subscribe(
          hearing(async ({ envelope }) => {
            heard.push(envelope.subject);
            return { kind: 'done' };
          }),
        );
        await publishEvent(transport, userRegistered, newAccount('before@example.com'));
        await eventually(() => expect(heard).toEqual(['user/before@example.com']));
        // The id of the living pool is told by the lock it holds on a job: take one in its name, as if its query had lost its answer.
        await onEventsDatabase(
          `CREATE TABLE taken_by (pool text);
           CREATE FUNCTION note_pool() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO taken_by VALUES (NEW.locked_by); RETURN NEW; END $$;
           CREATE TRIGGER note_pool BEFORE UPDATE ON graphile_worker._private_jobs FOR EACH ROW WHEN (NEW.locked_by IS NOT NULL) EXECUTE FUNCTION note_pool();`,
        );
        await publishEvent(transport, userRegistered, newAccount('during@example.com'));
        await eventually(() => expect(heard).toHaveLength(2));
        await onEventsDatabase(
          `DROP TRIGGER note_pool ON graphile_worker._private_jobs;
           SELECT graphile_worker.add_job('${queue()}', json_build_object('attempt', 1, 'envelope', json_build_object(
             'specversion', '1.0', 'id', gen_random_uuid(), 'type', 'user.registered', 'source', '/x', 'subject', 'user/lost', 'time', '2026-01-01T00:00:00.000Z', 'datacontenttype', 'application/json', 'sequence', 1, 'data', '{}'::json)),
             run_at := now() + interval '1 hour');
           UPDATE graphile_worker._private_jobs SET locked_by = (SELECT pool FROM taken_by LIMIT 1), locked_at = now() - interval '1 minute', run_at = now()
           WHERE task_id = (SELECT id FROM graphile_worker._private_tasks WHERE identifier = '${queue()}');`,
        );
        await eventually(() => expect(heard).toContain('user/lost'));
        // Other services' queues of the same event have nobody here who empties them.
        const left = `SELECT 1 FROM graphile_worker._private_jobs JOIN graphile_worker._private_tasks AS tasks ON tasks.id = task_id WHERE tasks.identifier = '${queue()}'`;
        await eventually(async () => expect((await onEventsDatabase(left)).rowCount).toBe(0));
      });

      it('keeps shops that share a database apart by their namespaces', async () => {
        const other = await bench.direct(transport, 'other-shop');
        const heardThere: string[] = [];
        await other.listenBroadcast([userRegistered.type], ({ subject }) => heardThere.push(subject));
        await other.subscribe([
          {
            queue: queueName('other-shop', 'order-svc', userRegistered.type),
            type: userRegistered.type,
            concurrency: 1,
            handle: async ({ envelope }) => {
              heardThere.push(envelope.subject);
              return { kind: 'done' };
            },
          },
        ]);
        await bench.ledger();
        await publishEvent(transport, userRegistered, newAccount('apart@example.com'));
        await eventually(async () => expect(await bench.entries('apart')).toHaveLength(1));
        expect(heardThere).toEqual([]);
      });
    }
  });
}
