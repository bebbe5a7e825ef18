import { randomUUID } from 'node:crypto';
import { artworksErased } from '@shop/contracts-art';
import { reviewsErased } from '@shop/contracts-catalog';
import type { EventDefinition } from '@shop/contracts-common';
import { userErased, userErasureRequested } from '@shop/contracts-identity';
import { ordersAnonymised } from '@shop/contracts-order';
import { contactRequestsErased } from '@shop/contracts-support';
import { EVENT_TRANSPORT, queueName, REPUBLISH_PAGE_SIZE, republishType, type EventTransport } from '@shop/messaging';
import { resendEvents } from '@shop/messaging/operator';
import { waitFor, publishEvent, recordEvents, type EventRecorder } from '@shop/testing';
import { DataSource, type EntityManager } from 'typeorm';
import { ErasuresService } from '../src/erasures/erasures.service.js';
import { UsersRepository } from '../src/users/users.repository.js';
import { IdentityFixture, sha256, getSid, readResetLink } from './identity-fixture.js';

const PARTS = [artworksErased, ordersAnonymised, contactRequestsErased, reviewsErased] as const;
const CONFIRMATION_ORDERS = ['0123', '3210', '1032', '2301', '3012', '1230'];

let fixture: IdentityFixture;
let events: EventRecorder;
beforeAll(async () => {
  fixture = await IdentityFixture.start({ RATE_LIMIT_ACCOUNT_FAILURES: '10' });
  events = await recordEvents(fixture.transport, [
    'user.erased',
    'user.erasure-requested',
    'user.registered',
    'session.ended',
    'reset-link.requested',
  ]);
});
afterAll(async () => {
  await events.stop();
  await fixture.close();
});

const makeAdmin = (...ids: string[]) =>
  fixture.database.query("UPDATE users SET role = CASE WHEN id = ANY ($1) THEN 'admin' ELSE 'user' END", [ids]);

describe('deleting an account', () => {
  it('ends all its sessions and requests the erasure from all services', async () => {
    const { user, sid, as } = await fixture.createCustomer();
    const other = getSid(await fixture.login(user.email));
    const answer = await fixture.requestErasure(as);
    expect([answer.status, answer.json(), answer.headers.get('x-session-id')]).toEqual([202, {}, '']);
    for (const each of [sid, other]) expect((await fixture.resolveSession(each)).token).toBeNull();
    const ended = await events.waitForEvent('session.ended', ({ data }) =>
      (data as { sidHashes: string[] }).sidHashes.includes(sha256(other)),
    );
    expect(ended.data).toEqual({
      sidHashes: expect.arrayContaining([sha256(sid), sha256(other)]),
      reason: 'account-closed',
    });
    const { data } = await events.waitForEvent(
      'user.erasure-requested',
      ({ subject }) => subject === `user/${user.id}`,
    );
    expect(userErasureRequested.schema.parse(data)).toEqual({
      userId: user.id,
      email: user.email,
      firstName: null,
      requestedAt: expect.any(String),
    });
  });

  it('prevents signing in without revealing that the account existed', async () => {
    const { user, as } = await fixture.createCustomer();
    await fixture.requestErasure(as);
    const login = await fixture.login(user.email);
    expect([login.status, login.text]).toEqual([401, 'Invalid email or password']);
    expect((await fixture.service.call('GET', '/api/user', { as })).status).toBe(401);
    expect((await fixture.service.call('POST', '/api/forgot-password', { body: { email: user.email } })).status).toBe(
      200,
    );
    expect(await fixture.countPublished('reset-link.requested', user.id)).toBe(0);
    expect((await fixture.register(user.email)).status).toBe(409);
  });

  it('invalidates a reset link that was sent before', async () => {
    const { user, as } = await fixture.createCustomer();
    await fixture.service.call('POST', '/api/forgot-password', { body: { email: user.email } });
    const { data } = await events.waitForEvent('reset-link.requested', ({ subject }) => subject === `user/${user.id}`);
    await fixture.requestErasure(as);
    const answer = await fixture.service.call('POST', '/api/reset-password', {
      body: { token: (await readResetLink(data)).token, password: 'battery staple' },
    });
    expect([answer.status, answer.text]).toEqual([400, 'This password reset link is invalid or has expired.']);
  });

  it('requires the password', async () => {
    const { user, sid, as } = await fixture.createCustomer();
    const answer = await fixture.requestErasure(as, 'a guess');
    expect([answer.status, answer.text]).toEqual([400, 'Current password is incorrect']);
    expect((await fixture.resolveSession(sid)).role).toBe('user');
    expect(await fixture.countPublished('user.erasure-requested', user.id)).toBe(0);
  });

  it.each([{}, { password: '' }])('rejects %j', async (body) => {
    const { as } = await fixture.createCustomer();
    const answer = await fixture.service.call('POST', '/api/user/erase', { as, body });
    expect([answer.status, answer.text]).toEqual([400, 'Current password is required']);
  });

  it('happens once for concurrent requests', async () => {
    const { user, as } = await fixture.createCustomer();
    const answers = await Promise.all([1, 2, 3].map(() => fixture.requestErasure(as)));
    expect(answers.map(({ status }) => status)).toContain(202);
    expect(await fixture.countPublished('user.erasure-requested', user.id)).toBe(1);
  });

  it('leaves no session of a concurrent sign-in', async () => {
    for (let attempt = 0; attempt < 3; attempt++) {
      const { user, as } = await fixture.createCustomer();
      const [answer] = await Promise.all([
        fixture.requestErasure(as),
        ...Array.from({ length: 6 }, () => fixture.login(user.email)),
      ]);
      expect(answer.status).toBe(202);
      expect(await fixture.database.query("SELECT 1 FROM sessions WHERE sess ->> 'userId' = $1", [user.id])).toEqual(
        [],
      );
    }
  });

  it('counts wrong passwords like a sign-in', async () => {
    const { as } = await fixture.createCustomer();
    const statuses = [];
    for (let guess = 0; guess < 11; guess++) statuses.push((await fixture.requestErasure(as, 'a guess')).status);
    expect(statuses).toEqual([...Array<number>(10).fill(400), 429]);
    expect((await fixture.requestErasure(as)).status).toBe(429);
  });
});

describe('an admin who deletes the account', () => {
  it('must not be the only admin', async () => {
    const { user, as } = await fixture.createCustomer();
    await makeAdmin(user.id);
    const answer = await fixture.requestErasure(as);
    expect([answer.status, answer.text]).toEqual([
      409,
      'You are the only admin. Please have someone else made an admin first.',
    ]);
    expect((await fixture.login(user.email)).status).toBe(200);
  });

  it('no longer counts as an admin afterwards', async () => {
    const [first, second] = [await fixture.createCustomer(), await fixture.createCustomer()];
    await makeAdmin(first.user.id, second.user.id);
    expect((await fixture.requestErasure(first.as)).status).toBe(202);
    expect((await fixture.requestErasure(second.as)).status).toBe(409);
  });

  it('is rejected once if the last two admins leave at the same moment', async () => {
    for (let attempt = 0; attempt < 3; attempt++) {
      const last = await Promise.all([fixture.createCustomer(), fixture.createCustomer()]);
      await makeAdmin(...last.map(({ user }) => user.id));
      const answers = await Promise.all(last.map(({ as }) => fixture.requestErasure(as)));
      expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
    }
  });
});

describe('the erasure of an account', () => {
  async function createClosedAccount() {
    const customer = await fixture.createCustomer((await fixture.createGuest()).as);
    expect((await fixture.requestErasure(customer.as)).status).toBe(202);
    return customer.user;
  }

  /** Publishes the confirmation and waits until it is processed. */
  async function confirm(part: EventDefinition, userId: string, id: string = randomUUID()): Promise<void> {
    await publishEvent(fixture.transport, part, { subject: `user/${userId}`, data: { userId }, id });
    await waitFor(async () =>
      expect(await fixture.database.query('SELECT 1 FROM processed_events WHERE event_id = $1', [id])).toHaveLength(1),
    );
  }

  it.each(CONFIRMATION_ORDERS)('is complete when all services have confirmed, in the order %s', async (order) => {
    const user = await createClosedAccount();
    for (const [at, part] of [...order].map(Number).entries()) {
      expect(await fixture.userExists(user.id)).toBe(true);
      expect(await fixture.countPublished('user.erased', user.id)).toBe(0);
      expect((await fixture.register(user.email)).status).toBe(409);
      await confirm(PARTS[part] as EventDefinition, user.id);
      expect(await fixture.userExists(user.id)).toBe(at < PARTS.length - 1);
    }
    const { data } = await events.waitForEvent('user.erased', ({ subject }) => subject === `user/${user.id}`);
    expect(userErased.schema.parse(data)).toEqual({ userId: user.id, email: user.email, firstName: null });
  });

  it('leaves no personal data and frees the email address', async () => {
    const user = await createClosedAccount();
    for (const part of PARTS) await confirm(part, user.id);
    await events.waitForEvent('user.erased', ({ subject }) => subject === `user/${user.id}`);
    for (const table of ['erasures', 'guest_claims', 'password_reset_tokens'])
      expect(await fixture.database.query(`SELECT 1 FROM ${table} WHERE user_id = $1`, [user.id])).toEqual([]);
    await waitFor(async () =>
      expect(
        await fixture.database.query('SELECT 1 FROM outbox WHERE envelope::text LIKE $1', [`%${user.email}%`]),
      ).toEqual([]),
    );
    const again = await fixture.register(user.email);
    expect(again.status).toBe(201);
    expect(again.json<{ id: string }>().id).not.toBe(user.id);
  });

  it('is published once for repeated and concurrent confirmations', async () => {
    const user = await createClosedAccount();
    await Promise.all([...PARTS, ...PARTS, ...PARTS].map((part) => confirm(part, user.id)));
    for (const part of PARTS) await confirm(part, user.id);
    expect(await fixture.userExists(user.id)).toBe(false);
    expect(await fixture.countPublished('user.erased', user.id)).toBe(1);
  });

  it('happens again if the account was restored from a backup before it', async () => {
    const { user, sid } = await fixture.createCustomer();
    for (const part of PARTS) await confirm(part, user.id);
    await events.waitForEvent('user.erasure-requested', ({ subject }) => subject === `user/${user.id}`);
    expect((await fixture.resolveSession(sid)).token).toBeNull();
    expect(await fixture.userExists(user.id)).toBe(false);
  });

  it('can be requested again afterwards from services that were restored, without personal data', async () => {
    const user = await createClosedAccount();
    for (const part of PARTS) await confirm(part, user.id);
    const isLast = ({ subject }: { subject: string }): boolean => subject === `erasure/${user.id}`;
    const sent = await events.waitForEvent('user.erasure-requested', isLast);
    await waitFor(async () =>
      expect(await fixture.database.query('SELECT 1 FROM outbox WHERE published_at IS NULL')).toEqual([]),
    );
    const runSql = <Row>(sql: string, values: unknown[]) => fixture.database.query(sql, values) as Promise<Row[]>;
    await resendEvents(runSql, new Date(Date.now() - 60_000));
    const again = await waitFor(() => {
      const found = events.list('user.erasure-requested').filter(isLast);
      expect(found).toHaveLength(2);
      return found[1];
    });
    expect(again?.data).toEqual(sent.data);
    expect(sent.data).toEqual({ userId: user.id, email: '', firstName: null, requestedAt: expect.any(String) });
  });

  it('survives a failure in the last step and is published once', async () => {
    const user = await createClosedAccount();
    // A rollback does not reset a sequence, so exactly the first two attempts fail.
    await fixture.database.query(`CREATE SEQUENCE faults`);
    await fixture.database.query(`CREATE FUNCTION fail_twice() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF NEW.envelope ->> 'type' = 'user.erased' AND nextval('faults') <= 2 THEN RAISE EXCEPTION 'an intended failure'; END IF; RETURN NEW; END $$`);
    await fixture.database.query(
      'CREATE TRIGGER fail_twice BEFORE INSERT ON outbox FOR EACH ROW EXECUTE FUNCTION fail_twice()',
    );
    try {
      await Promise.all(PARTS.map((part) => confirm(part, user.id)));
    } finally {
      await fixture.database.query('DROP TRIGGER fail_twice ON outbox');
    }
    expect((await fixture.database.query<{ tries: number }>('SELECT last_value AS tries FROM faults'))[0]).toEqual({
      tries: 3,
    });
    expect(await fixture.userExists(user.id)).toBe(false);
    expect(await fixture.countPublished('user.erased', user.id)).toBe(1);
  });

  it('is requested again by one of several instances while a confirmation is missing', async () => {
    const user = await createClosedAccount();
    await confirm(artworksErased, user.id);
    const erasures = fixture.service.get(ErasuresService);
    await Promise.all([erasures.repeatOverdueRequests(), erasures.repeatOverdueRequests()]);
    expect(await fixture.countPublished('user.erasure-requested', user.id)).toBe(1);
    await fixture.database.query("UPDATE erasures SET requested_at = now() - interval '6 hours' WHERE user_id = $1", [
      user.id,
    ]);
    await Promise.all([erasures.repeatOverdueRequests(), erasures.repeatOverdueRequests()]);
    expect(await fixture.countPublished('user.erasure-requested', user.id)).toBe(2);
    const requests = await waitFor(() => {
      const found = events.list('user.erasure-requested').filter(({ subject }) => subject === `user/${user.id}`);
      expect(found).toHaveLength(2);
      return found.map(({ data }) => data);
    });
    expect(requests[1]).toEqual(requests[0]);
  });

  it('is republished as a request instead of the registration', async () => {
    const user = await createClosedAccount();
    const marker = await fixture.createCustomer();
    const before = await fixture.countPublished('user.registered', user.id);
    await republishUsers();
    await waitFor(async () => expect(await fixture.countPublished('user.registered', marker.user.id)).toBe(2));
    expect(await fixture.countPublished('user.erasure-requested', user.id)).toBe(2);
    expect(await fixture.countPublished('user.registered', user.id)).toBe(before);
    const registrations = await waitFor(() => {
      const found = events.list('user.registered').filter(({ subject }) => subject === `user/${marker.user.id}`);
      expect(found).toHaveLength(2);
      return found.map(({ data }) => data);
    });
    expect(registrations[1]).toEqual(registrations[0]);
  });

  it('is republished as a request if it commits while its page is published', async () => {
    const { user } = await fixture.createCustomer();
    await withLockedSubject(user.id, async (manager) => {
      await republishUsers();
      await waitForBlockedRepublish();
      await fixture.service.get(UsersRepository).closeAccount(manager, user.id);
    });
    await waitFor(async () => expect(await fixture.countPublished('user.erasure-requested', user.id)).toBe(1));
    expect(await fixture.countPublished('user.registered', user.id)).toBe(1);
  });
});

describe('a republish of more accounts than a page', () => {
  const COUNT = 3 * REPUBLISH_PAGE_SIZE;
  const toId = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
  const countRepublished = async (): Promise<number> =>
    (
      await fixture.database.query(
        `SELECT 1 FROM outbox WHERE envelope ->> 'type' = 'user.registered' AND envelope ->> 'subject' LIKE 'user/00000000-%'`,
      )
    ).length;

  it('commits each page and leaves accounts unlocked', async () => {
    await fixture.database.query(
      `INSERT INTO users (id, email, password)
       SELECT ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'many-' || n || '@example.com', 'none' FROM generate_series(1, ${COUNT}) n`,
    );
    const users = fixture.service.get(UsersRepository);
    await fixture.service.get(DataSource).transaction(async (locking) => {
      // An account that another transaction changes does not stop the republish.
      await users.setPassword(locking, toId(1), 'changed');
      await withLockedSubject(toId(COUNT), async () => {
        await republishUsers();
        await waitForBlockedRepublish();
        expect(await countRepublished()).toBe(2 * REPUBLISH_PAGE_SIZE);
        // Accounts of a published page and of the page that waits.
        for (const id of [toId(2), toId(COUNT), toId(COUNT - 1)])
          await fixture.service.get(DataSource).transaction((manager) => users.setPassword(manager, id, 'changed'));
      });
    });
    await waitFor(async () => expect(await countRepublished()).toBe(COUNT));
  });
});

/** Locks the events of an account, like a transaction that has published one. */
const withLockedSubject = (userId: string, work: (manager: EntityManager) => Promise<void>): Promise<void> =>
  fixture.service.get(DataSource).transaction(async (manager) => {
    await manager.query(
      'INSERT INTO outbox_subjects VALUES ($1, 1) ON CONFLICT (subject) DO UPDATE SET sequence = outbox_subjects.sequence',
      [`user/${userId}`],
    );
    await work(manager);
  });

const waitForBlockedRepublish = (): Promise<void> =>
  waitFor(async () =>
    expect(
      await fixture.database.query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      ),
    ).toHaveLength(1),
  );

/** Like `npm run events -- republish user`. */
async function republishUsers(): Promise<void> {
  const type = republishType('user');
  await fixture.service.get<EventTransport>(EVENT_TRANSPORT).sendToQueue(queueName('shop', 'identity-svc', type), {
    specversion: '1.0',
    id: randomUUID(),
    type,
    source: '/operator',
    subject: 'republish/user',
    time: new Date().toISOString(),
    datacontenttype: 'application/json',
    sequence: 1,
    data: {},
  });
}
