import { randomUUID } from 'node:crypto';
import { adminOrderSchema, adminStatsSchema, type AdminOrder, type AdminStats } from '@shop/contracts/order';
import { asGuest, asUser, eventually } from '@shop/testing';
import { SandboxProvider } from '../src/payments/sandbox/sandbox.provider.js';
import { PaymentProviders } from '../src/payments/payment-providers.js';
import { PaymentSweep } from '../src/payments/payment-sweep.js';
import { BackOffice } from './admin.js';
import { Shop } from './shop.js';
import { deliver, eventAbout, paySilently } from './webhooks.js';

let shop: Shop;
beforeAll(async () => {
  shop = await Shop.open();
});
afterAll(() => shop.close());

const office = new BackOffice(() => shop);
const paidOrder = office.paidOrder.bind(office);
const unpaidOrder = office.unpaidOrder.bind(office);
const call = office.call.bind(office);
const move = office.move.bind(office);

describe('the figures', () => {
  it('count all orders, the revenue of the paid ones, all products and all users', async () => {
    const before = (await call('GET', '/api/admin/stats')).json<AdminStats>();
    await paidOrder();
    await unpaidOrder();
    const { id } = await shop.sells({ active: false });
    await shop.deletes((await shop.sells()).id);
    await shop.rows('INSERT INTO accounts (id, email) VALUES ($1, $2)', [randomUUID(), 'new@example.com']);
    const after = (await call('GET', '/api/admin/stats')).json<AdminStats>();
    expect(adminStatsSchema.parse(after)).toEqual(after);
    expect(id).toBeTruthy();
    expect({
      totalOrders: after.totalOrders - before.totalOrders,
      totalRevenue: (Number(after.totalRevenue) - Number(before.totalRevenue)).toFixed(2),
      totalProducts: after.totalProducts - before.totalProducts,
      totalUsers: after.totalUsers - before.totalUsers,
    }).toEqual({ totalOrders: 2, totalRevenue: '35.91', totalProducts: 3, totalUsers: 1 });
  });
});

describe('the list of all orders', () => {
  it('is newest first and fits the contract, with the e-mail', async () => {
    const first = await unpaidOrder();
    const second = await paidOrder(asUser({ email: 'pat@example.org' }));
    const orders = (await call('GET', '/api/admin/orders')).json<AdminOrder[]>();
    expect(orders.slice(0, 2).map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(orders[0]).toMatchObject({ email: 'pat@example.org', status: 'paid', total: '35.91' });
    expect(orders.map((order) => adminOrderSchema.parse(order))).toEqual(orders);
  });

  it('is filtered by both statuses', async () => {
    await unpaidOrder();
    await paidOrder();
    const orders = (await call('GET', '/api/admin/orders?status=paid&paymentStatus=paid')).json<AdminOrder[]>();
    expect(orders.length).toBeGreaterThan(0);
    expect(orders.every(({ status, paymentStatus }) => status === 'paid' && paymentStatus === 'paid')).toBe(true);
    expect((await call('GET', '/api/admin/orders?status=paid&paymentStatus=pending')).json()).toEqual([]);
  });

  it('is as long as asked for', async () => {
    await unpaidOrder();
    await unpaidOrder();
    expect((await call('GET', '/api/admin/orders?limit=1')).json()).toHaveLength(1);
  });

  it.each(['status=lost', 'paymentStatus=lost', 'limit=0', 'limit=1001', 'limit=x'])('refuses %s', async (query) => {
    expect((await call('GET', `/api/admin/orders?${query}`)).status).toBe(400);
  });
});

describe('moving an order', () => {
  it('goes all the way to delivered, and tells each step', async () => {
    const { id } = await paidOrder();
    for (const status of ['processing', 'shipped', 'delivered']) {
      const answer = await move(id, status);
      expect([answer.status, answer.json<AdminOrder>().status]).toEqual([200, status]);
    }
    expect(await shop.eventsOf(id)).toEqual([
      'order.placed',
      'order.paid',
      ...Array.from({ length: 4 }, () => 'order.status-changed'),
    ]);
  });

  it.each([
    ['paid', 'shipped', 'An order that is paid cannot become shipped.'],
    ['paid', 'delivered', 'An order that is paid cannot become delivered.'],
    ['paid', 'created', 'An order that is paid cannot become created.'],
    ['shipped', 'cancelled', 'An order that is shipped cannot become cancelled.'],
    ['delivered', 'cancelled', 'An order that is delivered cannot become cancelled.'],
    ['cancelled', 'processing', 'An order that is cancelled cannot become processing.'],
    ['processing', 'processing', 'An order that is processing cannot become processing.'],
  ])('that is %s to %s is refused', async (from, to, sentence) => {
    const { id } = await paidOrder();
    await shop.rows('UPDATE orders SET status = $2 WHERE id = $1', [id, from]);
    const answer = await move(id, to);
    expect([answer.status, answer.text]).toEqual([409, sentence]);
  });

  it.each(['created', 'paid', 'cancelled'])('that is %s to paid is never done by hand', async (from) => {
    const { id } = await unpaidOrder();
    await shop.rows('UPDATE orders SET status = $2 WHERE id = $1', [id, from]);
    const answer = await move(id, 'paid');
    expect([answer.status, answer.text]).toEqual([409, 'Only the payment provider can say that an order is paid.']);
  });

  it('done twice at the same moment is done once', async () => {
    const { id } = await paidOrder();
    const answers = await Promise.all([move(id, 'processing'), move(id, 'processing'), move(id, 'processing')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await shop.eventsOf(id)).filter((type) => type === 'order.status-changed')).toHaveLength(2);
  });

  it.each([
    ['an unknown order', randomUUID(), { status: 'processing' }, 404],
    ['no id', 'first', { status: 'processing' }, 404],
    ['an unknown status', randomUUID(), { status: 'lost' }, 400],
    ['no status', randomUUID(), {}, 400],
  ])('answers to %s', async (_, id, body, status) => {
    expect((await call('PATCH', `/api/admin/orders/${id}/status`, body)).status).toBe(status);
  });
});

describe('cancelling', () => {
  it.each(['paid', 'processing'])('a %s order gives the whole amount back', async (from) => {
    const { id, intentId } = await paidOrder();
    if (from === 'processing') await move(id, 'processing');
    const answer = await move(id, 'cancelled');
    expect([answer.status, answer.json()]).toMatchObject([200, { status: 'cancelled', paymentStatus: 'refunded' }]);
    expect(
      await shop.rows('SELECT refunded_at IS NOT NULL AS done FROM sandbox_intents WHERE id = $1', [intentId]),
    ).toEqual([{ done: true }]);
  });

  it('a paid order while the provider does not answer owes the money, and the sweep pays it', async () => {
    const { id } = await paidOrder();
    const provider = shop.service.get(PaymentProviders).current;
    provider.refund = () => Promise.reject(new Error('no answer'));
    const answer = await move(id, 'cancelled');
    expect([answer.status, answer.json()]).toMatchObject([200, { status: 'cancelled', paymentStatus: 'paid' }]);
    provider.refund = SandboxProvider.prototype.refund;
    await shop.service.get(PaymentSweep).run();
    expect(await shop.rows('SELECT payment_status FROM orders WHERE id = $1', [id])).toEqual([
      { payment_status: 'refunded' },
    ]);
  });

  it('an unpaid order cancels its intent too', async () => {
    const { id, intentId, clientSecret, who } = await unpaidOrder();
    const answer = await move(id, 'cancelled');
    expect([answer.status, answer.json()]).toMatchObject([200, { status: 'cancelled', paymentStatus: 'pending' }]);
    expect((await shop.confirm(who, clientSecret)).status).toBe(409);
    expect(await shop.rows('SELECT status FROM sandbox_intents WHERE id = $1', [intentId])).toEqual([
      { status: 'canceled' },
    ]);
  });

  it('an unpaid order is by the admin, also where the provider told of it first, and of one admin only', async () => {
    const { id, intentId } = await unpaidOrder();
    const provider = shop.service.get(PaymentProviders).current;
    provider.cancelIntent = async (intent) => {
      const canceled = await SandboxProvider.prototype.cancelIntent.call(provider, intent);
      await deliver(shop, await eventAbout(shop, intentId));
      return canceled;
    };
    const answers = await Promise.all([move(id, 'cancelled'), move(id, 'cancelled')]);
    provider.cancelIntent = SandboxProvider.prototype.cancelIntent;
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await shop.rows(`SELECT before, after FROM audit_entries WHERE subject_id = $1`, [id])).toEqual([
      { before: { status: 'created' }, after: { status: 'cancelled' } },
    ]);
  });

  it('an order that is paid at that moment does not happen', async () => {
    const { id, intentId } = await unpaidOrder();
    await paySilently(shop, intentId);
    const answer = await move(id, 'cancelled');
    expect([answer.status, answer.text]).toEqual([409, 'This order has just been paid. Please look at it again.']);
    expect(await shop.orderRow(intentId)).toMatchObject({ status: 'paid', payment_status: 'paid' });
  });

  it('in parallel with a payment ends in one of the two, and never in lost money', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, intentId, clientSecret, who } = await unpaidOrder();
      const [cancelled, paid] = await Promise.all([move(id, 'cancelled'), shop.confirm(who, clientSecret)]);
      expect([cancelled.status, paid.status].sort()).toEqual([200, 409]);
      const expected =
        paid.status === 200
          ? { status: 'paid', payment_status: 'paid' }
          : { status: 'cancelled', payment_status: 'pending' };
      await eventually(async () => expect(await shop.orderRow(intentId)).toMatchObject(expected));
    }
  });
});

describe("an admin's address", () => {
  const ADDRESSES: [string, string][] = [
    ['GET', '/api/admin/stats'],
    ['GET', '/api/admin/orders'],
    ['GET', '/api/admin/orders.csv'],
    ['GET', `/api/admin/orders/${randomUUID()}`],
    ['PATCH', `/api/admin/orders/${randomUUID()}/status`],
    ['PATCH', `/api/admin/orders/${randomUUID()}/note`],
    ['PATCH', `/api/admin/orders/${randomUUID()}/address`],
  ];
  const BODY = { status: 'processing', note: 'x' };

  it.each(ADDRESSES)('%s %s is not for customers', async (method, path) => {
    const answer = await shop.service.call(method, path, { as: asUser(), body: method === 'PATCH' ? BODY : undefined });
    expect([answer.status, answer.text]).toEqual([403, 'Admin access required']);
  });

  it.each(ADDRESSES)('%s %s is not for guests', async (method, path) => {
    const answer = await shop.service.call(method, path, {
      as: asGuest(),
      body: method === 'PATCH' ? BODY : undefined,
    });
    expect([answer.status, answer.text]).toEqual([401, 'Not signed in']);
  });

  it.each(ADDRESSES)('%s %s is not for somebody without a session', async (method, path) => {
    const answer = await shop.service.call(method, path, { body: method === 'PATCH' ? BODY : undefined });
    expect([answer.status, answer.text]).toEqual([401, 'Not signed in']);
  });
});
