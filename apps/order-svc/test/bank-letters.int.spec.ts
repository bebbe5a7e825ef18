import { orderPaymentFailed, orderStatusChanged, type Checkout } from '@shop/contracts/order';
import { asGuest } from '@shop/testing';
import { PaymentSweep } from '../src/payments/payment-sweep.js';
import { stripeShopOf } from './stripe-shop.js';
import type { FakeIntent } from './stripe-server.js';
import { KEEP_TOLD } from './told-events.js';

const own = stripeShopOf();
beforeAll(() => own.shop.rows(KEEP_TOLD));

const MICRO_DEPOSITS: Partial<FakeIntent> = {
  status: 'requires_action',
  next_action: { type: 'verify_with_microdeposits' },
};
const DECLINED: Partial<FakeIntent> = {
  status: 'requires_payment_method',
  last_payment_error: {
    type: 'invalid_request_error',
    code: 'payment_intent_payment_attempt_failed',
    message: 'For developers only',
  },
};
const GIVEN_UP: Partial<FakeIntent> = { status: 'requires_payment_method', last_payment_error: null };

const sweep = () => own.shop.service.get(PaymentSweep).run();
const age = (intentId: string, column: string, interval: string) =>
  own.shop.rows(`UPDATE orders SET ${column} = now() - $2::interval WHERE payment_intent_id = $1`, [
    intentId,
    interval,
  ]);

/** What was told of the order, by its type. */
async function told({ order }: Checkout, type: string): Promise<unknown[]> {
  const rows = await own.shop.rows(
    `SELECT envelope->'data' AS data FROM told WHERE envelope->>'subject' = $1 AND envelope->>'type' = $2`,
    [`order/${order.id}`, type],
  );
  return rows.map(({ data }) => data);
}

/** A payment that its bank has worked on for so long. */
async function awaited(change: Partial<FakeIntent>, since: string): Promise<Checkout & { intentId: string }> {
  const checkout = await own.shop.checkOut(asGuest());
  own.stripe.change(checkout.intentId, change);
  await sweep();
  await age(checkout.intentId, 'payment_awaited_since', since);
  return checkout;
}

describe('somebody who was told that their bank works on it, and that we write', () => {
  it.each<[string, Partial<FakeIntent>, string]>([
    ['declined', DECLINED, expect.stringMatching(/^(?!For developers).+/) as string],
    ['given up', GIVEN_UP, ''],
  ])('is written to once where the payment is %s', async (_, outcome, message) => {
    const checkout = await awaited({ status: 'processing' }, '3 days');
    const intent = own.stripe.change(checkout.intentId, outcome);
    await Promise.all([
      sweep(),
      own.tell('payment_intent.payment_failed', intent),
      own.tell('payment_intent.payment_failed', intent),
    ]);
    await sweep();
    const events = await told(checkout, orderPaymentFailed.type);
    expect(events).toHaveLength(1);
    const { order } = checkout;
    expect(orderPaymentFailed.schema.parse(events[0])).toMatchObject({
      message,
      awaited: { order: { id: order.id, total: order.total, items: order.items }, link: { key: expect.any(String) } },
    });
  });

  it('is written to where the order ends before the payment comes', async () => {
    const checkout = await awaited(MICRO_DEPOSITS, '15 days');
    await age(checkout.intentId, 'updated_at', '15 days');
    await sweep();
    const events = await told(checkout, orderStatusChanged.type);
    expect(events.map((data) => orderStatusChanged.schema.parse(data))).toMatchObject([
      { from: 'created', to: 'cancelled', wasWithBank: true, moneyBack: { kept: '0.00', back: '0.00' } },
    ]);
  });
});

describe('somebody who saw what became of the payment', () => {
  it('is not written to where the card was declined at the checkout', async () => {
    const checkout = await own.shop.checkOut(asGuest());
    await own.tell('payment_intent.payment_failed', own.stripe.change(checkout.intentId, DECLINED));
    const events = (await told(checkout, orderPaymentFailed.type)).map((data) => orderPaymentFailed.schema.parse(data));
    expect(events).toHaveLength(1);
    expect(events[0]).not.toHaveProperty('awaited');
  });

  it('nor where the order was left alone for a day', async () => {
    const checkout = await own.shop.checkOut(asGuest());
    await age(checkout.intentId, 'updated_at', '25 hours');
    await sweep();
    const events = (await told(checkout, orderStatusChanged.type)).map((data) => orderStatusChanged.schema.parse(data));
    expect(events).toMatchObject([{ to: 'cancelled' }]);
    expect(events[0]).not.toHaveProperty('wasWithBank');
  });
});
