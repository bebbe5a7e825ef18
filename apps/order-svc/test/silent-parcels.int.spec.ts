import { eventually } from '@shop/testing';
import { SilentParcels } from '../src/fulfilment/silent-parcels.js';
import { BackOffice } from './admin.js';
import { HeldOrders, type HeldOrder } from './held-orders.js';
import { Shop } from './shop.js';
import { KEEP_TOLD } from './told-events.js';

let shop: Shop;
const orders = new HeldOrders(() => shop);
const office = new BackOffice(() => shop);
beforeAll(async () => {
  // Nobody looks but the test.
  shop = await Shop.open({ env: { FULFILMENT_INTERVAL_MS: '3600000' } });
  await shop.rows(KEEP_TOLD);
});
afterAll(() => shop.close());

const look = () => shop.service.get(SilentParcels).takeAsDelivered();
const statusOf = async ({ id }: HeldOrder) => (await office.detail(id)).status;
const sentAgo = ({ id }: HeldOrder, age: string) =>
  shop.rows(`UPDATE orders SET status = 'shipped', updated_at = now() - $2::interval WHERE id = $1`, [id, age]);

/** On its way for so long; `how`: who printed it. */
async function sent(age: string, how: string): Promise<HeldOrder> {
  const order = await orders.make();
  await shop.rows(`UPDATE fulfilments SET attempts = 1, submitted_at = now(), ${how} WHERE order_id = $1`, [order.id]);
  await sentAgo(order, age);
  return order;
}

const AT_PRINTFUL = `state = 'submitted', provider = 'printful'`;

describe('a parcel of which nothing is heard', () => {
  it('has arrived after 45 days, as the timeline says, once, and without a letter that it came', async () => {
    const [silent, recent] = [await sent('45 days 1 hour', AT_PRINTFUL), await sent('44 days 23 hours', AT_PRINTFUL)];
    await Promise.all([look(), look(), look()]);
    await look();
    expect([await statusOf(silent), await statusOf(recent)]).toEqual(['delivered', 'shipped']);
    const { timeline } = await office.detail(silent.id);
    expect(timeline.filter(({ summary }) => summary === 'No news for 45 days: taken as delivered.')).toHaveLength(1);
    const told = await shop.rows(
      `SELECT envelope->'data' AS data FROM told WHERE envelope->>'subject' = $1 AND envelope->'data'->>'to' = 'delivered'`,
      [`order/${silent.id}`],
    );
    expect(told).toMatchObject([{ data: { from: 'shipped', to: 'delivered', isAssumed: true } }]);
    expect((await orders.read(silent)).timeline.at(-1)).toMatchObject({
      what: 'delivered',
      detail: 'no news of the parcel for 45 days',
    });
  });

  it('has arrived likewise where an admin has sent it, also of before there were holds', async () => {
    const byHand = await sent('46 days', `state = 'submitted', provider = 'by-hand'`);
    const takenBack = await sent('46 days', `state = 'cancelled', provider = 'sandbox'`);
    const old = await orders.make();
    await shop.rows('DELETE FROM fulfilments WHERE order_id = $1', [old.id]);
    await sentAgo(old, '46 days');
    await look();
    expect([await statusOf(byHand), await statusOf(takenBack), await statusOf(old)]).toEqual([
      'delivered',
      'delivered',
      'delivered',
    ]);
  });

  it('is waited for where the printer says by itself when it arrives', async () => {
    const order = await sent('46 days', `state = 'submitted', provider = 'sandbox'`);
    await look();
    expect(await statusOf(order)).toBe('shipped');
  });

  it('that somebody changes right now is passed by, and keeps no other waiting', async () => {
    const [busy, free] = [await sent('48 days', AT_PRINTFUL), await sent('47 days', AT_PRINTFUL)];
    await shop.dataSource.transaction(async (manager) => {
      await manager.query('SELECT FROM orders WHERE id = $1 FOR UPDATE', [busy.id]);
      await look();
      expect([await statusOf(busy), await statusOf(free)]).toEqual(['shipped', 'delivered']);
    });
    await look();
    expect(await statusOf(busy)).toBe('delivered');
  });

  it('no longer keeps a person who asked to be forgotten', async () => {
    const order = await sent('46 days', AT_PRINTFUL);
    await shop.rows('INSERT INTO user_erasures (user_id, requested_at) VALUES ($1, now())', [order.who.userId]);
    await look();
    await eventually(async () => expect((await office.detail(order.id)).anonymisedAt).not.toBeNull());
  });
});
