import type { Checkout, CustomerOrder, OwnOrder } from '@shop/contracts/order';
import { asGuest, asUser } from '@shop/testing';
import type Stripe from 'stripe';
import { PaymentSweep } from '../src/payments/payment-sweep.js';
import { intentOf } from './shop.js';
import type { FakeIntent } from './stripe-server.js';
import { stripeShopOf } from './stripe-shop.js';

const own = stripeShopOf();

const sweep = () => own.shop.service.get(PaymentSweep).run();
const age = (intentId: string, column: string, interval: string) =>
  own.shop.rows(`UPDATE orders SET ${column} = now() - $2::interval WHERE payment_intent_id = $1`, [
    intentId,
    interval,
  ]);
const rowOf = (intentId: string) => own.shop.orderRow(intentId);

const PROCESSING: Partial<FakeIntent> = { status: 'processing' };
const waitsFor = (type: keyof Stripe.PaymentIntent.NextAction): Partial<FakeIntent> => ({
  status: 'requires_action',
  next_action: { type },
});

describe('an order that nobody touched for a day', () => {
  it.each([
    ['is processing', PROCESSING],
    ['waits for micro-deposits', waitsFor('verify_with_microdeposits')],
    ['waits for a bank transfer', waitsFor('display_bank_transfer_instructions')],
    ['waits for a voucher to be paid', waitsFor('oxxo_display_details')],
  ])('stays open while its payment %s, and is paid by it', async (_, change) => {
    const { intentId } = await own.shop.checkOut(asUser());
    own.stripe.change(intentId, change);
    await age(intentId, 'updated_at', '25 hours');
    for (let times = 1; times <= 2; times += 1) await sweep();
    expect([own.stripe.intent(intentId).status, (await rowOf(intentId)).status]).toEqual([change.status, 'created']);
    own.stripe.pay(intentId);
    await sweep();
    expect(await rowOf(intentId)).toMatchObject({ status: 'paid', payment_status: 'paid' });
  });

  it('is cancelled where only a challenge of minutes was never answered', async () => {
    const { intentId } = await own.shop.checkOut(asGuest());
    own.stripe.change(intentId, waitsFor('use_stripe_sdk'));
    await age(intentId, 'updated_at', '25 hours');
    await sweep();
    expect([own.stripe.intent(intentId).status, (await rowOf(intentId)).status]).toEqual(['canceled', 'cancelled']);
  });

  it('waits no longer than a fortnight for its customer, and for a bank as long as it takes', async () => {
    const [waiting, processing] = [await own.shop.checkOut(asGuest()), await own.shop.checkOut(asGuest())];
    own.stripe.change(waiting.intentId, waitsFor('verify_with_microdeposits'));
    own.stripe.change(processing.intentId, PROCESSING);
    for (const { intentId } of [waiting, processing]) await age(intentId, 'updated_at', '20 days');
    await sweep();
    for (const { intentId } of [waiting, processing]) await age(intentId, 'payment_awaited_since', '13 days');
    await sweep();
    expect((await rowOf(waiting.intentId)).status).toBe('created');
    for (const { intentId } of [waiting, processing]) await age(intentId, 'payment_awaited_since', '15 days');
    await sweep();
    expect([own.stripe.intent(waiting.intentId).status, (await rowOf(waiting.intentId)).status]).toEqual([
      'canceled',
      'cancelled',
    ]);
    expect([own.stripe.intent(processing.intentId).status, (await rowOf(processing.intentId)).status]).toEqual([
      'processing',
      'created',
    ]);
  });

  it.each<[string, Stripe.PaymentIntent.LastPaymentError | null]>([
    [
      'was declined',
      { type: 'invalid_request_error', code: 'payment_intent_payment_attempt_failed', message: 'For developers only' },
    ],
    ['was given up', null],
  ])('has a day more for another try where its bank took long and the payment %s', async (_, last_payment_error) => {
    const { intentId } = await own.shop.checkOut(asGuest());
    own.stripe.change(intentId, PROCESSING);
    await sweep();
    await age(intentId, 'updated_at', '4 days');
    own.stripe.change(intentId, { status: 'requires_payment_method', last_payment_error });
    await sweep();
    expect(await rowOf(intentId)).toMatchObject({ status: 'created', payment_awaited_since: null });
    await age(intentId, 'updated_at', '25 hours');
    await sweep();
    expect((await rowOf(intentId)).status).toBe('cancelled');
  });
});

describe('the page that a customer comes back to', () => {
  it.each([
    ['waits for its customer', waitsFor('verify_with_microdeposits')],
    [
      'is a debit on its way',
      {
        ...PROCESSING,
        latest_charge: { object: 'charge', payment_method_details: { type: 'sepa_debit' } } as Stripe.Charge,
      },
    ],
  ])('says that a bank takes days where the payment %s, until it is there', async (_, change) => {
    const who = asGuest();
    const { intentId } = await own.shop.checkOut(who);
    own.stripe.change(intentId, change);
    expect(await own.shop.placed(who, intentId)).toMatchObject({ state: 'open', isWithBank: true });
    own.stripe.pay(intentId);
    const paid = await own.shop.placed(who, intentId);
    expect([paid.state, paid.isWithBank]).toEqual(['paid', undefined]);
  });

  it('says so of any payment that is not there after a minute, and so does the order’s own page', async () => {
    const who = asUser();
    const { intentId, order } = await own.shop.checkOut(who);
    own.stripe.change(intentId, PROCESSING);
    expect((await own.shop.placed(who, intentId)).isWithBank).toBeUndefined();
    await age(intentId, 'payment_awaited_since', '61 seconds');
    expect(await own.shop.placed(who, intentId)).toMatchObject({ state: 'open', isWithBank: true });
    expect((await own.shop.service.call('GET', `/api/orders/${order.id}`, { as: who })).json()).toMatchObject({
      isWithBank: true,
    });
    expect((await own.shop.service.call('GET', '/api/orders', { as: who })).json()).toMatchObject([
      { id: order.id, isWithBank: true },
    ]);
  });
});

describe('an open order that its customer looks at', () => {
  async function awaited(who: ReturnType<typeof asUser>, orderId: string) {
    const [one, list] = [
      await own.shop.service.call('GET', `/api/orders/${orderId}`, { as: who }),
      await own.shop.service.call('GET', '/api/orders', { as: who }),
    ];
    return [
      one.json<CustomerOrder>().isPaymentAwaited,
      ...list.json<OwnOrder[]>().map(({ isPaymentAwaited }) => isPaymentAwaited),
    ];
  }

  it('is not being paid once its customer has left the checkout after a decline', async () => {
    const who = asUser();
    const { intentId, order } = await own.shop.checkOut(who);
    own.stripe.decline(intentId, 'Your card was declined.');
    await own.shop.placed(who, intentId);
    expect(await awaited(who, order.id)).toEqual([false, false]);
    const again = (await own.shop.ship(who)).json<Checkout>();
    expect([(await rowOf(intentId)).payment_status, await awaited(who, order.id)]).toEqual(['pending', [false, false]]);
    await own.shop.aboutToPay(who, again);
    expect(await awaited(who, order.id)).toEqual([true, true]);
    await age(intentId, 'payment_begun_at', '11 minutes');
    expect(await awaited(who, order.id)).toEqual([false, false]);
  });

  it('is not being paid once it has another intent, since its cart was changed', async () => {
    const who = asUser();
    const first = await own.shop.checkOut(who);
    const [{ id }, seen] = [first.order, [] as unknown[]];
    const look = async () => seen.push((await awaited(who, id))[0]);
    await own.shop.aboutToPay(who, first);
    await look();
    await own.shop.fillCart(who, { basePrice: '10.00' });
    const next = (await own.shop.ship(who)).json<Checkout>();
    await look();
    await own.shop.aboutToPay(who, next);
    await look();
    expect([next.order.id, seen]).toEqual([id, [true, false, true]]);
  });

  it('is being paid as long as a bank works on it, and not after it gave up', async () => {
    const who = asUser();
    const { intentId, order } = await own.shop.checkOut(who);
    own.stripe.change(intentId, PROCESSING);
    await own.shop.placed(who, intentId);
    await age(intentId, 'updated_at', '3 days');
    expect(await awaited(who, order.id)).toEqual([true, true]);
    own.stripe.change(intentId, { status: 'requires_payment_method', last_payment_error: null });
    await own.shop.placed(who, intentId);
    expect([(await rowOf(intentId)).payment_status, await awaited(who, order.id)]).toEqual(['pending', [false, false]]);
    await own.shop.aboutToPay(who, (await own.shop.ship(who)).json<Checkout>());
    expect(await awaited(who, order.id)).toEqual([true, true]);
  });
});

describe('a cart that is changed while its order is being paid', () => {
  const changeCart = async (who: ReturnType<typeof asUser>) => {
    await own.shop.fillCart(who, { basePrice: '10.00' });
    return own.shop.ship(who);
  };

  it('waits where the money is on its way, and says for how long where it takes days', async () => {
    const who = asUser();
    const { intentId } = await own.shop.checkOut(who);
    own.stripe.change(intentId, PROCESSING);
    expect((await changeCart(who)).text).toBe('Your payment is being confirmed. Please wait a moment.');
    const charge = { object: 'charge', payment_method_details: { type: 'us_bank_account' } } as Stripe.Charge;
    own.stripe.change(intentId, { latest_charge: charge });
    expect((await changeCart(who)).text).toBe(
      'Your bank is still working on your payment. You can order more once it is done.',
    );
    expect(own.stripe.intent(intentId).status).toBe('processing');
    own.stripe.pay(intentId);
    await sweep();
    expect(await rowOf(intentId)).toMatchObject({ status: 'paid', payment_status: 'paid', subtotal_cents: 2_400 });
  });

  it('gets another order where its customer has days to pay, and the voucher that was given still pays what it was given for', async () => {
    const who = asUser();
    const { intentId } = await own.shop.checkOut(who);
    own.stripe.change(intentId, waitsFor('boleto_display_details'));
    const next = (await changeCart(who)).json<Checkout>();
    expect([next.order.total, intentOf(next.clientSecret)]).toEqual(['46.71', expect.not.stringContaining(intentId)]);
    expect([own.stripe.intent(intentId).status, (await rowOf(intentId)).status]).toEqual([
      'requires_action',
      'created',
    ]);

    own.stripe.pay(intentId);
    await sweep();
    expect(await rowOf(intentId)).toMatchObject({ status: 'paid', payment_status: 'paid', total_cents: 3_591 });
    expect((await own.shop.cart(who)).items).toHaveLength(1);
    const { order } = (await own.shop.ship(who)).json<Checkout>();
    expect([order.id === next.order.id, order.total]).toEqual([true, '20.79']);
  });
});
