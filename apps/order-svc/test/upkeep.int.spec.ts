import { asGuest, asUser, eventually } from '@shop/testing';
import { Upkeep } from '../src/upkeep/upkeep.js';
import { Shop } from './shop.js';

let shop: Shop;
beforeEach(async () => {
  shop = await Shop.open();
});
afterEach(() => shop.close());

const run = () => shop.service.get(Upkeep).run();
const age = (days: number) => shop.rows(`UPDATE carts SET updated_at = now() - make_interval(days => $1)`, [days]);
const cartsOf = async (column: 'user_id' | 'guest_id') =>
  (await shop.rows(`SELECT 1 FROM carts WHERE ${column} IS NOT NULL`)).length;

describe('the upkeep', () => {
  it("removes guests' carts that nobody comes back for, and keeps accounts' and young ones", async () => {
    const [guest, young, user] = [asGuest(), asGuest(), asUser()];
    await shop.fillCart(guest);
    await shop.fillCart(user);
    await age(91);
    await shop.fillCart(young);
    await run();
    expect([
      (await shop.cart(guest)).itemCount,
      (await shop.cart(young)).itemCount,
      (await shop.cart(user)).itemCount,
    ]).toEqual([0, 1, 1]);
    expect(await shop.rows('SELECT count(*)::int AS lines FROM cart_items')).toEqual([{ lines: 2 }]);
  });

  it('keeps a cart of the last ninety days', async () => {
    await shop.fillCart(asGuest());
    await age(89);
    await run();
    expect(await cartsOf('guest_id')).toBe(1);
  });

  it('keeps the order of a guest whose cart it removes', async () => {
    const { intentId } = await shop.checkOut(asGuest());
    await age(91);
    await run();
    expect(await shop.orderRow(intentId)).toMatchObject({ status: 'created', cart_id: null });
  });

  it('goes on until all are gone, in batches, and never waits for a cart that is being written', async () => {
    await shop.rows(
      `INSERT INTO carts (guest_id, updated_at) SELECT gen_random_uuid(), now() - interval '100 days' FROM generate_series(1, 1201)`,
    );
    const [locked] = await shop.rows('SELECT id FROM carts LIMIT 1');
    await shop.dataSource.transaction(async (manager) => {
      await manager.query('SELECT 1 FROM carts WHERE id = $1 FOR UPDATE', [locked?.id]);
      await run();
    });
    expect(await shop.rows('SELECT id FROM carts')).toEqual([locked]);
    await run();
    expect(await cartsOf('guest_id')).toBe(0);
  });

  it('removes webhooks that were delivered long ago, and none that still waits', async () => {
    await shop.rows(`
      INSERT INTO sandbox_webhooks (id, payload, delivered_at, next_attempt_at, created_at) VALUES
        ('old', '{}', now() - interval '8 days', now(), now() - interval '8 days'),
        ('young', '{}', now() - interval '6 days', now(), now() - interval '8 days'),
        ('waiting', '{}', NULL, now() + interval '1 day', now() - interval '80 days')`);
    await run();
    expect(await shop.rows('SELECT id FROM sandbox_webhooks ORDER BY id')).toEqual([
      { id: 'waiting' },
      { id: 'young' },
    ]);
  });

  it('comes by itself, also on two instances at once', async () => {
    await shop.fillCart(asGuest());
    await age(91);
    const instances = await Promise.all([
      shop.secondInstance({ UPKEEP_INTERVAL_MS: '20' }),
      shop.secondInstance({ UPKEEP_INTERVAL_MS: '20' }),
    ]);
    try {
      await eventually(async () => expect(await cartsOf('guest_id')).toBe(0));
    } finally {
      for (const instance of instances) await instance.stop();
    }
  });
});
