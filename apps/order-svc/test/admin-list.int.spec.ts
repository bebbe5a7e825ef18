import { nextPageOf } from '@shop/contracts/common';
import { ORDER_STATUSES, PAYMENT_STATUSES, type AdminOrder } from '@shop/contracts/order';
import { selectOrders, type OrderListQuery } from '../src/admin-orders/order-list.sql.js';
import { BackOffice } from './admin.js';
import { Shop } from './shop.js';

const ORDERS = 10_000;
/** Most are delivered and paid, as after some years, and each other pair of some rows; a hundred orders share each microsecond. */
const PLANT = `
  INSERT INTO orders (id, order_number, guest_id, status, payment_status, currency, subtotal_cents, total_cents, shipping_address, created_at, updated_at)
  SELECT gen_random_uuid(), 'PA-' || lpad(n::text, 10, '0'), gen_random_uuid(),
    CASE WHEN n % 5 = 0 THEN ($2::text[])[1 + (n / 5) % 6] ELSE 'delivered' END,
    CASE WHEN n % 7 = 0 THEN ($3::text[])[1 + (n / 7) % 4] ELSE 'paid' END, 'usd', n, n,
    '{"name":"Pat","address":"1 Main St","city":"Springfield","state":"IL","zip":"62701","country":"US"}',
    timestamptz '2026-01-01' + (n / 100) * interval '1 microsecond', now()
  FROM generate_series(1, $1) n`;

let shop: Shop;
const office = new BackOffice(() => shop);
beforeAll(async () => {
  shop = await Shop.open();
  await shop.rows(PLANT, [ORDERS, [...ORDER_STATUSES], [...PAYMENT_STATUSES]]);
  await shop.rows('ANALYZE orders');
});
afterAll(() => shop.close());

/** Goes from page to page as a screen does, by the addresses it is given. */
async function walk(
  address: string,
  onPage: (orders: AdminOrder[], page: number) => Promise<void> | void = () => undefined,
): Promise<AdminOrder[]> {
  const seen: AdminOrder[] = [];
  let page = 0;
  for (let next: string | null = address; next !== null; page += 1) {
    const answer = await office.call('GET', next);
    if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`);
    const orders = answer.json<AdminOrder[]>();
    await onPage(orders, page);
    seen.push(...orders);
    next = nextPageOf(answer.headers.get('link'));
  }
  return seen;
}

const expected = (where: string): Promise<Record<string, unknown>[]> =>
  shop.rows(`SELECT id FROM orders WHERE ${where} ORDER BY created_at DESC, id DESC`);

describe('the pages of all orders', () => {
  it.each([
    ['', 700, 'true'],
    ['status=paid', 70, `status = 'paid'`],
    ['paymentStatus=refunded', 70, `payment_status = 'refunded'`],
    ['status=paid&paymentStatus=refunded', 2, `status = 'paid' AND payment_status = 'refunded'`],
  ])('with the filter "%s" hold each order once, in the order of the list', async (filter, limit, where) => {
    const seen = await walk(`/api/admin/orders?${filter}&limit=${limit}`);
    expect(seen.map(({ id }) => id)).toEqual((await expected(where)).map(({ id }) => id));
    expect(seen.length).toBeGreaterThan(3 * limit);
  });

  it('keep the filter and the limit in the address of the next', async () => {
    const answer = await office.call('GET', '/api/admin/orders?status=paid&limit=3');
    const next = new URL(nextPageOf(answer.headers.get('link')) ?? '', 'http://shop');
    expect(next.pathname).toBe('/api/admin/orders');
    expect([next.searchParams.get('status'), next.searchParams.get('limit')]).toEqual(['paid', '3']);
  });

  it('end without the address of a next, also where the last is just full', async () => {
    const [{ count } = { count: 0 }] = await shop.rows(
      `SELECT count(*)::int AS count FROM orders WHERE status = 'paid' AND payment_status = 'paid'`,
    );
    const whole = await office.call('GET', `/api/admin/orders?status=paid&paymentStatus=paid&limit=${count as number}`);
    expect([whole.json<unknown[]>().length, whole.headers.get('link')]).toEqual([count, null]);
  });

  it('neither repeat nor leave out an order while new ones are placed and another is removed', async () => {
    const before = (await expected(`status = 'delivered'`)).map(({ id }) => id as string);
    const seen = await walk('/api/admin/orders?status=delivered&limit=900', async (orders, page) => {
      if (page > 2) return;
      await shop.rows(
        `UPDATE orders SET created_at = now() WHERE id = (SELECT id FROM orders WHERE status = 'created' ORDER BY id LIMIT 1)`,
      );
      await shop.rows(
        `INSERT INTO orders SELECT (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'order_number', 'PA-NEW' || $1::text, 'created_at', now()))).* FROM orders o WHERE status = 'delivered' LIMIT 1`,
        [page],
      );
      await shop.rows('DELETE FROM orders WHERE id = $1', [orders.at(-1)?.id]);
    });
    expect(seen.map(({ id }) => id)).toEqual(before);
  });

  it.each(['', 'x', 'AAAA', btoa("2026-01-01T00:00:00.000000Z|' OR true --").replaceAll('=', '')])(
    'refuse the cursor "%s"',
    async (cursor) => {
      const answer = await office.call('GET', `/api/admin/orders?cursor=${cursor}`);
      expect([answer.status, answer.text]).toEqual([
        400,
        'This place in the list does not exist. Please start at the beginning.',
      ]);
    },
  );

  it('refuse two cursors at once', async () => {
    const next = nextPageOf((await office.call('GET', '/api/admin/orders?limit=1')).headers.get('link')) ?? '';
    const cursor = new URL(next, 'http://shop').searchParams.get('cursor') ?? '';
    expect((await office.call('GET', `/api/admin/orders?cursor=${cursor}&cursor=${cursor}`)).status).toBe(400);
  });
});

interface Plan {
  'Node Type': string;
  'Index Name'?: string;
  'Actual Rows': number;
  Plans?: Plan[];
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** As the database would do it, and did. */
async function planOf(query: OrderListQuery): Promise<Plan[]> {
  const { text, values } = selectOrders('o.order_number', query);
  const [row] = await shop.rows(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values);
  return nodesOf((row?.['QUERY PLAN'] as { Plan: Plan }[])[0]?.Plan as Plan);
}

describe('a page of ten thousand orders', () => {
  const inTheMiddle = { createdAt: '2026-01-01T00:00:00.000050Z', id: '80000000-0000-4000-8000-000000000000' };

  it.each([
    ['orders_newest', {}],
    ['orders_by_status', { status: 'paid' }],
    ['orders_by_payment', { paymentStatus: 'refunded' }],
    ['orders_by_both', { status: 'paid', paymentStatus: 'refunded' }],
  ] as const)('is read out of %s, no more rows than it answers, and never sorted', async (index, filter) => {
    for (const cursor of [undefined, inTheMiddle]) {
      const nodes = await planOf({ ...filter, cursor, count: 4 });
      expect(nodes.map((node) => node['Node Type'])).toEqual(['Limit', expect.stringMatching(/^Index (Only )?Scan$/)]);
      expect(nodes[1]).toMatchObject({ 'Index Name': index, 'Actual Rows': 4 });
    }
  });
});
