/** Outbox, transport and inbox together: every event is applied exactly once, whatever fails in between. */
import { topology } from '@shop/contracts-all';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { productSaved } from '@shop/contracts-catalog';
import type { EventEnvelope } from '@shop/contracts-common';
import { userRegistered } from '@shop/contracts-identity';
import {
  EVENT_TRANSPORT,
  EventCleanup,
  OPERATOR_SOURCE,
  OutboxRelay,
  queueName,
  republishType,
  SILENT_LOG,
  UnconfirmedError,
  type EventTransport,
} from '@shop/messaging';
import {
  listDeadLetters,
  replayDeadLetters,
  resendEvents,
  resendEventsById,
  type RunSql,
} from '@shop/messaging/operator';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { publishEvent, createTestTransports, TEST_RETRY_DELAYS_MS, type TestService } from '@shop/testing';
import { waitFor, type TestDatabase } from '@shop/testing-database';
import { EventsFixture } from './support/events-fixture.js';
import { failures, newAccount, newProduct, register, registerAndRollBack, savePrice } from './support/ledger-app.js';
import { envelopeOf } from './support/transport-fixture.js';

const UNPUBLISHED = 'SELECT id FROM outbox WHERE published_at IS NULL';

const toRunSql =
  (database: TestDatabase): RunSql =>
  async <Row>(sql: string, values: unknown[]) =>
    (await database.query(sql, values)) as Row[];

describe.each(createTestTransports(topology))('events over $name', (transport) => {
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

  it('of a rolled-back transaction are not published', async () => {
    await registerAndRollBack(accounts, 'undone@example.com');
    await register(accounts, 'undone@example.com');
    await register(accounts, 'after-undone@example.com');
    await waitUntilApplied('after-undone@example.com', 'undone@example.com');
    const written = `SELECT FROM outbox WHERE envelope->>'subject' = 'user/undone@example.com'`;
    expect(await fixture.databases.accounts.query(written)).toHaveLength(1);
  });

  it('of one subject are numbered in the order of their commits by concurrent writers', async () => {
    await Promise.all(Array.from({ length: 12 }, () => register(accounts, 'numbered@example.com')));
    const rows = await fixture.databases.accounts.query<{ sequence: number }>(
      `SELECT (envelope->>'sequence')::float AS sequence FROM outbox WHERE envelope->>'subject' = 'user/numbered@example.com' ORDER BY position`,
    );
    const sequences = rows.map(({ sequence }) => sequence);
    expect(sequences).toEqual([...new Set(sequences)].sort((first, second) => first - second));
    expect(sequences).toHaveLength(12);
  });

  it('of a subject are applied after their publisher was restored from an older backup', async () => {
    const { accounts: database, ledger } = fixture.databases;
    const id = randomUUID();
    const waitForPrice = (price: string) =>
      waitFor(async () =>
        expect(await ledger.query(`SELECT price FROM newest WHERE subject = 'product/${id}'`)).toEqual([{ price }]),
      );
    await savePrice(accounts, id, '20.00');
    await database.query(`CREATE TABLE backup AS SELECT * FROM outbox_subjects WHERE subject = 'product/${id}'`);
    for (const price of ['21.00', '22.00', '23.00']) await savePrice(accounts, id, price);
    await waitForPrice('23.00');
    await database.query(`
      UPDATE outbox_subjects SET sequence = backup.sequence FROM backup WHERE backup.subject = outbox_subjects.subject;
      DROP TABLE backup`);
    await savePrice(accounts, id, '19.00');
    await waitForPrice('19.00');
  });

  it('that were sent are applied by a service restored from an older backup once they are resent, and no other again', async () => {
    const { accounts: database, ledger } = fixture.databases;
    const [{ now: since = new Date() } = {}] = await database.query<{ now: Date }>('SELECT now()');
    const emails = ['resent-1@example.com', 'resent-2@example.com', 'resent-3@example.com'];
    for (const email of emails) await register(accounts, email);
    await waitUntilApplied(...emails);
    await waitFor(async () => expect(await database.query(UNPUBLISHED)).toEqual([]));
    const sent = await database.query<{ id: string }>(
      `SELECT id FROM outbox WHERE envelope->>'subject' = 'user/resent-2@example.com'`,
    );
    await ledger.query(`
      DELETE FROM ledger WHERE entry = 'resent-2@example.com';
      DELETE FROM processed_events WHERE event_id = '${sent[0]?.id}'`);
    const runSql = toRunSql(database);
    expect(await resendEvents(runSql, since, 'user.erased')).toBe(0);
    expect(await resendEventsById(runSql, [sent[0]?.id ?? '', randomUUID()])).toBe(1);
    await waitUntilApplied(...emails);
    await waitFor(async () => expect(await database.query(UNPUBLISHED)).toEqual([]));
    await ledger.query(`
      DELETE FROM ledger WHERE entry = 'resent-2@example.com';
      DELETE FROM processed_events WHERE event_id = '${sent[0]?.id}'`);
    expect(await resendEvents(runSql, since)).toBe(emails.length);
    await waitUntilApplied(...emails);
    await waitFor(async () => expect(await database.query(UNPUBLISHED)).toEqual([]));
    expect(await fixture.listEntries('resent-')).toEqual(emails);
  });

  it('that fail for good are dead letters in the database of the listener until they are replayed', async () => {
    const runSql = toRunSql(fixture.databases.ledger);
    const listSubjects = async () => (await listDeadLetters(runSql, 10)).map(({ subject }) => subject);
    const events = fixture.services.ledger.get<EventTransport>(EVENT_TRANSPORT);
    const namespace = transport.env.EVENTS_NAMESPACE ?? 'shop';
    const replay = (ids?: string[]) =>
      replayDeadLetters(
        runSql,
        (type, envelope) => events.sendToQueue(queueName(namespace, 'order-svc', type), envelope),
        ids,
      );
    failures.set('buried@example.com', () => {
      throw new Error('permanent\0 failure');
    });
    await register(accounts, 'buried@example.com');
    await waitFor(async () => expect(await listSubjects()).toEqual(['user/buried@example.com']));
    const [deadLetter] = await listDeadLetters(runSql, 10);
    expect(deadLetter).toMatchObject({ type: 'user.registered', reason: 'Error: permanent failure', attempts: 4 });
    expect(await replay([randomUUID()])).toBe(0);
    expect(await replay()).toBe(1);
    await waitFor(async () => {
      const [again] = await listDeadLetters(runSql, 10);
      expect(again?.diedAt).not.toEqual(deadLetter?.diedAt);
      expect(again?.subject).toBe('user/buried@example.com');
    });
    failures.clear();
    expect(await replay([deadLetter?.eventId ?? ''])).toBe(1);
    await waitUntilApplied('buried@example.com');
    expect(await listSubjects()).toEqual([]);
  });

  it('are applied after an outage of the listener’s database and never become dead letters', async () => {
    const { ledger } = fixture.databases;
    fixture.interruptLedgerDatabase();
    await register(accounts, 'outage-1@example.com');
    await register(accounts, 'outage-2@example.com');
    await delay(10 * TEST_RETRY_DELAYS_MS.reduce((sum, ms) => sum + ms, 0));
    fixture.restoreLedgerDatabase();
    await waitUntilApplied('outage-1@example.com', 'outage-2@example.com');
    expect(await ledger.query('SELECT subject FROM dead_letters WHERE resolved_at IS NULL')).toEqual([]);
  });

  it('of a queue that does not confirm wait, others are sent and marked', async () => {
    const transportOfAccounts = accounts.get<EventTransport>(EVENT_TRANSPORT);
    const publish = transportOfAccounts.publish.bind(transportOfAccounts);
    let isStuck = true;
    jest.spyOn(transportOfAccounts, 'publish').mockImplementation(async (envelopes) => {
      const isRefused = ({ type }: EventEnvelope): boolean => isStuck && type === productSaved.type;
      await publish(envelopes.filter((envelope) => !isRefused(envelope)));
      const refused = envelopes.filter(isRefused).map(({ id }) => id);
      if (refused.length > 0) throw new UnconfirmedError('not confirmed', new Set(refused));
    });
    const id = randomUUID();
    await savePrice(accounts, id, '20.00');
    await register(accounts, 'beside-1@example.com');
    await waitUntilApplied('beside-1@example.com');
    for (let count = 0; count < 120; count += 1) await savePrice(accounts, id, '21.00');
    await register(accounts, 'beside-2@example.com');
    await waitUntilApplied('beside-2@example.com');
    const waitingTypes = `SELECT DISTINCT envelope->>'type' AS type FROM outbox WHERE published_at IS NULL`;
    await waitFor(async () =>
      expect(await fixture.databases.accounts.query(waitingTypes)).toEqual([{ type: productSaved.type }]),
    );
    isStuck = false;
    await waitFor(async () => expect(await fixture.databases.accounts.query(UNPUBLISHED)).toEqual([]));
  });

  it('are deleted a week after they were sent, from the inbox after 60 days, as dead letters after 90 days', async () => {
    const ledger = fixture.databases.ledger;
    await ledger.query(
      `INSERT INTO outbox (id, envelope, published_at)
       SELECT gen_random_uuid(), '{}', now() - days * interval '1 day' FROM unnest(ARRAY[6, 8]) AS days`,
    );
    await ledger.query(
      `INSERT INTO processed_events (event_id, handler, processed_at)
       SELECT gen_random_uuid(), 'expiry', now() - days * interval '1 day' FROM unnest(ARRAY[59, 61]) AS days`,
    );
    await ledger.query(
      `INSERT INTO dead_letters (event_id, type, subject, content, reason, attempts, died_at, resolved_at)
       SELECT gen_random_uuid(), 'expiry', died, '{}', '', 1, now() - died * interval '1 day', now() - resolved * interval '1 day'
       FROM (VALUES (89, NULL), (91, NULL), (92, 89), (93, 91)) AS days (died, resolved)`,
    );
    const cleanup = fixture.services.ledger.get(EventCleanup);
    await cleanup.deleteExpired(undefined, { signal: new AbortController().signal });
    const sent = `SELECT extract(day FROM now() - published_at)::int AS days FROM outbox WHERE envelope = '{}'`;
    const processed = `SELECT extract(day FROM now() - processed_at)::int AS days FROM processed_events WHERE handler = 'expiry'`;
    expect(await ledger.query(sent)).toEqual([{ days: 6 }]);
    expect(await ledger.query(processed)).toEqual([{ days: 59 }]);
    const dead = `SELECT subject FROM dead_letters WHERE type = 'expiry' ORDER BY subject`;
    expect(await ledger.query(dead)).toEqual([{ subject: '89' }, { subject: '92' }]);
    await ledger.query(`DELETE FROM dead_letters WHERE type = 'expiry'`);
  });

  it('with keepLatest result in the newest state, whatever their order', async () => {
    const { ledger } = fixture.databases;
    const ids: string[] = [];
    for (const sequence of [4, 9, 1, 7, 10, 2, 8, 3, 6, 5])
      ids.push((await publishEvent(transport, productSaved, newProduct(sequence))).id);
    await waitFor(async () =>
      expect(await ledger.query(`SELECT FROM processed_events WHERE event_id = ANY ($1)`, [ids])).toHaveLength(
        ids.length,
      ),
    );
    expect(await ledger.query(`SELECT sequence FROM newest WHERE subject = $1`, [newProduct(1).subject])).toEqual([
      { sequence: 10 },
    ]);
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
      .sendToQueue(queueName(namespace, 'identity-svc', type), {
        ...envelopeOf(type, 'republish/user'),
        source: OPERATOR_SOURCE,
      });
    await waitUntilApplied('again@example.com');
  });
});
