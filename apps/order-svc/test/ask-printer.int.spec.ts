import { FulfilmentsRepository } from '../src/fulfilment/fulfilments.repository.js';
import { HeldOrders, type HeldOrder } from './held-orders.js';
import { Shop } from './shop.js';

const ASKING = { olderThanMs: 30 * 60_000, atOnce: 2, aMinute: 3 };

let shop: Shop;
const orders = new HeldOrders(() => shop);
beforeEach(async () => {
  // Nobody asks but the test.
  shop = await Shop.open({ env: { FULFILMENT_INTERVAL_MS: '3600000' } });
});
afterEach(() => shop.close());

const take = () => shop.service.get(FulfilmentsRepository).takeUnasked(ASKING);
const minutesAgo = (minutes: number) => `now() - interval '${minutes} minutes'`;

/** At Printful for so long, and asked about then for the last time. */
async function atPrintful({
  status = 'processing',
  tracking = null as object | null,
  days = 1,
} = {}): Promise<HeldOrder> {
  const order = await orders.make();
  await shop.rows('UPDATE orders SET status = $2, tracking = $3 WHERE id = $1', [
    order.id,
    status,
    tracking && JSON.stringify(tracking),
  ]);
  await shop.rows(
    `UPDATE fulfilments SET state = 'submitted', provider = 'printful', attempts = 1, submitted_at = now() - make_interval(days => $2), asked_at = now() - make_interval(days => $2) WHERE order_id = $1`,
    [order.id, days],
  );
  return order;
}

describe('what the printer is asked about', () => {
  it('is what it prints, and parcels of the last month without a number', async () => {
    const parcel = { carrier: 'USPS', number: '9400', url: null };
    const printing = await atPrintful({ days: 40 });
    const unnumbered = await atPrintful({ status: 'shipped', days: 29 });
    for (const gone of [
      { status: 'shipped', tracking: parcel },
      { status: 'shipped', days: 31 },
      { status: 'delivered' },
      { status: 'cancelled' },
    ])
      await atPrintful(gone);
    expect((await take()).sort()).toEqual([printing.id, unnumbered.id].sort());
    expect(await take()).toEqual([]);
  });

  it('is never more than a few orders at once, nor in a minute, with those that were handed over; the longest unasked first', async () => {
    const made: HeldOrder[] = [];
    for (const days of [5, 4, 3, 2]) made.push(await atPrintful({ days }));
    const [first, second, third] = made.map(({ id }) => id);
    expect((await take()).sort()).toEqual([first, second].sort());
    expect(await take()).toEqual([third]);
    expect(await take()).toEqual([]);
    await shop.rows(`UPDATE fulfilments SET asked_at = ${minutesAgo(2)} WHERE order_id = ANY($1)`, [
      [first, second, third],
    ]);
    expect(await take()).toHaveLength(1);
  });

  it('counts what was taken back likewise', async () => {
    const [first, second, third] = [
      await atPrintful({ status: 'cancelled' }),
      await atPrintful({ status: 'cancelled' }),
      await atPrintful({ status: 'cancelled' }),
    ];
    await atPrintful();
    await shop.rows(
      `UPDATE fulfilments SET state = 'cancelled', submitted_at = NULL, asked_at = ${minutesAgo(60 * 25)} WHERE order_id = ANY($1)`,
      [[first.id, second.id, third.id]],
    );
    await shop.rows('UPDATE orders SET updated_at = now()');
    expect((await take()).length + (await take()).length).toBe(ASKING.aMinute);
    expect(await take()).toEqual([]);
  });
});
