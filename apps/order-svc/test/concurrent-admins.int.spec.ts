import { randomUUID } from 'node:crypto';
import { asPacker, asUser, type TestResponse } from '@shop/testing';
import {
  type AdminOrderDetail,
  type AdminShop,
  DEFAULT_CARRIERS,
  DEFAULT_SHOP_SETTINGS,
  type Shop,
  SHOP_STALE,
  TIME_ZONE_UNKNOWN,
} from '@shop/contracts-order';
import { AdminActions } from './support/admin-actions.js';
import { TestShop } from './support/test-shop.js';

/** Two admins decide on what they have seen of one order. */
let shop: TestShop;
const office = new AdminActions(() => shop);
const ann = asUser({ role: 'admin', email: 'ann@example.com' });
const ben = asUser({ role: 'admin', email: 'ben@example.com' });

beforeAll(async () => {
  shop = await TestShop.open();
});
afterAll(() => shop.close());

async function openOrder() {
  const { id } = await office.createPaidOrder();
  const { version } = await office.getOrder(id);
  const send = (as: typeof ann, call: string, body: unknown, headers: Record<string, string> = {}) => {
    const [method = '', path = ''] = call.split(' ');
    return shop.service.call(method, `/api/admin/orders/${id}/${path}`, {
      as,
      body,
      headers: { 'if-match': `"${version}"`, ...headers },
    });
  };
  return { id, send };
}

const describeAnswer = ({ status, text }: TestResponse) => (status < 300 ? status : [status, text]);

describe('two admins who have seen the same order', () => {
  it('refund it once; the second reads what the first has done', async () => {
    const { id, send } = await openOrder();
    const refund = { amount: '10.00', reason: 'A stain on the sleeve' };
    const answers = await Promise.all([send(ann, 'POST refunds', refund), send(ben, 'POST refunds', refund)]);
    const [refused] = answers.filter(({ status }) => status !== 201);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect([refused?.status, refused?.text]).toEqual([
      409,
      expect.stringMatching(
        /^(ann|ben)@example\.com has refunded \$10\.00 in between \(“A stain on the sleeve”\): \$25\.91 can still go back\. Nothing was done now\.$/,
      ),
    ]);
    expect((await office.getOrder(id)).payment.refundable).toBe('25.91');
  });

  it('get the same answer for a refund that is repeated with its key, although it has changed the order', async () => {
    const { id, send } = await openOrder();
    const key = { 'idempotency-key': randomUUID() };
    const refund = { amount: '10.00', reason: 'A stain on the sleeve' };
    const answers = [await send(ann, 'POST refunds', refund, key), await send(ann, 'POST refunds', refund, key)];
    expect(answers.map(describeAnswer)).toEqual([201, 201]);
    expect((await office.getOrder(id)).payment.refunds).toHaveLength(1);
  });

  it('write one note; the second reads the text of the first, and may then replace it', async () => {
    const { id, send } = await openOrder();
    expect(describeAnswer(await send(ann, 'PATCH note', { note: 'Ring twice' }))).toBe(200);
    expect(describeAnswer(await send(ben, 'PATCH note', { note: 'Call first' }))).toEqual([
      409,
      'ann@example.com has saved another note in between: “Ring twice”',
    ]);
    const { version, note } = await office.getOrder(id);
    expect(note).toBe('Ring twice');
    const again = await send(ben, 'PATCH note', { note: 'Call first' }, { 'if-match': `"${version}"` });
    expect(again.json<AdminOrderDetail>().note).toBe('Call first');
  });

  it('write at the same moment, and one of them is refused', async () => {
    const { send } = await openOrder();
    const answers = await Promise.all(['one', 'two', 'three', 'four'].map((note) => send(ann, 'PATCH note', { note })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  it('change the address and the status once', async () => {
    const { send } = await openOrder();
    const address = {
      name: 'Pat',
      address: '2 Main St',
      city: 'Springfield',
      state: 'IL',
      zip: '62701',
      country: 'US',
    };
    expect(describeAnswer(await send(ann, 'PATCH address', address))).toBe(200);
    expect(describeAnswer(await send(ben, 'PATCH address', { ...address, address: '3 Main St' }))).toEqual([
      409,
      'The address of this order was changed in between. Please look at it again.',
    ]);
    expect(describeAnswer(await send(ann, 'PATCH status', { status: 'processing' }))).toBe(200);
    expect(describeAnswer(await send(ben, 'PATCH status', { status: 'cancelled' }))).toEqual([
      409,
      'ann@example.com has moved this order to processing in between. Please look at it again.',
    ]);
  });

  it('do not cancel, and so refund, what was refunded in part in between', async () => {
    const { id, send } = await openOrder();
    await send(ann, 'POST refunds', { amount: '10.00', reason: 'A stain' });
    expect((await send(ben, 'PATCH status', { status: 'cancelled' })).status).toBe(409);
    expect(await office.getOrder(id)).toMatchObject({ status: 'paid', payment: { refundable: '25.91' } });
  });
});

describe('If-Match', () => {
  it('refuses nothing because another part has changed, nor without the header or with *', async () => {
    const { id, send } = await openOrder();
    await send(ann, 'POST refunds', { amount: '1.00', reason: 'A stain' });
    expect(describeAnswer(await send(ben, 'PATCH note', { note: 'Ring twice' }))).toBe(200);
    expect(describeAnswer(await send(ben, 'PATCH note', { note: 'Call first' }, { 'if-match': '*' }))).toBe(200);
    expect((await office.changeNote(id, 'Call Pat')).status).toBe(200);
  });

  it('is refused where it is no version: 400 unless it is quoted, 409 for a version of something else', async () => {
    const { send } = await openOrder();
    const note = { note: 'Ring twice' };
    expect((await send(ann, 'PATCH note', note, { 'if-match': '3' })).status).toBe(400);
    expect((await send(ann, 'PATCH note', note, { 'if-match': '"3"' })).status).toBe(409);
  });
});

describe('the settings of the shop', () => {
  const PATH = '/api/admin/shop';
  const put = (as: typeof ann, body: object, version?: number) =>
    shop.service.call('PUT', PATH, { as, body, headers: version === undefined ? {} : { 'if-match': `"${version}"` } });
  const readPublic = (headers: Record<string, string> = {}) => shop.service.call('GET', '/api/shop', { headers });
  const toSeller = (name: string) => ({ seller: { ...DEFAULT_SHOP_SETTINGS.seller, name } });
  const replyTemplates = [{ title: 'Late', text: 'Dear {name}' }];

  it('are public, but for the templates, and are cached until they change', async () => {
    const first = await readPublic();
    expect(first.json()).toMatchObject({ seller: { name: '' }, timeZone: 'UTC', holiday: null });
    expect(first.json<Shop>().carriers).toEqual(DEFAULT_CARRIERS);
    expect(first.headers.get('cache-control')).toBe('public, max-age=60');
    const seen = { 'if-none-match': `W/${first.headers.get('etag')}` };
    expect((await readPublic(seen)).status).toBe(304);
    expect(describeAnswer(await put(ann, { ...toSeller('Paws'), replyTemplates }))).toBe(200);
    const second = await readPublic(seen);
    expect([second.status, second.json<Shop>().seller.name]).toEqual([200, 'Paws']);
    expect(second.text).not.toContain('Dear');
  });

  it('are changed in different sections by two admins, and in one by the first of them', async () => {
    const { version } = (await shop.service.call('GET', PATH, { as: ann })).json<AdminShop>();
    expect(describeAnswer(await put(ann, toSeller('Ann'), version))).toBe(200);
    expect(describeAnswer(await put(ben, { timeZone: 'Asia/Tokyo' }, version))).toBe(200);
    expect(describeAnswer(await put(ben, toSeller('Ben'), version))).toEqual([409, SHOP_STALE]);
    const repeated = await put(ann, toSeller('Ann'), version);
    expect(repeated.json<AdminShop>()).toMatchObject({ version: version + 2, timeZone: 'Asia/Tokyo' });
  });

  it('have an entry in the audit trail with what changed, and are published', async () => {
    await put(ann, { timeZone: 'Europe/Vienna', carriers: null });
    const [entry] = await shop.query(
      "SELECT actor, before, after FROM audit_entries WHERE subject_type = 'shop' ORDER BY at DESC LIMIT 1",
    );
    expect(entry).toEqual({
      actor: 'ann@example.com',
      before: { timeZone: expect.any(String) as string },
      after: { timeZone: 'Europe/Vienna' },
    });
  });

  it('are refused to admins without all permissions, and with a time zone that does not exist', async () => {
    expect((await shop.service.call('PUT', PATH, { as: asPacker(), body: toSeller('x') })).status).toBe(403);
    expect((await shop.service.call('GET', PATH, { as: asPacker() })).status).toBe(200);
    expect(describeAnswer(await put(ann, { timeZone: 'Mars/Base' }))).toEqual([400, TIME_ZONE_UNKNOWN]);
  });
});
