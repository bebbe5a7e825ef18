import { asGuest, eventually } from '@shop/testing';
import { PaymentSweep } from '../src/payments/payment-sweep.js';
import { CARDS, Shop } from './shop.js';
import { deliver, eventAbout, paySilently } from './webhooks.js';

let shop: Shop;
beforeAll(async () => {
  shop = await Shop.open();
});
afterAll(() => shop.close());

const sweep = () => shop.service.get(PaymentSweep).run();
const PAID = { status: 'paid', payment_status: 'paid' };
const leaveFor = (intentId: string, hours: number) =>
  shop.rows(`UPDATE orders SET updated_at = now() - make_interval(hours => $2) WHERE payment_intent_id = $1`, [
    intentId,
    hours,
  ]);
const intentRow = async (intentId: string) =>
  (await shop.rows('SELECT status, refunded_at FROM sandbox_intents WHERE id = $1', [intentId]))[0];

describe('the sweep', () => {
  it('finds a payment that no webhook told and nobody came back to', async () => {
    const guest = asGuest();
    const { intentId } = await shop.checkOut(guest);
    await paySilently(shop, intentId);
    await sweep();
    expect(await shop.orderRow(intentId)).toMatchObject(PAID);
    expect((await shop.cart(guest)).itemCount).toBe(0);
  });

  it('cancels an order that was left for a day, together with its intent', async () => {
    const guest = asGuest();
    const { intentId, clientSecret } = await shop.checkOut(guest);
    await leaveFor(intentId, 25);
    await sweep();
    const order = await shop.orderRow(intentId);
    expect(order).toMatchObject({ status: 'cancelled', payment_status: 'pending' });
    expect(await intentRow(intentId)).toMatchObject({ status: 'canceled' });
    expect(await shop.eventsOf(order.id as string)).toEqual(['order.placed', 'order.status-changed']);
    const late = await shop.confirm(guest, clientSecret);
    expect([late.status, late.text]).toEqual([409, 'This payment was cancelled. Please go through checkout again.']);
    expect((await shop.cart(guest)).itemCount).toBe(1);
  });

  it('leaves an order that was touched within the day', async () => {
    const { intentId } = await shop.checkOut(asGuest());
    await leaveFor(intentId, 23);
    await sweep();
    expect(await shop.orderRow(intentId)).toMatchObject({ status: 'created' });
  });

  it('does not cancel what was paid in its last minute', async () => {
    const { intentId } = await shop.checkOut(asGuest());
    await paySilently(shop, intentId);
    await leaveFor(intentId, 25);
    await sweep();
    expect(await shop.orderRow(intentId)).toMatchObject(PAID);
  });

  it('cancels an order that never got as far as an intent', async () => {
    const { orderNumber } = await shop.checkOut(asGuest());
    await shop.rows(
      `UPDATE orders SET payment_intent_id = NULL, client_secret = NULL, updated_at = now() - interval '25 hours' WHERE order_number = $1`,
      [orderNumber],
    );
    await sweep();
    expect(await shop.rows('SELECT status FROM orders WHERE order_number = $1', [orderNumber])).toEqual([
      { status: 'cancelled' },
    ]);
  });

  it('is not held up by an order that the provider does not know', async () => {
    const [broken, paid] = [await shop.checkOut(asGuest()), await shop.checkOut(asGuest())];
    await shop.rows('DELETE FROM sandbox_intents WHERE id = $1', [broken.intentId]);
    await paySilently(shop, paid.intentId);
    await sweep();
    expect(await shop.orderRow(paid.intentId)).toMatchObject(PAID);
  });

  it('run by several instances at once tells each payment once', async () => {
    const { intentId } = await shop.checkOut(asGuest());
    await paySilently(shop, intentId);
    await Promise.all([sweep(), sweep(), sweep()]);
    await sweep();
    const { id } = await shop.orderRow(intentId);
    expect(await shop.eventsOf(id as string)).toEqual(['order.placed', 'order.paid', 'order.status-changed']);
  });

  it('runs by itself', async () => {
    const { intentId } = await shop.checkOut(asGuest());
    await paySilently(shop, intentId);
    const other = await shop.secondInstance({ PAYMENT_SWEEP_INTERVAL_MS: '50' });
    try {
      await eventually(async () => expect(await shop.orderRow(intentId)).toMatchObject(PAID));
    } finally {
      await other.stop();
    }
  });
});

describe('another amount than the order was paid at the provider', () => {
  it('is sent back to be told again, and taken once order and amount agree', async () => {
    const guest = asGuest();
    const { intentId } = await shop.checkOut(guest);
    await paySilently(shop, intentId, 4_671);
    const event = await eventAbout(shop, intentId);
    expect((await deliver(shop, event)).status).toBe(503);
    expect(await shop.orderRow(intentId)).toMatchObject({ status: 'created', payment_status: 'pending' });
    expect(await shop.placed(guest, intentId)).toMatchObject({ state: 'open' });

    await shop.rows('UPDATE orders SET total_cents = 4671 WHERE payment_intent_id = $1', [intentId]);
    expect((await deliver(shop, event)).status).toBe(200);
    expect(await shop.orderRow(intentId)).toMatchObject(PAID);
  });

  const seenBefore = (intentId: string, interval: string) =>
    shop.rows(`UPDATE orders SET mismatch_seen_at = now() - $2::interval WHERE payment_intent_id = $1`, [
      intentId,
      interval,
    ]);
  const historyOf = async (intentId: string) =>
    (
      await shop.rows(
        'SELECT h.action FROM order_history h JOIN orders o ON o.id = h.order_id WHERE o.payment_intent_id = $1 ORDER BY h.at',
        [intentId],
      )
    ).map(({ action }) => action);

  it('holds the order where it stays so: unpaid, and for an admin to decide', async () => {
    const { intentId } = await shop.checkOut(asGuest());
    await paySilently(shop, intentId, 100);
    await sweep();
    await seenBefore(intentId, '3 minutes');
    expect((await deliver(shop, await eventAbout(shop, intentId))).status).toBe(200);
    await leaveFor(intentId, 25);
    await sweep();
    const order = await shop.orderRow(intentId);
    expect(order).toMatchObject({ status: 'created', payment_status: 'pending', cart_id: null });
    expect(
      await shop.rows(`SELECT amount_cents FROM money_facts WHERE order_id = $1 AND kind = 'succeeded'`, [order.id]),
    ).toEqual([{ amount_cents: 100 }]);
    expect((await intentRow(intentId))?.refunded_at).toBeNull();
    expect(await historyOf(intentId)).toEqual(['order.placed', 'order.amount-differs']);
  });

  it('leaves the cart to another order while one is held', async () => {
    const guest = asGuest();
    const { intentId, orderNumber } = await shop.checkOut(guest);
    await paySilently(shop, intentId, 100);
    await sweep();
    const early = await shop.ship(guest);
    expect([early.status, early.text]).toEqual([
      503,
      'We are still checking this payment. Please try again in a moment.',
    ]);
    await seenBefore(intentId, '3 minutes');
    const answer = await shop.ship(guest);
    expect(answer.status).toBe(200);
    expect(answer.json<{ orderNumber: string }>().orderNumber).not.toBe(orderNumber);
    expect(await shop.orderRow(intentId)).toMatchObject({ status: 'created', payment_status: 'pending' });
  });

  it('goes back in full where nobody has decided for a day, and the order says so', async () => {
    const guest = asGuest();
    const { intentId } = await shop.checkOut(guest);
    await paySilently(shop, intentId, 100);
    await sweep();
    await seenBefore(intentId, '25 hours');
    await sweep();
    const order = await shop.orderRow(intentId);
    expect(order).toMatchObject({ status: 'cancelled', payment_status: 'pending' });
    expect((await intentRow(intentId))?.refunded_at).toBeInstanceOf(Date);
    expect(await shop.eventsOf(order.id as string)).not.toContain('order.paid');
    expect(await historyOf(intentId)).toContain('order.difference-given-back');
    expect((await shop.cart(guest)).itemCount).toBe(1);
  });
});

describe('money for an order that is cancelled already', () => {
  it('goes back in full, once', async () => {
    const { intentId } = await shop.checkOut(asGuest());
    await shop.rows(`UPDATE orders SET status = 'cancelled' WHERE payment_intent_id = $1`, [intentId]);
    await paySilently(shop, intentId);
    await deliver(shop, await eventAbout(shop, intentId));
    await deliver(shop, await eventAbout(shop, intentId));
    expect(await shop.orderRow(intentId)).toMatchObject({
      status: 'cancelled',
      payment_status: 'refunded',
      paid_at: null,
    });
    expect((await intentRow(intentId))?.refunded_at).toBeInstanceOf(Date);
    expect(
      await shop.rows(
        'SELECT r.refunded_at IS NOT NULL AS done FROM refunds r JOIN orders o ON o.id = r.order_id WHERE o.payment_intent_id = $1',
        [intentId],
      ),
    ).toEqual([{ done: true }]);
  });
});

it('a payment tried and declined is known after a restart', async () => {
  const guest = asGuest();
  const { intentId, clientSecret } = await shop.checkOut(guest);
  await shop.confirm(guest, clientSecret, CARDS.declined);
  const other = await shop.secondInstance();
  try {
    const answer = await other.call('GET', `/api/checkout/orders/${intentId}`, { as: guest });
    expect(answer.json()).toMatchObject({ state: 'failed', paymentMessage: 'Your card was declined.' });
  } finally {
    await other.stop();
  }
});
