/** Cases that exist only on PostgreSQL: jobs whose lock outlives their query, and events published just before LISTEN. */
import { setTimeout as delay } from 'node:timers/promises';
import { jest } from '@jest/globals';
import pg from 'pg';
import { createTestTransport } from '@shop/testing';
import { waitFor } from '@shop/testing-database';
import { envelopeOf, TransportFixture } from './support/transport-fixture.js';

const POLL_INTERVAL_MS = 60_000;

type Query = (this: pg.Client, ...args: unknown[]) => Promise<unknown>;
const clientPrototype = pg.Client.prototype as unknown as { query: Query };

/**
 * Delays LISTEN for jobs until `release`, and lets the check for due jobs find none. `maxConcurrent`: how many queries one
 * connection was given at a time.
 */
function delayListen(): { isAsked: () => boolean; maxConcurrent: () => number; release: () => void } {
  let isAsked = false;
  let maxRunning = 0;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const running = new WeakMap<pg.Client, number>();
  const count = (client: pg.Client, change: number): void => {
    const now = (running.get(client) ?? 0) + change;
    running.set(client, now);
    maxRunning = Math.max(maxRunning, now);
  };
  const query = clientPrototype.query;
  jest.spyOn(clientPrototype, 'query').mockImplementation(async function (this: pg.Client, ...args) {
    const isListen = typeof args[0] === 'string' && args[0].startsWith('LISTEN "jobs:insert"');
    isAsked ||= isListen;
    if (typeof args[0] === 'string' && args[0].includes('AS "isDue"')) return { rows: [] };
    count(this, 1);
    try {
      if (isListen) await released;
      return await query.apply(this, args);
    } finally {
      count(this, -1);
    }
  });
  return { isAsked: () => isAsked, maxConcurrent: () => maxRunning, release };
}

function disablePolling(): void {
  const timeout = globalThis.setTimeout;
  jest
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation((work: () => void, ms?: number, ...args: []) =>
      ms === POLL_INTERVAL_MS ? timeout(work, 2 ** 30).unref() : timeout(work, ms, ...args),
    );
}

describe('PostgresTransport', () => {
  const transport = createTestTransport();
  const fixture = new TransportFixture(transport);
  beforeAll(() => transport.open());
  afterEach(async () => {
    jest.restoreAllMocks();
    await fixture.cleanUp();
  });
  afterAll(() => transport.close());

  it('delivers an event published just before LISTEN as soon as it listens, with one query at a time', async () => {
    const queue = fixture.newQueue();
    const publisher = await fixture.connect(queue);
    const reader = await fixture.connect(queue);
    const listen = delayListen();
    disablePolling();
    const subjects = await fixture.readSubjects(reader, queue);
    await waitFor(() => expect(listen.isAsked()).toBe(true));
    await delay(500); // for the first poll, and any other query that does not wait for LISTEN
    await publisher.publish([envelopeOf(queue.type, 'just before')]);
    await delay(500);
    expect(subjects).toEqual([]);
    listen.release();
    await waitFor(() => expect(subjects).toEqual(['just before']), { timeoutMs: 10_000 });
    expect(listen.maxConcurrent()).toBe(1);
  }, 30_000);

  it('unlocks a job that a running pool has locked but does not run, because a query result was lost', async () => {
    const queue = fixture.newQueue();
    const reader = await fixture.connect(queue);
    const subjects = await fixture.readSubjects(reader, queue);
    const client = new pg.Client({ connectionString: transport.env.EVENTS_DATABASE_URL });
    await client.connect();
    fixture.onCleanup(() => client.end());
    // A running job's lock contains the id of the pool.
    await client.query(
      `CREATE TABLE taken_by (pool text);
       CREATE FUNCTION note_pool() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO taken_by VALUES (NEW.locked_by); RETURN NEW; END $$;
       CREATE TRIGGER note_pool BEFORE UPDATE ON graphile_worker._private_jobs FOR EACH ROW WHEN (NEW.locked_by IS NOT NULL) EXECUTE FUNCTION note_pool();`,
    );
    await reader.publish([envelopeOf(queue.type, 'before')]);
    await waitFor(() => expect(subjects).toEqual(['before']));
    const payload = JSON.stringify({ attempt: 1, envelope: envelopeOf(queue.type, 'locked') });
    await client.query('DROP TRIGGER note_pool ON graphile_worker._private_jobs');
    await client.query(`SELECT graphile_worker.add_job($1, $2::json, run_at := now() + interval '1 hour')`, [
      queue.queue,
      payload,
    ]);
    await client.query(
      `UPDATE graphile_worker._private_jobs SET locked_by = (SELECT pool FROM taken_by LIMIT 1), locked_at = now() - interval '1 minute', run_at = now()`,
    );
    await waitFor(() => expect(subjects).toEqual(['before', 'locked']));
    await waitFor(async () =>
      expect((await client.query('SELECT FROM graphile_worker._private_jobs')).rowCount).toBe(0),
    );
  });
});
