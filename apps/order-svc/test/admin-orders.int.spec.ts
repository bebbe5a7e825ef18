import { jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { parseNextPageUrl } from '@shop/contracts-common';
import {
  type AdminOrder,
  type AdminOrderDetail,
  adminOrderDetailSchema,
  adminOrderSchema,
  type AdminStats,
  adminStatsSchema,
  ORDER_STATUSES,
  orderStatusChanged,
  PAYMENT_STATUSES,
} from '@shop/contracts-order';
import { asPacker, asUser, type EventRecorder, recordEvents } from '@shop/testing';
import { type OrderListQuery, selectOrders } from '../src/admin-orders/order-list.repository.js';
import { admin, AdminActions } from './support/admin-actions.js';
import { TestShop } from './support/test-shop.js';

let shop: TestShop;
let recorder: EventRecorder;
const office = new AdminActions(() => shop);
beforeAll(async () => {
  shop = await TestShop.open();
  recorder = await recordEvents(shop.transport, ['order.status-changed']);
});
afterEach(() => void jest.restoreAllMocks());
afterAll(async () => {
  await recorder.stop();
  await shop.close();
});

describe('the statistics', () => {
  it('count all orders, the revenue of the paid ones, all products and all users', async () => {
    const before = (await office.call('GET', '/api/admin/stats')).json<AdminStats>();
    await office.createPaidOrder();
    await office.createUnpaidOrder();
    const { id } = await shop.addProduct({ active: false });
    await shop.deleteProduct((await shop.addProduct()).id);
    await shop.query('INSERT INTO accounts (id, email) VALUES ($1, $2)', [randomUUID(), 'new@example.com']);
    const after = (await office.call('GET', '/api/admin/stats')).json<AdminStats>();
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
  it('is newest first and fits the contract, with the email', async () => {
    const first = await office.createUnpaidOrder();
    const second = await office.createPaidOrder(asUser({ email: 'pat@example.org' }));
    const orders = (await office.call('GET', '/api/admin/orders')).json<AdminOrder[]>();
    expect(orders.slice(0, 2).map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(orders[0]).toMatchObject({ email: 'pat@example.org', status: 'paid', total: '35.91' });
    expect(orders.map((order) => adminOrderSchema.parse(order))).toEqual(orders);
    expect(orders[0]).not.toHaveProperty('returned');
    await office.requestRefund(second.id, '10.00');
    expect((await office.call('GET', '/api/admin/orders')).json<AdminOrder[]>()[0]).toMatchObject({
      paymentStatus: 'paid',
      returned: '10.00',
    });
  });

  it.each(['status=lost', 'limit=101'])('refuses %s', async (query) => {
    expect((await office.call('GET', `/api/admin/orders?${query}`)).status).toBe(400);
  });
});

describe('a status change', () => {
  it('goes all the way to delivered, with an event for each step', async () => {
    const { id } = await office.createPaidOrder();
    for (const status of ['processing', 'shipped', 'delivered']) {
      const answer = await office.changeStatus(id, status);
      expect([answer.status, answer.json<AdminOrder>().status]).toEqual([200, status]);
    }
    expect(await shop.listEventTypes(id)).toEqual([
      'order.placed',
      'order.paid',
      ...Array.from({ length: 4 }, () => 'order.status-changed'),
    ]);
  });

  it.each([['paid', 'shipped', 'An order that is paid cannot become shipped.']])(
    'that is %s to %s is refused',
    async (from, to, message) => {
      const { id } = await office.createPaidOrder();
      await shop.query('UPDATE orders SET status = $2 WHERE id = $1', [id, from]);
      const answer = await office.changeStatus(id, to);
      expect([answer.status, answer.text]).toEqual([409, message]);
    },
  );

  it('takes effect once if it is requested twice at the same moment', async () => {
    const { id } = await office.createPaidOrder();
    const answers = await Promise.all([
      office.changeStatus(id, 'processing'),
      office.changeStatus(id, 'processing'),
      office.changeStatus(id, 'processing'),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await shop.listEventTypes(id)).filter((type) => type === 'order.status-changed')).toHaveLength(2);
  });

  it.each([
    ['an unknown order', randomUUID(), { status: 'processing' }, 404],
    ['an unknown status', randomUUID(), { status: 'lost' }, 400],
  ])('answers to %s', async (_, id, body, status) => {
    expect((await office.call('PATCH', `/api/admin/orders/${id}/status`, body)).status).toBe(status);
  });
});

describe('a cancellation', () => {
  it.each(['paid', 'processing'])('a %s order refunds the whole amount', async (from) => {
    const { id, intentId } = await office.createPaidOrder();
    if (from === 'processing') await office.changeStatus(id, 'processing');
    const answer = await office.changeStatus(id, 'cancelled');
    expect([answer.status, answer.json()]).toMatchObject([200, { status: 'cancelled', paymentStatus: 'refunded' }]);
    expect(await shop.stripe.listRefunds(intentId)).toMatchObject([{ amount: 3_591, status: 'succeeded' }]);
  });

  it('is refused for an order that has just been paid', async () => {
    const { id, intentId } = await office.createUnpaidOrder();
    await shop.stripe.pay(intentId);
    const answer = await office.changeStatus(id, 'cancelled');
    expect([answer.status, answer.text]).toEqual([409, 'This order has just been paid. Please look at it again.']);
    expect(await shop.getOrderRow(intentId)).toMatchObject({ status: 'paid', payment_status: 'paid' });
  });
});

const UPS = { carrier: 'UPS', number: '1Z999', url: 'https://ups.example/1Z999' };

const listAuditEntries = (id: string) =>
  shop.query('SELECT actor_id, actor, action, before, after FROM audit_entries WHERE subject_id = $1 ORDER BY at', [
    id,
  ]);

describe('an admin without permissions', () => {
  const packer = asPacker();
  const forbidden = {
    status: 403,
    text: 'Your account may not give money back. Please ask an admin whose account may.',
  };

  it('gives no money back, neither by a refund nor by a cancellation, downloads no list, and can do the rest', async () => {
    const [paid, unpaid] = [await office.createPaidOrder(), await office.createUnpaidOrder()];
    const call = (method: string, id: string, action: string, body: object) =>
      office.call(method, `/api/admin/orders/${id}/${action}`, body, packer);
    expect(await call('POST', paid.id, 'refunds', { amount: '1.00', reason: 'A stain' })).toMatchObject(forbidden);
    expect(await call('PATCH', paid.id, 'status', { status: 'cancelled' })).toMatchObject(forbidden);
    expect(await office.getOrder(paid.id)).toMatchObject({ status: 'paid', payment: { refunds: [] } });
    expect((await office.call('GET', '/api/admin/orders.csv', undefined, packer)).status).toBe(403);
    expect((await call('PATCH', unpaid.id, 'status', { status: 'cancelled' })).status).toBe(200);
    expect((await call('PATCH', paid.id, 'status', { status: 'processing' })).status).toBe(200);
  });

  it('does not redirect the emails of an order that can be cancelled: a code would go to the new address', async () => {
    const { id } = await office.createPaidOrder();
    const correct = (email: string, as = packer) =>
      office.call('PATCH', `/api/admin/orders/${id}/email`, { email }, as);
    for (const status of ['processing', 'shipped']) {
      expect(await correct('packer@example.com')).toMatchObject(forbidden);
      await office.changeStatus(id, status);
    }
    expect((await correct('right@example.com')).status).toBe(200);
    const unpaid = await office.createUnpaidOrder();
    const answer = await office.call(
      'PATCH',
      `/api/admin/orders/${unpaid.id}/email`,
      { email: 'p@example.com' },
      packer,
    );
    expect(answer).toMatchObject(forbidden);
  });
});

describe('the order detail', () => {
  it('fits the contract, with all that the drawer shows', async () => {
    const who = asUser({ email: 'pat@example.org' });
    const { id, intentId, orderNumber } = await office.createPaidOrder(who);
    const detail = await office.getOrder(id);
    expect(adminOrderDetailSchema.parse(detail)).toEqual(detail);
    expect(detail).toMatchObject({
      id,
      orderNumber,
      userId: who.userId,
      email: 'pat@example.org',
      status: 'paid',
      total: '35.91',
      shippingAddress: { name: 'Pat Doe', zip: '62701' },
      note: null,
      tracking: null,
      anonymisedAt: null,
      nextStatuses: ['processing', 'cancelled'],
      payment: { provider: 'stripe', paymentIntentId: intentId, message: null, refunds: [] },
      items: [{ title: 'Classic T-shirt', quantity: 1, mockupUrl: null, printFile: null, printFileFailure: null }],
    });
    expect(detail.payment.paidAt).toBeTruthy();
    expect(JSON.stringify(detail)).not.toContain('_secret_');
  });
});

describe('a status change', () => {
  it('is in the audit trail: who, what, before and after', async () => {
    const { id } = await office.createPaidOrder();
    await office.changeStatus(id, 'processing');
    expect(await listAuditEntries(id)).toEqual([
      {
        actor_id: admin.userId,
        actor: admin.email,
        action: 'order.status-changed',
        before: { status: 'paid' },
        after: { status: 'processing' },
      },
    ]);
  });

  it('does not happen without its audit entry', async () => {
    const { id } = await office.createPaidOrder();
    const events = await shop.listEventTypes(id);
    await shop.query('ALTER TABLE audit_entries RENAME TO audit_entries_away');
    try {
      expect((await office.changeStatus(id, 'processing')).status).toBe(500);
      expect((await office.changeNote(id, 'kept?')).status).toBe(500);
    } finally {
      await shop.query('ALTER TABLE audit_entries_away RENAME TO audit_entries');
    }
    expect(await office.getOrder(id)).toMatchObject({ status: 'paid', note: null });
    expect(await shop.listEventTypes(id)).toEqual(events);
  });

  it('to shipped stores and publishes the tracking, whose number is not in the audit trail', async () => {
    const { id } = await office.createPaidOrder(asUser({ email: 'pat@example.org' }));
    await office.changeStatus(id, 'processing');
    const shipped = await office.changeStatus(id, 'shipped', { ...UPS, carrier: '  UPS ' });
    expect(shipped.json()).toMatchObject({ status: 'shipped', tracking: UPS });
    const published = await recorder.waitForEvent(
      'order.status-changed',
      ({ subject, data }) => subject === `order/${id}` && (data as { to: string }).to === 'shipped',
    );
    expect(orderStatusChanged.schema.parse(published.data)).toMatchObject({
      from: 'processing',
      tracking: UPS,
      order: {
        status: 'shipped',
        email: 'pat@example.org',
        shippingAddress: { name: 'Pat Doe' },
        items: [{ quantity: 1 }],
      },
    });
    expect((await listAuditEntries(id)).at(-1)).toMatchObject({ after: { status: 'shipped', carrier: 'UPS' } });
    expect(JSON.stringify(await listAuditEntries(id))).not.toContain(UPS.number);
    expect((await office.changeStatus(id, 'delivered')).json()).toMatchObject({ status: 'delivered', tracking: UPS });
  });
});

describe('the note', () => {
  it('is written, changed and removed, and the timeline has the text before and after', async () => {
    const { id } = await office.createPaidOrder();
    expect((await office.changeNote(id, '  Leave it at the door 🐶  ')).json()).toMatchObject({
      note: 'Leave it at the door 🐶',
    });
    await office.changeNote(id, 'Ring twice');
    const removed = (await office.changeNote(id, '   ')).json<AdminOrderDetail>();
    expect(removed.note).toBeNull();
    expect(removed.timeline.slice(0, 3)).toMatchObject([
      { actor: admin.email, summary: 'The note was removed.', before: { note: 'Ring twice' }, after: { note: null } },
      { summary: 'The note was changed.', before: { note: 'Leave it at the door 🐶' }, after: { note: 'Ring twice' } },
      { summary: 'The note was written.', before: { note: null }, after: { note: 'Leave it at the door 🐶' } },
    ]);
  });

  it('is not in the audit trail', async () => {
    const { id } = await office.createPaidOrder();
    await office.changeNote(id, 'Mr. Secretive called');
    expect(JSON.stringify(await listAuditEntries(id))).not.toContain('Secretive');
    expect(await listAuditEntries(id)).toMatchObject([
      { action: 'order.note-changed', before: { noteId: null }, after: { noteId: expect.any(String) } },
    ]);
  });
});

const refundsOf = (id: string) =>
  shop.query(
    'SELECT n, amount_cents, refunded_at IS NOT NULL AS done, failure FROM order_refunds WHERE order_id = $1 ORDER BY n',
    [id],
  );

describe('a partial refund', () => {
  it('leaves the order paid and says what is refundable', async () => {
    const { id } = await office.createPaidOrder();
    const answer = await office.requestRefund(id, '10.00');
    expect(answer.status).toBe(201);
    const detail = answer.json<AdminOrderDetail>();
    expect(adminOrderDetailSchema.parse(detail)).toEqual(detail);
    expect(detail).toMatchObject({
      status: 'paid',
      paymentStatus: 'paid',
      payment: {
        refundable: '25.91',
        refunds: [{ amount: '10.00', reason: 'A stain on the sleeve', refundedAt: expect.any(String), failure: null }],
      },
    });
    expect(detail.timeline.slice(0, 2).map(({ actor, summary }) => [actor, summary])).toEqual([
      [null, '$10.00 went back to the customer.'],
      [admin.email, '$10.00 was asked to go back to the customer.'],
    ]);
    expect(await listAuditEntries(id)).toMatchObject([
      { actor: admin.email, action: 'order.refund-requested', after: { n: 1, amountCents: 1_000 } },
    ]);
    expect((await shop.listEventTypes(id)).at(-1)).toBe('order.refunded');
  });

  it('makes the order refunded and cancelled once the parts are its total', async () => {
    const { id } = await office.createPaidOrder();
    for (const amount of ['10.00', '20.00', '5.91']) expect((await office.requestRefund(id, amount)).status).toBe(201);
    expect(await office.getOrder(id)).toMatchObject({
      status: 'cancelled',
      paymentStatus: 'refunded',
      payment: { refundable: '0.00' },
    });
    expect((await refundsOf(id)).map(({ n, amount_cents }) => [n, amount_cents])).toEqual([
      [1, 1_000],
      [2, 2_000],
      [3, 591],
    ]);
    const again = await office.requestRefund(id, '0.01');
    expect([again.status, again.text]).toEqual([409, 'The whole amount has gone back already.']);
  });

  it('is made once for its key, also when requested five times at once', async () => {
    const { id } = await office.createPaidOrder();
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => office.requestRefund(id, '10.00', { key })));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(await refundsOf(id)).toEqual([{ n: 1, amount_cents: 1_000, done: true, failure: null }]);
    const other = await office.requestRefund(id, '11.00', { key });
    expect([other.status, other.text]).toEqual([409, 'This Idempotency-Key was already used for something else.']);
  });

  it('is refused for an unpaid order and for an unknown one', async () => {
    const { id } = await office.createUnpaidOrder();
    const unpaid = await office.requestRefund(id, '10.00');
    expect([unpaid.status, unpaid.text]).toEqual([409, 'This order was not paid, so there is nothing to give back.']);
    expect((await office.requestRefund(randomUUID(), '10.00')).status).toBe(404);
    expect(await refundsOf(id)).toEqual([]);
  });
});

describe('a list of ten thousand orders', () => {
  const ORDERS = 10_000;
  /**
   * Most orders are delivered and paid, with some rows of each other combination; a hundred orders share each
   * microsecond.
   */
  const PLANT_MANY = `
  INSERT INTO orders (id, order_number, guest_id, payment_provider, status, payment_status, currency, subtotal_cents, total_cents, shipping_address, created_at, updated_at)
  SELECT gen_random_uuid(), 'PA-' || lpad(n::text, 10, '0'), gen_random_uuid(), 'stripe',
    CASE WHEN n % 5 = 0 THEN ($2::text[])[1 + (n / 5) % 6] ELSE 'delivered' END,
    CASE WHEN n % 7 = 0 THEN ($3::text[])[1 + (n / 7) % 4] ELSE 'paid' END, 'usd', n, n,
    '{"name":"Pat","address":"1 Main St","city":"Springfield","state":"IL","zip":"62701","country":"US"}',
    timestamptz '2026-01-01' + (n / 100) * interval '1 microsecond', now()
  FROM generate_series(1, $1) n`;
  beforeAll(async () => {
    await shop.clearTables();
    await shop.query(PLANT_MANY, [ORDERS, [...ORDER_STATUSES], [...PAYMENT_STATUSES]]);
    await shop.query('ANALYZE orders');
  });
  afterAll(() => shop.clearTables());

  /** Goes from page to page by the links of the responses. */
  async function readAllPages(
    address: string,
    onPage: (orders: AdminOrder[], page: number) => Promise<void> | void = () => undefined,
  ): Promise<AdminOrder[]> {
    const orders: AdminOrder[] = [];
    let page = 0;
    for (let next: string | null = address; next !== null; page += 1) {
      const answer = await office.call('GET', next);
      if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`);
      const rows = answer.json<AdminOrder[]>();
      await onPage(rows, page);
      orders.push(...rows);
      next = parseNextPageUrl(answer.headers.get('link'));
    }
    return orders;
  }

  const expected = (where: string): Promise<Record<string, unknown>[]> =>
    shop.query(`SELECT id FROM orders WHERE ${where} ORDER BY created_at DESC, id DESC`);

  interface Plan {
    'Node Type': string;
    'Index Name'?: string;
    'Actual Rows': number;
    Plans?: Plan[];
  }

  const listNodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(listNodes)];

  /** The executed query plan. */
  async function explainQuery(query: OrderListQuery): Promise<Plan[]> {
    const { text, values } = selectOrders('o.order_number', query);
    const [row] = await shop.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values);
    return listNodes((row?.['QUERY PLAN'] as { Plan: Plan }[])[0]?.Plan as Plan);
  }

  describe('the pages of all orders', () => {
    it.each([
      ['', 97, 'true'],
      ['status=paid', 70, `status = 'paid'`],
      ['paymentStatus=refunded', 70, `payment_status = 'refunded'`],
      ['status=paid&paymentStatus=refunded', 2, `status = 'paid' AND payment_status = 'refunded'`],
    ])('with the filter "%s" contain each order once, in the order of the list', async (filter, limit, where) => {
      const seen = await readAllPages(`/api/admin/orders?${filter}&limit=${limit}`);
      expect(seen.map(({ id }) => id)).toEqual((await expected(where)).map(({ id }) => id));
      expect(seen.length).toBeGreaterThan(3 * limit);
    });

    it('neither repeat nor omit an order while new ones are placed and another is removed', async () => {
      const before = (await expected(`status = 'delivered'`)).map(({ id }) => id as string);
      const seen = await readAllPages('/api/admin/orders?status=delivered&limit=90', async (orders, page) => {
        if (page > 2) return;
        await shop.query(
          `UPDATE orders SET created_at = now() WHERE id = (SELECT id FROM orders WHERE status = 'created' ORDER BY id LIMIT 1)`,
        );
        await shop.query(
          `INSERT INTO orders SELECT (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'order_number', 'PA-NEW' || $1::text, 'created_at', now()))).* FROM orders o WHERE status = 'delivered' LIMIT 1`,
          [page],
        );
        await shop.query('DELETE FROM orders WHERE id = $1', [orders.at(-1)?.id]);
      });
      expect(seen.map(({ id }) => id)).toEqual(before);
    });

    it.each(['x', btoa("2026-01-01T00:00:00.000000Z|' OR true --").replaceAll('=', '')])(
      'refuse the cursor "%s"',
      async (cursor) => {
        const answer = await office.call('GET', `/api/admin/orders?cursor=${cursor}`);
        expect([answer.status, answer.text]).toEqual([
          400,
          'This place in the list does not exist. Please start at the beginning.',
        ]);
      },
    );
  });

  describe('a page of ten thousand orders', () => {
    const middleKey = { createdAt: '2026-01-01T00:00:00.000050Z', id: '80000000-0000-4000-8000-000000000000' };

    it.each([
      ['orders_newest', {}],
      ['orders_by_status', { status: 'paid' }],
      ['orders_by_payment', { paymentStatus: 'refunded' }],
      ['orders_by_both', { status: 'paid', paymentStatus: 'refunded' }],
    ] as const)('is read out of %s, no more rows than it answers, and never sorted', async (index, filter) => {
      for (const cursor of [undefined, middleKey]) {
        const nodes = await explainQuery({ ...filter, cursor, count: 4 });
        expect(nodes.map((node) => node['Node Type'])).toEqual([
          'Limit',
          expect.stringMatching(/^Index (Only )?Scan$/),
        ]);
        expect(nodes[1]).toMatchObject({ 'Index Name': index, 'Actual Rows': 4 });
      }
    });
  });
});
