import { asGuest, asUser, eventually } from '@shop/testing';
import { PaymentSweep } from '../src/payments/payment-sweep.js';
import { BackOffice } from './admin.js';
import { Shop } from './shop.js';
import { paySilently } from './webhooks.js';

/** With the two they stand beside: what is taken on at once, twice, and no more. */
const MANY = 398;

let shop: Shop;
const office = new BackOffice(() => shop);
beforeEach(async () => {
  shop = await Shop.open();
});
afterEach(() => shop.close());

const sweep = () => shop.service.get(PaymentSweep).run();

/** So many orders like this one, none of them with a cart. */
const multiply = (id: string) =>
  shop.rows(
    `INSERT INTO orders SELECT copy.* FROM orders o, generate_series(1, ${MANY}) n, jsonb_populate_record(o, jsonb_build_object(
       'id', gen_random_uuid(), 'order_number', 'PA-' || n, 'payment_intent_id', 'pi_like_' || n, 'client_secret', 'pi_like_' || n || '_secret', 'cart_id', NULL)) copy
     WHERE o.id = $1 RETURNING id`,
    [id],
  );

describe('a sweep of more than it takes on at once', () => {
  it('asks about every open order, also those behind hundreds that nothing is to be said of', async () => {
    const [open, paid] = [await office.unpaidOrder(), await office.unpaidOrder()];
    await multiply(open.id);
    await shop.rows(`INSERT INTO sandbox_intents (id, client_secret, idempotency_key, order_id, amount_cents, currency)
      SELECT payment_intent_id, client_secret, payment_intent_id, id, total_cents, currency FROM orders WHERE payment_intent_id LIKE 'pi_like_%'`);
    await shop.rows(
      `UPDATE orders SET asked_at = now() - CASE id WHEN $1 THEN interval '1 minute' ELSE interval '1 hour' END`,
      [paid.id],
    );
    await paySilently(shop, paid.intentId);
    await sweep();
    expect(await shop.orderRow(paid.intentId)).toMatchObject({ status: 'paid', payment_status: 'paid' });
    expect(
      await shop.rows(
        `SELECT count(*)::int AS unasked FROM orders WHERE status = 'created' AND asked_at < now() - interval '30 minutes'`,
      ),
    ).toEqual([{ unasked: 0 }]);
  });

  it('comes to an abandoned order behind any number that can not be cancelled', async () => {
    const [open, left] = [await office.unpaidOrder(), await office.unpaidOrder()];
    await multiply(open.id);
    await shop.rows(`INSERT INTO sandbox_intents (id, client_secret, idempotency_key, order_id, amount_cents, currency, status)
      SELECT payment_intent_id, client_secret, payment_intent_id, id, total_cents, currency, 'processing' FROM orders WHERE payment_intent_id LIKE 'pi_like_%'`);
    await shop.rows(
      `UPDATE orders SET updated_at = now() - interval '30 days', payment_awaited_since = now() - interval '20 days' WHERE payment_intent_id LIKE 'pi_like_%'`,
    );
    await shop.rows(
      `UPDATE orders SET updated_at = now() - interval '25 hours', cancel_tried_at = now() - interval '5 minutes' WHERE id = $1`,
      [left.id],
    );
    for (let times = 1; times <= 2; times += 1) await sweep();
    expect(await shop.orderRow(left.intentId)).toMatchObject({ status: 'cancelled' });
    expect(await shop.rows(`SELECT DISTINCT status FROM orders WHERE payment_intent_id LIKE 'pi_like_%'`)).toEqual([
      { status: 'created' },
    ]);
  });

  it('comes to a refund behind any number that the provider does not take', async () => {
    const [paid, owed] = [await office.paidOrder(), await office.paidOrder()];
    await multiply(paid.id);
    const owe = 'INSERT INTO refunds (order_id, n, reason, amount_cents, is_part, requested_at, refund_id)';
    await shop.rows(
      `${owe} SELECT id, 1, 'a stain', 1000, true, now() - interval '2 hours', 're_gone' FROM orders WHERE payment_intent_id LIKE 'pi_like_%'`,
    );
    await shop.rows(`${owe} VALUES ($1, 1, 'a stain', 1000, true, now() - interval '1 hour', NULL)`, [owed.id]);
    for (let times = 1; times <= 2; times += 1) await sweep();
    expect((await office.detail(owed.id)).payment.refunds).toMatchObject([
      { amount: '10.00', refundedAt: expect.any(String) },
    ]);
  });
});

it('what somebody changes right now holds no sweep up', async () => {
  const abandoned = [await office.unpaidOrder(), await office.unpaidOrder()] as const;
  await shop.rows(`UPDATE orders SET updated_at = now() - interval '25 hours'`);
  const open = [await office.unpaidOrder(), await office.unpaidOrder()] as const;
  const owed = [await office.paidOrder(), await office.paidOrder()] as const;
  for (const { id } of owed)
    await shop.rows(
      `INSERT INTO refunds (order_id, n, reason, amount_cents, is_part) VALUES ($1, 1, 'a stain', 1000, true)`,
      [id],
    );

  const elsewhere = shop.dataSource.createQueryRunner();
  await elsewhere.startTransaction();
  await elsewhere.query('SELECT FROM orders WHERE id = ANY($1) FOR UPDATE', [
    [abandoned[0].id, open[0].id, owed[0].id],
  ]);
  const swept = sweep();
  try {
    await eventually(
      async () =>
        expect((await office.detail(owed[1].id)).payment.refunds).toMatchObject([{ refundedAt: expect.any(String) }]),
      { timeoutMs: 10_000 },
    );
    expect(await shop.orderRow(abandoned[1].intentId)).toMatchObject({ status: 'cancelled' });
    expect(await shop.orderRow(open[1].intentId)).toMatchObject({ asked_at: expect.any(Date) });
  } finally {
    await elsewhere.rollbackTransaction();
    await elsewhere.release();
    await swept;
  }
});

describe('an order whose payment the provider does not know any more, as after its keys were exchanged', () => {
  async function forgotten(who = asGuest()) {
    const order = await office.unpaidOrder(who);
    await shop.rows('DELETE FROM sandbox_intents WHERE id = $1', [order.intentId]);
    return order;
  }
  const ended = (id: string) => shop.rows('SELECT status, payment_status FROM orders WHERE id = $1', [id]);

  it('keeps nobody from paying for the same cart', async () => {
    const order = await forgotten();
    const again = await shop.ship(order.who);
    expect([again.status, again.json<{ orderNumber: string }>().orderNumber === order.orderNumber]).toEqual([
      200,
      false,
    ]);
    expect(await ended(order.id)).toEqual([{ status: 'created', payment_status: 'pending' }]);
  });

  it('keeps nobody from changing the cart', async () => {
    const order = await forgotten(asUser());
    await shop.fillCart(order.who, { basePrice: '10.00' });
    expect((await shop.ship(order.who)).json()).toMatchObject({ order: { total: '46.71' } });
  });

  it('is cancelled after a day, or by an admin before', async () => {
    const [left, unwanted, kept] = [await forgotten(), await forgotten(), await forgotten()];
    await shop.rows(`UPDATE orders SET updated_at = now() - interval '25 hours' WHERE id = $1`, [left.id]);
    await sweep();
    expect((await office.move(unwanted.id, 'cancelled')).status).toBe(200);
    expect(
      [await ended(left.id), await ended(unwanted.id), await ended(kept.id)].flat().map(({ status }) => status),
    ).toEqual(['cancelled', 'cancelled', 'created']);
    expect(await shop.eventsOf(left.id)).toEqual(['order.placed', 'order.status-changed']);
  });
});
