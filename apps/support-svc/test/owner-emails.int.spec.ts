import { randomUUID } from 'node:crypto';
import { orderPaid, shopSettingsChanged, DEFAULT_SHOP_SETTINGS } from '@shop/contracts-order';
import { userErased, userErasureRequested } from '@shop/contracts-identity';
import { type AdminOwnerEmails, adminOwnerEmailsSchema, OWNER_EMAILS_STALE } from '@shop/contracts-support';
import { asAdmin, asPacker, createTestTransport, publishEvent, waitFor, type TestService } from '@shop/testing';
import { OwnerNewsService } from '../src/owner-emails/owner-news.service.js';
import { REQUEST } from './contact-fixture.js';
import { EmailFixture, newAddress } from './email-fixture.js';
import { newOrder } from './email-samples.js';

const PATH = '/api/admin/owner-emails';
const admin = asAdmin();
const transport = createTestTransport();
let fixture: EmailFixture;
let service: TestService;

beforeAll(async () => {
  await transport.open();
  fixture = await EmailFixture.open(transport);
  service = await fixture.start();
});
afterAll(async () => {
  await fixture.close();
  await transport.close();
});
beforeEach(async () => {
  await fixture.database.query('DELETE FROM owner_news');
  await fixture.database.query('DELETE FROM shop_settings');
  await fixture.database.query(
    `UPDATE owner_email_settings SET recipients = '{}', orders = 'off', requests = 'off', daily_on = NULL`,
  );
});

const getSettings = async (): Promise<AdminOwnerEmails> => (await service.call('GET', PATH, { as: admin })).json();
const put = (body: object, { as = admin, seen }: { as?: typeof admin; seen?: number } = {}) =>
  service.call('PUT', PATH, { as, body, headers: seen === undefined ? {} : { 'if-match': `"${seen}"` } });
const OFF = { recipients: [] as string[], orders: 'off', requests: 'off', dailyHour: 8 };
const turnOn = async (change: object): Promise<string> => {
  const owner = newAddress();
  expect((await put({ ...OFF, recipients: [owner], ...change })).status).toBe(200);
  return owner;
};

let paid = 0;
/** Resolves when it is handled. */
async function pay(userId: string | null = null) {
  const order = newOrder();
  await publishEvent(transport, orderPaid, {
    ...{ id: randomUUID(), subject: `order/${order.id}` },
    data: { order, userId, link: { key: 'key', changeableUntil: null } },
  });
  await waitFor(async () =>
    expect(
      await fixture.database.query(`SELECT FROM processed_events WHERE handler = 'OwnerNewsConsumer.onOrderPaid'`),
    ).toHaveLength(paid + 1),
  );
  paid += 1;
  return order;
}
const write = (subject: string) =>
  service.call('POST', '/api/contact', { body: { ...REQUEST, email: newAddress(), subject } });
const listNews = () =>
  fixture.database.query<{ details: object | null }>('SELECT details FROM owner_news ORDER BY happened_at');
const age = (interval: string) =>
  fixture.database.query(
    `UPDATE owner_news SET happened_at = happened_at - $1::interval, emailed_at = emailed_at - $1::interval`,
    [interval],
  );
const subjectsTo = (owner: string) => fixture.server.emailsTo(owner).map(({ subject }) => subject);
const sendWaiting = () => service.get(OwnerNewsService).sendWaiting();

describe('the settings', () => {
  it('are off at first, and are changed by who has seen them and may do everything', async () => {
    const first = await getSettings();
    expect(adminOwnerEmailsSchema.parse(first)).toMatchObject({ recipients: [], orders: 'off', requests: 'off' });
    const wanted = { ...OFF, recipients: [' Owner@Example.com', 'owner@example.com'], orders: 'daily' };
    expect((await put(wanted, { as: asPacker() })).status).toBe(403);
    const changed = await put(wanted, { seen: first.version });
    expect(changed.json()).toMatchObject({ recipients: ['owner@example.com'], version: first.version + 1 });
    expect((await put(wanted, { seen: first.version })).status).toBe(200);
    const stale = await put({ ...wanted, dailyHour: 9 }, { seen: first.version });
    expect([stale.status, stale.text]).toEqual([409, OWNER_EMAILS_STALE]);
    const [entry] = await fixture.database.query<{ entry: string }>(
      `SELECT jsonb_build_array(action, before, after)::text AS entry FROM audit_entries ORDER BY at DESC LIMIT 1`,
    );
    expect(entry?.entry).toContain('owner-emails.changed');
    expect(entry?.entry).not.toContain('@');
  });

  it('lose the address of an erased account, and keep the others', async () => {
    const [gone, owner] = [newAddress(), newAddress()];
    const { version } = (await put({ ...OFF, recipients: [gone, owner], orders: 'daily' })).json<AdminOwnerEmails>();
    const userId = randomUUID();
    await publishEvent(transport, userErased, {
      ...{ id: randomUUID(), subject: `user/${userId}` },
      data: { userId, email: gone, firstName: null },
    });
    await waitFor(async () => expect((await getSettings()).recipients).toEqual([owner]));
    expect((await getSettings()).version).toBe(version + 1);
  });
});

describe('an email about each order and request', () => {
  it('is sent at once, names little, and says where it is turned off', async () => {
    const owner = await turnOn({ orders: 'at-once', requests: 'at-once' });
    const order = await pay();
    await write('A parcel to Maine');
    await waitFor(() => expect(subjectsTo(owner)).toHaveLength(2));
    expect(subjectsTo(owner).sort()).toEqual([
      `New order ${order.orderNumber} for $107.19`,
      'New request: A parcel to Maine',
    ]);
    const text = fixture.server.emailsTo(owner).find(({ subject }) => subject?.startsWith('New order'))?.text;
    expect(text).toContain(`/admin?tab=orders&order=${order.id}`);
    expect(text).toContain('turned off');
    expect(text).not.toContain(order.email);
    expect(text).not.toContain(order.shippingAddress.address);
    expect(await listNews()).toEqual([{ details: null }, { details: null }]);
  });

  it('is sent for nothing that is off', async () => {
    const owner = await turnOn({ requests: 'at-once' });
    await pay();
    await write('Only this');
    await waitFor(() => expect(subjectsTo(owner)).toEqual(['New request: Only this']));
    expect(await listNews()).toHaveLength(1);
  });

  it('becomes one about all further ones after ten within ten minutes', async () => {
    const owner = await turnOn({ requests: 'at-once' });
    for (let number = 1; number <= 13; number += 1) await write(`Number ${number}`);
    await waitFor(() => expect(subjectsTo(owner)).toHaveLength(10));
    await sendWaiting();
    await age('11 minutes');
    await Promise.all([sendWaiting(), sendWaiting()]);
    await waitFor(() => expect(subjectsTo(owner)).toHaveLength(11));
    expect(subjectsTo(owner)).toContain('New: 3 requests');
    await sendWaiting();
    expect(await listNews()).toHaveLength(13);
  });
});

describe('a daily email', () => {
  it('has what came until the shop’s midnight, once, and is not sent without any', async () => {
    const owner = await turnOn({ orders: 'daily', requests: 'daily', dailyHour: 0 });
    await sendWaiting();
    await pay();
    await write('Yesterday');
    await age('24 hours');
    const today = await pay();
    await sendWaiting();
    expect(await listNews()).toHaveLength(3);
    // It was due already today.
    expect(subjectsTo(owner)).toEqual([]);
    await fixture.database.query(`UPDATE owner_email_settings SET daily_on = daily_on - 1`);
    await Promise.all([sendWaiting(), sendWaiting()]);
    await waitFor(() => expect(subjectsTo(owner)).toHaveLength(1));
    expect(subjectsTo(owner)[0]).toMatch(/^1 order and 1 request on \w+ \d+$/);
    expect(fixture.server.emailsTo(owner)[0]?.text).not.toContain(today.id);
    await fixture.database.query(`UPDATE owner_email_settings SET daily_on = daily_on - 1`);
    await sendWaiting();
    expect(await listNews()).toHaveLength(3);
  });

  it('has all of a day with more than a thousand orders', async () => {
    const owner = await turnOn({ orders: 'daily', dailyHour: 0 });
    await fixture.database.query(
      `INSERT INTO owner_news (kind, subject_id, happened_at, details)
       SELECT 'orders', gen_random_uuid(), now() - interval '48 hours', $1 FROM generate_series(1, 1001)`,
      [JSON.stringify({ title: 'PA-0123456789', name: 'Pat', total: '9.99' })],
    );
    await sendWaiting();
    await waitFor(() => expect(subjectsTo(owner)[0]).toMatch(/^1001 orders since /));
  });

  it('is due at its hour of the shop’s time zone', async () => {
    const owner = await turnOn({ requests: 'daily', dailyHour: 23 });
    await write('Waits');
    await age('48 hours');
    const hour = new Date().getUTCHours();
    // There it is 23 o'clock now. The signs of these zones are reversed: Etc/GMT-3 is ahead of UTC.
    const name = hour >= 11 ? `Etc/GMT-${23 - hour}` : `Etc/GMT+${hour + 1}`;
    // An admin may have written it in any case.
    const zone = name.toLowerCase();
    await publishEvent(transport, shopSettingsChanged, {
      ...{ id: randomUUID(), subject: 'shop/1' },
      data: { ...DEFAULT_SHOP_SETTINGS, timeZone: zone, version: 1 },
    });
    await waitFor(async () => expect((await getSettings()).timeZone).toBe(zone));
    await sendWaiting();
    await waitFor(() => expect(subjectsTo(owner)).toHaveLength(1));
  });

  it('has nothing of an erased user, and nothing of a kind that was turned off', async () => {
    await turnOn({ orders: 'daily', requests: 'daily' });
    const userId = randomUUID();
    await pay(userId);
    await write('Turned off');
    await publishEvent(transport, userErasureRequested, {
      ...{ id: randomUUID(), subject: `user/${userId}` },
      data: { userId, email: 'pat@example.com', firstName: null, requestedAt: new Date().toISOString() },
    });
    await waitFor(async () => expect(await listNews()).toHaveLength(1));
    await turnOn({ orders: 'daily' });
    expect(await listNews()).toEqual([]);
  });
});
