import { randomUUID } from 'node:crypto';
import { parseCents } from '@shop/contracts-common';
import { type AdminMoney, type AdminStats, addDays, type Figures, figuresSchema } from '@shop/contracts-order';
import fc from 'fast-check';
import { SalesRepository } from '../src/figures/sales.repository.js';
import { SalesSchedule } from '../src/figures/sales.schedule.js';
import { ReadModelsRepository } from '../src/read-models/read-models.repository.js';
import { AdminActions } from './support/admin-actions.js';
import { TestShop } from './support/test-shop.js';

let shop: TestShop;
const office = new AdminActions(() => shop);
beforeAll(async () => void (shop = await TestShop.open()));
afterEach(() => shop.clearTables());
afterAll(() => shop.close());

const today = (): string => new Date().toISOString().slice(0, 10);
const getFigures = async (from: string, to: string): Promise<Figures> =>
  (await office.call('GET', `/api/admin/figures?from=${from}&to=${to}`)).json();
const getStats = async (): Promise<AdminStats> => (await office.call('GET', '/api/admin/stats')).json();
const getMoney = async (): Promise<AdminMoney> => (await office.call('GET', '/api/admin/money')).json();

const addChanges = (): Promise<void> => shop.service.get(SalesSchedule).addChanges();

/** What triggers noted and what the tables contain, where they differ. */
const listDifferences = (): Promise<unknown[]> =>
  shop.query(`
    SELECT kind, starts_at, key, account, livemode, sum(count) AS count, sum(cents) AS cents FROM (SELECT * FROM count_sales()
      UNION ALL SELECT kind, starts_at, key, account, livemode, -count, -cents FROM sales_figures WHERE grain = 'quarter-hour'
      UNION ALL SELECT kind, starts_at, key, account, livemode, -count, -cents FROM sales_changes) d
    GROUP BY 1, 2, 3, 4, 5 HAVING sum(count) <> 0 OR sum(cents) <> 0`);

const insertEntry = (kind: string, at: Date | string, cents: number, reference: string, orderId?: string) =>
  shop.query(
    `INSERT INTO ledger_entries (provider, intent_id, kind, reference, order_id, amount_cents, currency, happened_at, livemode)
     VALUES ('sandbox', $1, $2, $3, $4, $5, 'usd', $6, false)`,
    [orderId ? `pi_${orderId}` : 'pi', kind, reference, orderId ?? null, cents, at],
  );

const insertLostDispute = (orderId: string, cents: number, at: Date) =>
  shop.query(
    `INSERT INTO disputes (provider, dispute_id, order_id, amount_cents, currency, reason, status, opened_at, reported_at)
     VALUES ('stripe', $1, $2, $3, 'usd', 'general', 'lost', $4, $4)`,
    [randomUUID(), orderId, cents, at],
  );

describe('figures of a range', () => {
  it('count orders, money, declines, products, styles and countries of a day', async () => {
    const [first, second] = [await office.createPaidOrder(), await office.createPaidOrder()];
    await office.createUnpaidOrder();
    await office.requestRefund(first.id, '10.00');
    await insertEntry('failed', new Date(), 3591, 'ch_1', second.id);
    await insertLostDispute(second.id, 500, new Date());
    const figures = await getFigures(addDays(today(), -1), today());
    expect(figuresSchema.parse(figures)).toEqual(figures);
    const total = {
      orders: 2,
      ordersTotal: '71.82',
      averageOrder: '35.91',
      received: '71.82',
      refunded: '10.00',
      lostToDisputes: '5.00',
      revenue: '56.82',
      declinedPayments: 1,
    };
    expect(figures).toMatchObject({
      timeZone: 'UTC',
      today: today(),
      days: [
        { day: addDays(today(), -1), orders: 0, averageOrder: null },
        { day: today(), ...total },
      ],
      total,
      before: { from: addDays(today(), -3), to: addDays(today(), -2), total: { orders: 0, revenue: '0.00' } },
      styles: { rows: [{ styleKey: null, items: 2, amount: '48.00' }], rest: null },
      countries: { rows: [{ country: 'US', orders: 2, amount: '71.82' }], rest: null },
    });
    expect(figures.products.rows).toHaveLength(2);
    expect(figures.products.rows[0]).toMatchObject({ items: 1, amount: '24.00', title: expect.any(String) as string });
    expect((await getFigures(addDays(today(), 1), addDays(today(), 2))).before.total).toMatchObject({ orders: 2 });
    expect(await listDifferences()).toEqual([]);
  });

  it('refuse other ranges and other people', async () => {
    const refused = await office.call('GET', '/api/admin/figures?from=2026-11-30&to=2026-11-29');
    expect([refused.status, refused.text]).toEqual([400, 'The last day is before the first']);
    expect((await office.call('GET', '/api/admin/figures')).status).toBe(400);
  });

  it('name twenty products with the largest amounts, and sum up the others', async () => {
    const { id } = await office.createPaidOrder();
    await shop.query(
      `INSERT INTO order_items (order_id, position, product_id, title, generated_image_id, variant_selections, variant_ids, design_config, scale_sense, line_key, quantity, unit_price_cents, subtotal_cents)
       SELECT $1, n, gen_random_uuid(), 'T', gen_random_uuid(), '{}', '{}', '{}', 'whole-artwork', 'l', 1, n * 10000, n * 10000 FROM generate_series(1, 21) n`,
      [id],
    );
    const { products } = await getFigures(today(), today());
    expect(products.rows.map(({ amount }) => amount)).toEqual(
      Array.from({ length: 20 }, (_, index) => `${(21 - index) * 100}.00`),
    );
    expect(products.rest).toEqual({ others: 2, items: 2, amount: '124.00' });
    await shop.query('DELETE FROM order_items WHERE order_id = $1 AND position > 0', [id]);
    expect((await getFigures(today(), today())).products).toMatchObject({ rest: null, rows: [{ items: 1 }] });
  });

  it('are those of the shop’s days, also after a change of its time zone', async () => {
    await insertEntry('succeeded', '2026-03-01T10:30:00Z', 100, 'pi_1');
    for (const [timeZone, day] of [
      ['UTC', '2026-03-01'],
      ['Pacific/Kiritimati', '2026-03-02'],
      ['Pacific/Pago_Pago', '2026-02-28'],
    ]) {
      expect((await office.call('PUT', '/api/admin/shop', { timeZone })).status).toBe(200);
      const { days, ...figures } = await getFigures('2026-02-27', '2026-03-03');
      expect(figures.timeZone).toBe(timeZone);
      expect(days.filter(({ received }) => received !== '0.00').map((sales) => sales.day)).toEqual([day]);
    }
  });

  it('know the style of an artwork that was announced with it later', async () => {
    const { id } = await office.createPaidOrder();
    const [item] = await shop.query('SELECT generated_image_id AS image FROM order_items WHERE order_id = $1', [id]);
    const artwork = { jobId: randomUUID(), imageId: String(item?.image), url: '/media/x', width: 1, height: 1 };
    await shop.dataSource.transaction((manager) =>
      shop.service.get(ReadModelsRepository).saveArtwork(manager, {
        ...artwork,
        styleKey: 'watercolor',
        petName: null,
        watched: true,
        userId: randomUUID(),
        guestId: null,
      }),
    );
    expect((await getFigures(today(), today())).styles.rows).toEqual([
      { styleKey: 'watercolor', items: 1, amount: '24.00' },
    ]);
  });
});

type Step =
  | { kind: 'pay'; cents: number; daysAgo: number; isLive: boolean }
  | { kind: 'refund' | 'returned-refund' | 'early-returned-refund' | 'dispute'; cents: number; daysAgo: number }
  | { kind: 'cancel' | 'unmatched' | 'add'; cents: number; daysAgo: number };

const amount = { cents: fc.integer({ min: 1, max: 9_999 }), daysAgo: fc.integer({ min: 0, max: 60 }) };
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('pay' as const), ...amount, isLive: fc.boolean() }),
  fc.record({
    kind: fc.constantFrom('refund' as const, 'returned-refund' as const, 'early-returned-refund' as const),
    ...amount,
  }),
  fc.record({ kind: fc.constantFrom('dispute' as const, 'cancel' as const, 'unmatched' as const), ...amount }),
  fc.record({ kind: fc.constant('add' as const), ...amount }),
);

async function insertOrder(cents: number, at: Date, livemode: boolean): Promise<string> {
  const id = randomUUID();
  await shop.query(
    `INSERT INTO orders (id, order_number, user_id, status, payment_provider, currency, subtotal_cents, total_cents, shipping_address)
     VALUES ($1, $2, $1, 'created', 'sandbox', 'usd', $3, $3, '{"country":"US"}')`,
    [id, `PA-${id}`, cents],
  );
  await shop.query('INSERT INTO payment_intents (order_id, n, intent_id, livemode) VALUES ($1, 0, $2, $3)', [
    id,
    `pi_${id}`,
    livemode,
  ]);
  await insertEntry('succeeded', at, cents, `pi_${id}`, id);
  await shop.query(`UPDATE orders SET status = 'paid', payment_status = 'paid', paid_at = $2 WHERE id = $1`, [id, at]);
  return id;
}

async function run(action: Step, orders: string[]): Promise<void> {
  const { kind, cents, daysAgo } = action;
  const at = new Date(Date.now() - daysAgo * 86_400_000);
  const order = orders.at(-1);
  const refund = randomUUID();
  if (kind === 'pay') orders.push(await insertOrder(cents, at, action.isLive));
  else if (kind === 'add') await addChanges();
  else if (kind === 'unmatched') await insertEntry('succeeded', at, cents, `unmatched_${refund}`);
  else if (!order) return;
  else if (kind === 'dispute') await insertLostDispute(order, cents, at);
  else if (kind === 'cancel')
    await shop.query(`UPDATE orders SET status = 'cancelled', payment_status = 'refunded' WHERE id = $1`, [order]);
  else {
    if (kind === 'early-returned-refund') await insertEntry('refund-failed', at, cents, refund, order);
    await insertEntry('refunded', at, cents, refund, order);
    if (kind === 'returned-refund') await insertEntry('refund-failed', new Date(), cents, refund, order);
  }
}

it('all days together agree to the cent with the dashboard and the Money card', async () => {
  await fc.assert(
    fc
      .asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const orders: string[] = [];
        for (const action of steps) await run(action, orders);
        const { days, total } = await getFigures(addDays(today(), -100), today());
        const [stats, money] = [await getStats(), await getMoney()];
        expect(total).toMatchObject({
          revenue: stats.totalRevenue,
          received: money.received,
          refunded: money.refunded,
          lostToDisputes: money.lostToDisputes,
          orders: money.orders.paid,
          ordersTotal: money.orders.total,
        });
        expect(days.reduce((sum, { revenue }) => sum + parseCents(revenue), 0)).toBe(parseCents(total.revenue));
        const later = await getFigures(addDays(today(), 1), addDays(today(), 101));
        expect(later.before.total).toEqual(total);
        expect(await listDifferences()).toEqual([]);
      })
      .beforeEach(() => shop.clearTables()),
    { numRuns: 15 },
  );
}, 120_000);

it('the nightly check corrects what no trigger noted', async () => {
  await office.createPaidOrder();
  await addChanges();
  await shop.query(`UPDATE sales_figures SET cents = cents + 7 WHERE kind = 'received'`);
  expect(await listDifferences()).toHaveLength(1);
  await shop.service.get(SalesSchedule).checkEverything();
  expect(await listDifferences()).toEqual([]);
});

/** A payment of one cent in each quarter hour. */
const payEachQuarterHour = (from: string, hours: number) =>
  shop.query(
    `INSERT INTO ledger_entries (provider, intent_id, kind, reference, amount_cents, currency, happened_at, livemode)
     SELECT 'sandbox', 'pi_' || n, 'succeeded', 'pi_' || n, 1, 'usd', $1::timestamptz + n * interval '15 minutes' + interval '14 minutes 59 seconds', false
     FROM generate_series(0, 4 * $2::int - 1) n`,
    [from, hours],
  );

it.each([
  ['UTC', '2026-03-08', [24, 24, 24]],
  ['America/New_York', '2026-03-07', [24, 23, 24]],
  ['America/New_York', '2026-10-31', [24, 25, 24]],
  ['Asia/Kathmandu', '2026-03-08', [24, 24, 24]],
  // Clocks change at midnight: the day begins at one o'clock.
  ['Africa/Cairo', '2026-04-23', [24, 23, 24]],
  ['Australia/Lord_Howe', '2026-04-04', [24, 24.5, 24]],
])('days of %s from %s are %j hours long', async (timeZone, from, hours) => {
  const sales = shop.service.get(SalesRepository);
  await payEachQuarterHour(addDays(from, -2), 7 * 24);
  for (const isAdded of [false, true]) {
    if (isAdded) await addChanges();
    const account = { account: null, livemode: false };
    const { manager } = shop.dataSource;
    const period = await sales.getPeriod(manager, { from, to: addDays(from, 2) }, timeZone);
    const days = await sales.listByDay(manager, account, period, timeZone);
    expect(
      days.sort((one, other) => one.day.localeCompare(other.day)).map(({ day, cents }) => [day, cents / 4]),
    ).toEqual(hours.map((length, index) => [addDays(from, index), length]));
    const [received] = await sales.sumByKind(manager, account, period);
    expect(received?.cents).toBe(4 * hours.reduce((sum, length) => sum + length, 0));
  }
});
