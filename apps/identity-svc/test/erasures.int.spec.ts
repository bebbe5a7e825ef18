import { randomUUID } from 'node:crypto';
import { artworksErased } from '@shop/contracts/art';
import type { EventDefinition } from '@shop/contracts/common';
import { userErased } from '@shop/contracts/identity';
import { ordersAnonymised } from '@shop/contracts/order';
import { requestsErased } from '@shop/contracts/support';
import { createTransport, queueName } from '@shop/messaging';
import { eventually, publishEvent, recordEvents, testTransports, type EventRecorder } from '@shop/testing';
import { DataSource } from 'typeorm';
import { HourlySweep } from '../src/hourly.sweep.js';
import { UsersRepository } from '../src/users/users.repository.js';
import { People } from './people.js';

const PARTS = [artworksErased, ordersAnonymised, requestsErased] as const;
const ORDERS = [0, 1, 2].flatMap((first) =>
  [0, 1, 2].filter((at) => at !== first).map((second) => [first, second, 3 - first - second]),
);

describe.each(testTransports())('the erasure of an account, over $name', (transport) => {
  let people: People;
  let events: EventRecorder;
  beforeAll(async () => {
    people = await People.open({}, transport);
    events = await recordEvents(transport, ['user.erased', 'user.erasure-requested', 'user.registered']);
  });
  afterAll(async () => {
    await events.stop();
    await people.close();
  });

  async function leaver() {
    const customer = await people.customer((await people.guest()).as);
    expect((await people.erase(customer.as)).status).toBe(202);
    return customer.user;
  }

  /** Tells it, and waits until it was heard. */
  async function confirm(part: EventDefinition, userId: string, id: string = randomUUID()): Promise<void> {
    await publishEvent(transport, part, { subject: `user/${userId}`, data: { userId }, id });
    await eventually(async () =>
      expect(await people.database.query('SELECT 1 FROM processed_events WHERE event_id = $1', [id])).toHaveLength(1),
    );
  }

  it.each(ORDERS)('is complete when all have confirmed, in the order %i, %i, %i', async (...order) => {
    const user = await leaver();
    for (const [at, part] of order.entries()) {
      expect(await people.isKept(user.id)).toBe(true);
      expect(await people.told('user.erased', user.id)).toBe(0);
      expect((await people.register(user.email)).status).toBe(409);
      await confirm(PARTS[part] as EventDefinition, user.id);
      expect(await people.isKept(user.id)).toBe(at < 2);
    }
    const { data } = await events.next('user.erased', ({ subject }) => subject === `user/${user.id}`);
    expect(userErased.schema.parse(data)).toEqual({ userId: user.id, email: user.email, firstName: null });
  });

  it('leaves nothing of the person, and sets the e-mail free', async () => {
    const user = await leaver();
    for (const part of PARTS) await confirm(part, user.id);
    await events.next('user.erased', ({ subject }) => subject === `user/${user.id}`);
    for (const table of ['erasures', 'guest_claims', 'password_reset_tokens'])
      expect(await people.database.query(`SELECT 1 FROM ${table} WHERE user_id = $1`, [user.id])).toEqual([]);
    await eventually(async () =>
      expect(
        await people.database.query('SELECT 1 FROM outbox WHERE envelope::text LIKE $1', [`%${user.email}%`]),
      ).toEqual([]),
    );
    const again = await people.register(user.email);
    expect(again.status).toBe(201);
    expect(again.json<{ id: string }>().id).not.toBe(user.id);
  });

  it('is told once, however often and however close together the parts confirm', async () => {
    const user = await leaver();
    await Promise.all([...PARTS, ...PARTS, ...PARTS].map((part) => confirm(part, user.id)));
    for (const part of PARTS) await confirm(part, user.id);
    expect(await people.isKept(user.id)).toBe(false);
    expect(await people.told('user.erased', user.id)).toBe(1);
  });

  it('happens to nobody who did not ask', async () => {
    const { user } = await people.customer();
    for (const part of PARTS) await confirm(part, user.id);
    expect(await people.isKept(user.id)).toBe(true);
    expect((await people.login(user.email)).status).toBe(200);
  });

  it('is not held up by a fault in the last step, nor told twice by it', async () => {
    const user = await leaver();
    // A sequence counts on through a rollback: the first two tries fail.
    await people.database.query(`CREATE SEQUENCE faults`);
    await people.database.query(`CREATE FUNCTION fail_twice() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF NEW.envelope ->> 'type' = 'user.erased' AND nextval('faults') <= 2 THEN RAISE EXCEPTION 'a fault on purpose'; END IF; RETURN NEW; END $$`);
    await people.database.query(
      'CREATE TRIGGER fail_twice BEFORE INSERT ON outbox FOR EACH ROW EXECUTE FUNCTION fail_twice()',
    );
    try {
      await Promise.all(PARTS.map((part) => confirm(part, user.id)));
    } finally {
      await people.database.query('DROP TRIGGER fail_twice ON outbox');
    }
    expect((await people.database.query<{ tries: number }>('SELECT last_value AS tries FROM faults'))[0]).toEqual({
      tries: 3,
    });
    expect(await people.isKept(user.id)).toBe(false);
    expect(await people.told('user.erased', user.id)).toBe(1);
  });

  it('is asked for again while a confirmation is missing, by one of several instances', async () => {
    const user = await leaver();
    await confirm(artworksErased, user.id);
    const second = await People.start(people.database, transport);
    const sweeps = [people.service, second].map((service) => service.get(HourlySweep));
    await Promise.all(sweeps.map((each) => each.sweep()));
    expect(await people.told('user.erasure-requested', user.id)).toBe(1);
    await people.database.query("UPDATE erasures SET told_at = now() - interval '6 hours' WHERE user_id = $1", [
      user.id,
    ]);
    await Promise.all(sweeps.map((each) => each.sweep()));
    expect(await people.told('user.erasure-requested', user.id)).toBe(2);
    const told = await eventually(() => {
      const heard = events.all('user.erasure-requested').filter(({ subject }) => subject === `user/${user.id}`);
      expect(heard).toHaveLength(2);
      return heard.map(({ data }) => data);
    });
    expect(told[1]).toEqual(told[0]);
    await second.stop();
  });

  it('is told instead of the account where all accounts are told of again', async () => {
    const user = await leaver();
    const marker = await people.customer();
    const before = await people.told('user.registered', user.id);
    const namespace = transport.env.EVENTS_NAMESPACE ?? 'shop';
    const sender = createTransport({
      service: 'operator',
      rabbitmqUrl: transport.env.RABBITMQ_URL,
      databaseUrl: transport.env.EVENTS_DATABASE_URL,
      namespace,
    });
    await sender.start([]);
    await sender.send(queueName(namespace, 'identity-svc', 'republish.user'), {
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
    await sender.close();
    await eventually(async () => expect(await people.told('user.registered', marker.user.id)).toBe(2));
    expect(await people.told('user.erasure-requested', user.id)).toBe(2);
    expect(await people.told('user.registered', user.id)).toBe(before);
    const registrations = await eventually(() => {
      const heard = events.all('user.registered').filter(({ subject }) => subject === `user/${marker.user.id}`);
      expect(heard).toHaveLength(2);
      return heard.map(({ data }) => data);
    });
    expect(registrations[1]).toEqual(registrations[0]);
  });

  it('is told after what a rebuilt read model is told of the account, never before: it cannot end while that is read', async () => {
    const { user } = await people.customer();
    const ending = { isDone: false };
    const { ended } = await people.service.get(DataSource).transaction(async (manager) => {
      await people.service.get(UsersRepository).listAfter(manager, null, 500);
      const closing = people.service
        .get(DataSource)
        .transaction((other) => people.service.get(UsersRepository).close(other, user.id))
        .then(() => (ending.isDone = true));
      await eventually(async () =>
        expect(
          await people.database.query(
            `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          ),
        ).toHaveLength(1),
      );
      expect(ending.isDone).toBe(false);
      return { ended: closing };
    });
    expect(await ended).toBe(true);
  });
});
