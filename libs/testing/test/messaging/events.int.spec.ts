/** Outbox, transport and inbox together: every event is applied exactly once, whatever fails in between. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { productSaved } from '@shop/contracts/catalog';
import { userRegistered } from '@shop/contracts/identity';
import {
  EVENT_TRANSPORT,
  EventCleanup,
  OutboxRelay,
  queueName,
  republishType,
  SILENT_LOG,
  type EventTransport,
} from '@shop/messaging';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { waitFor, publishEvent, createTestTransports, type TestService } from '../../src/index.js';
import { EventsFixture } from './support/events-fixture.js';
import { failures, newAccount, newProduct, register, registerAndRollBack } from './support/ledger-app.js';
import { envelopeOf } from './support/transport-fixture.js';

const UNPUBLISHED = 'SELECT id FROM outbox WHERE published_at IS NULL';

describe.each(createTestTransports())('events over $name', (transport) => {
  const fixture = new EventsFixture(transport);
  let accounts: TestService;
  /** Status of /readyz and the parts while the broker was unreachable. */
  let stateWithoutBroker: Awaited<ReturnType<EventsFixture['open']>>;

  beforeAll(async () => {
    stateWithoutBroker = await fixture.open();
    ({ accounts } = fixture.services);
  });
  afterEach(() => {
    jest.restoreAllMocks();
    failures.clear();
  });
  afterAll(() => fixture.close());

  const waitUntilApplied = (...emails: string[]): Promise<void> =>
    waitFor(async () => {
      for (const email of emails) expect(await fixture.listEntries(email)).toEqual([email]);
    });

  it('are applied after the broker returns by a service that started without it and was ready before', async () => {
    expect(stateWithoutBroker).toEqual([200, { state: 'degraded', parts: { database: 'up', events: 'down' } }]);
    await register(accounts, 'late-start@example.com');
    await waitUntilApplied('late-start@example.com');
    await waitFor(async () => expect(await fixture.getLedgerState()).toMatchObject({ state: 'up' }));
  });

  it('are applied once if the same event is delivered ten times, five times concurrently', async () => {
    const event = { ...newAccount('ten@example.com'), id: randomUUID() };
    await publishEvent(transport, userRegistered, { ...event, times: 5 });
    for (let time = 0; time < 5; time += 1) await publishEvent(transport, userRegistered, event);
    await publishEvent(transport, userRegistered, newAccount('after-ten@example.com'));
    await waitUntilApplied('after-ten@example.com');
    await delay(200);
    expect(await fixture.listEntries('ten@')).toEqual(['ten@example.com']);
  });

  it('of a rolled-back transaction are not published and use no sequence number', async () => {
    await registerAndRollBack(accounts, 'undone@example.com');
    await register(accounts, 'undone@example.com');
    await register(accounts, 'after-undone@example.com');
    await waitUntilApplied('after-undone@example.com', 'undone@example.com');
    const sequence = `SELECT envelope->>'sequence' AS sequence FROM outbox WHERE envelope->>'subject' = 'user/undone@example.com'`;
    expect(await fixture.databases.accounts.query(sequence)).toEqual([{ sequence: '1' }]);
  });

  it('of one subject are numbered without gaps by concurrent writers', async () => {
    await Promise.all(Array.from({ length: 12 }, () => register(accounts, 'numbered@example.com')));
    const rows = await fixture.databases.accounts.query<{ sequence: number }>(
      `SELECT (envelope->>'sequence')::int AS sequence FROM outbox WHERE envelope->>'subject' = 'user/numbered@example.com' ORDER BY position`,
    );
    expect(rows.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
  });

  it('lose their payload in the outbox once they are sent', async () => {
    await register(accounts, 'forgotten@example.com');
    await waitFor(async () => {
      const [row] = await fixture.databases.accounts.query<{ stored: string[] }>(
        `SELECT ARRAY(SELECT jsonb_object_keys(envelope)) AS stored FROM outbox WHERE envelope->>'subject' = 'user/forgotten@example.com' AND published_at IS NOT NULL`,
      );
      expect(row?.stored).toEqual(expect.arrayContaining(['id', 'type', 'subject', 'sequence', 'time']));
      expect(row?.stored).not.toContain('data');
    });
  });

  it('are deleted a week after they were sent, and from the inbox after 60 days', async () => {
    const ledger = fixture.databases.ledger;
    await ledger.query(
      `INSERT INTO outbox (id, envelope, published_at)
       SELECT gen_random_uuid(), '{}', now() - days * interval '1 day' FROM unnest(ARRAY[6, 8]) AS days`,
    );
    await ledger.query(
      `INSERT INTO processed_events (event_id, handler, processed_at)
       SELECT gen_random_uuid(), 'expiry', now() - days * interval '1 day' FROM unnest(ARRAY[59, 61]) AS days`,
    );
    const cleanup = fixture.services.ledger.get(EventCleanup);
    await cleanup.deleteExpired(undefined, { signal: new AbortController().signal });
    const sent = `SELECT extract(day FROM now() - published_at)::int AS days FROM outbox WHERE envelope = '{}'`;
    const processed = `SELECT extract(day FROM now() - processed_at)::int AS days FROM processed_events WHERE handler = 'expiry'`;
    expect(await ledger.query(sent)).toEqual([{ days: 6 }]);
    expect(await ledger.query(processed)).toEqual([{ days: 59 }]);
  });

  it('with keepLatest result in the newest state, whatever their order', async () => {
    const order = [4, 9, 1, 7, 10, 2, 8, 3, 6, 5];
    for (const sequence of order) await publishEvent(transport, productSaved, newProduct(sequence));
    await waitFor(async () =>
      expect(
        await fixture.databases.ledger.query(
          `SELECT count(*)::int AS processed FROM processed_events WHERE handler = 'LedgerConsumer.onProduct'`,
        ),
      ).toEqual([{ processed: order.length }]),
    );
    expect(await fixture.databases.ledger.query('SELECT sequence FROM newest')).toEqual([{ sequence: 10 }]);
  });

  it('are applied after retries, and a failed handler leaves no writes', async () => {
    let attempts = 0;
    failures.set('third-time@example.com', () => {
      attempts += 1;
      if (attempts < 3) throw new Error('not yet');
    });
    failures.set('never@example.com', () => {
      throw new Error('permanent failure');
    });
    await publishEvent(transport, userRegistered, newAccount('never@example.com'));
    await publishEvent(transport, userRegistered, newAccount('third-time@example.com'));
    await waitUntilApplied('third-time@example.com');
    expect(attempts).toBe(3);
    expect(await fixture.listEntries('never')).toEqual([]);
  });

  it('are published again if the relay could not mark them as sent, and are applied once', async () => {
    const transportOfAccounts = accounts.get<EventTransport>(EVENT_TRANSPORT);
    const publish = transportOfAccounts.publish.bind(transportOfAccounts);
    const publishing = jest.spyOn(transportOfAccounts, 'publish').mockImplementationOnce(async (envelopes) => {
      await publish(envelopes);
      throw new Error('failure after the confirmation of the broker');
    });
    await register(accounts, 'twice@example.com');
    await waitFor(async () => expect(await fixture.databases.accounts.query(UNPUBLISHED)).toEqual([]));
    expect(publishing.mock.calls.length).toBeGreaterThan(1);
    await register(accounts, 'after-twice@example.com');
    await waitUntilApplied('after-twice@example.com', 'twice@example.com');
  });

  it('are published once if two instances relay one outbox', async () => {
    const transportOfAccounts = accounts.get<EventTransport>(EVENT_TRANSPORT);
    const publishing = jest.spyOn(transportOfAccounts, 'publish');
    const second = new OutboxRelay(
      accounts.get(DataSource),
      fixture.databases.accounts.url,
      transportOfAccounts,
      SILENT_LOG,
    );
    second.start();
    const emails = Array.from({ length: 40 }, (_, count) => `twin-${String(count).padStart(2, '0')}@example.com`);
    await Promise.all(emails.map((email) => register(accounts, email)));
    await waitFor(async () => expect(await fixture.listEntries('twin-')).toEqual(emails));
    await waitFor(async () => expect(await fixture.databases.accounts.query(UNPUBLISHED)).toEqual([]));
    await second.close();
    const published = publishing.mock.calls.flatMap(([envelopes]) => envelopes.map(({ subject }) => subject));
    expect(published.filter((subject) => subject.includes('twin-'))).toHaveLength(emails.length);
  });

  it('that were applied but not acknowledged are not applied again and do not block others', async () => {
    await fixture.databases.ledger.query(`
      CREATE FUNCTION wait_for_lock() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_advisory_xact_lock(hashtext(NEW.entry)); RETURN NEW; END $$;
      CREATE TRIGGER wait_for_lock BEFORE INSERT ON ledger FOR EACH ROW EXECUTE FUNCTION wait_for_lock();`);
    const locks = new pg.Client({ connectionString: fixture.databases.ledger.url });
    await locks.connect();
    const emails = ['1', '2', '3', '4'].map((name) => `unacknowledged-${name}@example.com`);
    for (const email of emails) {
      await locks.query('SELECT pg_advisory_lock(hashtext($1))', [email]);
      await publishEvent(transport, userRegistered, newAccount(email));
    }
    const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`;
    await waitFor(async () => expect(await fixture.databases.ledger.query(waiting)).toHaveLength(emails.length));

    fixture.proxy.interrupt();
    for (const [index, email] of emails.entries()) {
      await locks.query('SELECT pg_advisory_unlock(hashtext($1))', [email]);
      await waitFor(async () =>
        expect(await fixture.listEntries('unacknowledged-')).toEqual(emails.slice(0, index + 1)),
      );
      await delay(300);
    }
    fixture.proxy.restore();
    await publishEvent(transport, userRegistered, newAccount('unacknowledged-next@example.com'));
    await waitFor(async () =>
      expect(await fixture.listEntries('unacknowledged-')).toEqual([...emails, 'unacknowledged-next@example.com']),
    );
    await locks.end();
    await fixture.databases.ledger.query('DROP TRIGGER wait_for_lock ON ledger');
  });

  it('are neither lost nor repeated during a broker outage under load', async () => {
    const expected: string[] = [];
    let isLoaded = true;
    const load = (async () => {
      for (let count = 0; isLoaded; count += 1) {
        const email = `load-${String(count).padStart(5, '0')}@example.com`;
        expected.push(email);
        await register(accounts, email);
        await delay(20);
      }
    })();
    try {
      await waitFor(async () => expect((await fixture.listEntries('load-')).length).toBeGreaterThan(5));
      fixture.proxy.interrupt();
      await delay(5_000);
      fixture.proxy.restore();
      const applied = (await fixture.listEntries('load-')).length;
      await waitFor(async () => expect((await fixture.listEntries('load-')).length).toBeGreaterThan(applied));
    } finally {
      isLoaded = false;
      await load;
    }
    await waitFor(async () => expect(await fixture.listEntries('load-')).toEqual(expected));
  }, 150_000);

  it('are neither lost nor repeated when services lose their database connections under load', async () => {
    const load = Array.from({ length: 80 }, async (_, count) => {
      await delay(count * 25);
      // The write may fail as well. The outbox shows whether it was committed.
      await register(accounts, `cut-${String(count).padStart(3, '0')}@example.com`).catch(() => undefined);
    });
    for (let time = 0; time < 3; time += 1) {
      await delay(500);
      for (const database of Object.values(fixture.databases)) {
        await database.query(
          'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
        );
      }
    }
    await Promise.all(load);
    const committed = await fixture.databases.accounts.query<{ email: string }>(
      `SELECT substr(envelope->>'subject', 6) AS email FROM outbox WHERE envelope->>'subject' LIKE 'user/cut-%' ORDER BY 1`,
    );
    expect(committed.length).toBeGreaterThan(40);
    await waitFor(async () => expect(await fixture.listEntries('cut-')).toEqual(committed.map(({ email }) => email)));
  });

  it('are published again by their owner after a republish command', async () => {
    const type = republishType('user');
    const namespace = transport.env.EVENTS_NAMESPACE ?? 'shop';
    await fixture.services.ledger
      .get<EventTransport>(EVENT_TRANSPORT)
      .sendToQueue(queueName(namespace, 'identity-svc', type), envelopeOf(type, 'republish/user'));
    await waitUntilApplied('again@example.com');
  });
});
