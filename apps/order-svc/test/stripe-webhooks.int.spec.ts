import { randomUUID } from 'node:crypto';
import { asGuest } from '@shop/testing';
import type Stripe from 'stripe';
import { PaymentSweep } from '../src/payments/payment-sweep.js';
import { BackOffice } from './admin.js';
import { deliverToStripeDoor, stripeEvent, stripeShopOf } from './stripe-shop.js';

const own = stripeShopOf();

const office = new BackOffice(() => own.shop);
const PAID = { status: 'paid', payment_status: 'paid' };
const OPEN = { status: 'created', payment_status: 'pending' };
const rowOf = (intentId: string) => own.shop.orderRow(intentId);
/** Of a card that its bank wanted to hear from its customer about. */
const notAuthenticated = (paymentMethod: string) =>
  ({
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message: 'We are unable to authenticate your payment method.',
    payment_method: { id: paymentMethod },
  }) as Stripe.PaymentIntent.LastPaymentError;
const nowSeconds = () => Math.floor(Date.now() / 1000);

/** An order that was paid by Stripe's word. */
async function paidOrder() {
  const guest = asGuest();
  const checkout = await own.shop.checkOut(guest);
  await own.tell('payment_intent.succeeded', own.stripe.pay(checkout.intentId));
  return { ...checkout, guest, id: (await rowOf(checkout.intentId)).id as string };
}

describe('a webhook of Stripe', () => {
  it('pays the order, once, however often and from how many sides it comes', async () => {
    const guest = asGuest();
    const { intentId } = await own.shop.checkOut(guest);
    const event = stripeEvent('payment_intent.succeeded', own.stripe.pay(intentId));
    const answers = await Promise.all([1, 2, 3].map(() => deliverToStripeDoor(own.shop, event)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await rowOf(intentId)).toMatchObject(PAID);
    expect(await own.shop.eventsOf((await rowOf(intentId)).id as string)).toEqual([
      'order.placed',
      'order.paid',
      'order.status-changed',
    ]);
    expect((await own.shop.cart(guest)).itemCount).toBe(0);
  });

  it.each([
    ['another secret', { secret: 'whsec_of_somebody_else' }],
    ['a signature of 301 seconds ago', { timestamp: nowSeconds() - 301 }],
    ['other bytes than were signed', { sent: '{"type":"payment_intent.succeeded"}' }],
  ])('is refused with %s', async (_, signing) => {
    const { intentId } = await own.shop.checkOut(asGuest());
    const answer = await deliverToStripeDoor(
      own.shop,
      stripeEvent('payment_intent.succeeded', {
        ...own.stripe.intent(intentId),
        status: 'succeeded',
        amount_received: 3_591,
      }),
      signing,
    );
    expect([answer.status, answer.text]).toEqual([400, 'The signature of this webhook is not valid.']);
    expect(await rowOf(intentId)).toMatchObject(OPEN);
  });

  it('is refused without a signature, and with the sandbox’s', async () => {
    const signatures: Record<string, string>[] = [{}, { 'sandbox-signature': 't=1,v1=00' }];
    for (const headers of signatures) {
      expect(
        (
          await own.shop.service.call('POST', '/api/webhooks/stripe', {
            body: '{}',
            headers: { 'content-type': 'application/json', ...headers },
          })
        ).status,
      ).toBe(400);
    }
  });

  it('about an intent of another shop on the same account is passed over', async () => {
    const { intentId } = await own.shop.checkOut(asGuest());
    const foreign = { ...own.stripe.intent(intentId), status: 'succeeded', amount_received: 3_591, metadata: {} };
    expect((await own.tell('payment_intent.succeeded', foreign)).status).toBe(200);
    for (const [n, metadata] of [
      { orderId: randomUUID() },
      { orderId: '1042' },
      { orderId: randomUUID(), shop: 'another.example' },
    ].entries()) {
      expect(
        (await own.tell('payment_intent.succeeded', { ...foreign, id: `pi_of_another_shop_${n}`, metadata })).status,
      ).toBe(200);
    }
    expect(await rowOf(intentId)).toMatchObject(OPEN);
    expect(await own.shop.rows(`SELECT intent_id FROM money_facts WHERE intent_id LIKE 'pi_of_another_shop%'`)).toEqual(
      [],
    );
  });

  it('about an intent that bears no mark is believed of an order of the shop: so the version before made them', async () => {
    const { intentId, order } = await own.shop.checkOut(asGuest());
    const unmarked = { ...own.stripe.pay(intentId), metadata: { orderId: order.id } };
    await own.tell('payment_intent.succeeded', unmarked);
    expect(await rowOf(intentId)).toMatchObject(PAID);
    await own.tell('payment_intent.succeeded', { ...unmarked, id: 'pi_before_this_one' });
    expect(await own.shop.rows(`SELECT order_id FROM money_facts WHERE intent_id = 'pi_before_this_one'`)).toEqual([
      { order_id: null },
    ]);
  });

  it('about a charge without an intent, of another shop on the same account, is passed over, and Stripe is not asked', async () => {
    own.stripe.seen.length = 0;
    expect((await own.tell('charge.refunded', { id: 'ch_foreign', payment_intent: null })).status).toBe(200);
    expect(own.stripe.seen).toEqual([]);
  });

  it('of a kind that says nothing to the shop is passed over', async () => {
    expect((await own.tell('customer.created', { id: 'cus_1' })).status).toBe(200);
  });

  it('tells a decline in the bank’s words; the next attempt on the same intent pays', async () => {
    const guest = asGuest();
    const { intentId } = await own.shop.checkOut(guest);
    await own.tell('payment_intent.payment_failed', own.stripe.decline(intentId, 'Your card has insufficient funds.'));
    expect(await own.shop.placed(guest, intentId)).toMatchObject({
      state: 'failed',
      paymentMessage: 'Your card has insufficient funds.',
    });
    await own.tell('payment_intent.succeeded', own.stripe.pay(intentId));
    expect(await rowOf(intentId)).toMatchObject({ ...PAID, payment_message: null });
  });

  it('of a challenge that failed before the bank was asked is one decline, however often it is heard', async () => {
    const guest = asGuest();
    const { intentId } = await own.shop.checkOut(guest);
    own.stripe.change(intentId, { status: 'requires_action' });
    expect(await own.shop.placed(guest, intentId)).toMatchObject({ state: 'open' });
    const failed = own.stripe.change(intentId, {
      status: 'requires_payment_method',
      last_payment_error: notAuthenticated('pm_1'),
    });
    for (const copy of [1, 2])
      expect([copy, (await own.tell('payment_intent.payment_failed', failed)).status]).toEqual([copy, 200]);
    expect(await own.shop.placed(guest, intentId)).toMatchObject({ state: 'failed' });
    await own.shop.ship(guest);
    await own.shop.service.get(PaymentSweep).run();
    const declines = async () =>
      (await own.shop.eventsOf((await rowOf(intentId)).id as string)).filter((type) => type === 'order.payment-failed');
    expect([await declines(), (await rowOf(intentId)).payment_status]).toEqual([['order.payment-failed'], 'pending']);

    await own.tell(
      'payment_intent.payment_failed',
      own.stripe.change(intentId, { last_payment_error: notAuthenticated('pm_2') }),
    );
    expect([await declines(), (await rowOf(intentId)).payment_status]).toEqual([
      ['order.payment-failed', 'order.payment-failed'],
      'failed',
    ]);
  });

  it('of a decline that comes after the payment changes nothing', async () => {
    const { intentId } = await own.shop.checkOut(asGuest());
    const declined = stripeEvent(
      'payment_intent.payment_failed',
      own.stripe.decline(intentId, 'Your card was declined.'),
    );
    await own.tell('payment_intent.succeeded', own.stripe.pay(intentId));
    expect((await deliverToStripeDoor(own.shop, declined)).status).toBe(200);
    expect(await rowOf(intentId)).toMatchObject(PAID);
  });

  it('that comes late is checked at Stripe: a decline that was overtaken is none', async () => {
    const { intentId } = await own.shop.checkOut(asGuest());
    const late = stripeEvent('payment_intent.payment_failed', own.stripe.decline(intentId, 'Your card was declined.'), {
      created: nowSeconds() - 600,
    });
    own.stripe.pay(intentId);
    expect((await deliverToStripeDoor(own.shop, late)).status).toBe(200);
    expect(await rowOf(intentId)).toMatchObject(PAID);
  });

  it('of a delayed method keeps the order open, tried, until the money is there', async () => {
    const guest = asGuest();
    const { intentId } = await own.shop.checkOut(guest);
    await own.tell('payment_intent.processing', own.stripe.change(intentId, { status: 'processing' }));
    expect(await own.shop.placed(guest, intentId)).toMatchObject({ state: 'open' });
    expect((await rowOf(intentId)).payment_tried_at).toBeInstanceOf(Date);
    expect((await own.shop.ship(guest)).text).toBe('Your payment is being confirmed. Please wait a moment.');
    await own.tell('payment_intent.succeeded', own.stripe.pay(intentId));
    expect(await rowOf(intentId)).toMatchObject(PAID);
  });

  it('of a cancelled intent ends the order', async () => {
    const { intentId } = await own.shop.checkOut(asGuest());
    await own.tell('payment_intent.canceled', own.stripe.change(intentId, { status: 'canceled' }));
    expect(await rowOf(intentId)).toMatchObject({ status: 'cancelled' });
  });

  it.each([
    ['another amount', { amount_received: 100 }],
    ['another currency', { currency: 'eur' }],
  ])('of %s leaves the order unpaid, tells the admins, and is asked for again', async (_, change) => {
    const { intentId } = await own.shop.checkOut(asGuest());
    const { id } = await rowOf(intentId);
    own.stripe.pay(intentId);
    const answer = await own.tell('payment_intent.succeeded', own.stripe.change(intentId, change));
    expect(answer.status).toBe(503);
    expect(await rowOf(intentId)).toMatchObject(OPEN);
    expect((await office.detail(id as string)).timeline.map(({ action }) => action)).toEqual([
      'order.amount-differs',
      'order.placed',
    ]);
  });
});

describe('a refund that Stripe tells of', () => {
  it('in part, made in the Dashboard, is shown and told, and the order stays paid', async () => {
    const { id, intentId } = await paidOrder();
    expect((await own.tell('refund.created', own.stripe.makeRefund(intentId, 1_000))).status).toBe(200);
    expect((await office.detail(id)).payment.refunds).toEqual([
      {
        amount: '10.00',
        reason: 'made at the payment provider',
        requestedAt: expect.any(String),
        refundedAt: expect.any(String),
        failure: null,
      },
    ]);
    expect(await rowOf(intentId)).toMatchObject(PAID);
    expect((await own.shop.eventsOf(id)).at(-1)).toBe('order.refunded');
  });

  it('of the rest makes it refunded, whichever of its events comes, and is told once', async () => {
    const { id, intentId } = await paidOrder();
    const [part, rest] = [own.stripe.makeRefund(intentId, 1_000), own.stripe.makeRefund(intentId, 2_591)];
    await own.tell('charge.refunded', { id: `ch_${intentId}`, payment_intent: intentId });
    await own.tell('refund.updated', part);
    await own.tell('refund.created', rest);
    expect(await rowOf(intentId)).toMatchObject({ status: 'cancelled', payment_status: 'refunded' });
    expect((await own.shop.eventsOf(id)).filter((type) => type === 'order.refunded')).toHaveLength(2);
  });

  it('as pending waits until it has succeeded; an older word changes nothing', async () => {
    const { id, intentId } = await paidOrder();
    const pending = own.stripe.makeRefund(intentId, 3_591, {}, 'pending');
    await own.tell('refund.created', pending);
    expect(await rowOf(intentId)).toMatchObject({ status: 'cancelled', payment_status: 'paid' });
    await own.tell('refund.updated', { ...pending, status: 'succeeded' });
    await own.tell('refund.created', pending);
    expect(await rowOf(intentId)).toMatchObject({ payment_status: 'refunded' });
    expect((await office.detail(id)).payment.refunds).toHaveLength(1);
  });

  it('as failed tells the admins what it was for', async () => {
    const { id, intentId } = await paidOrder();
    const refund = own.stripe.makeRefund(intentId, 3_591, {}, 'pending');
    await own.tell('refund.failed', { ...refund, status: 'failed', failure_reason: 'lost_or_stolen_card' });
    const { payment, timeline } = await office.detail(id);
    expect(payment.refunds).toMatchObject([{ refundedAt: null, failure: 'lost_or_stolen_card' }]);
    expect(timeline[0]?.summary).toBe(
      'The refund of $35.91 failed: lost or stolen card. Please see to it at the payment provider.',
    );
  });
});

describe('an admin’s cancellation', () => {
  it('gives the whole amount back under the order’s key, and says so once it is done', async () => {
    const { id, intentId } = await paidOrder();
    expect((await office.move(id, 'cancelled')).status).toBe(200);
    const [call] = own.stripe.callsOf('POST', '/v1/refunds').filter(({ params }) => params.payment_intent === intentId);
    expect(call).toMatchObject({
      params: { reason: 'requested_by_customer', 'metadata[orderId]': id },
      headers: { 'idempotency-key': `refund:${id}:1` },
    });
    expect(await office.detail(id)).toMatchObject({
      status: 'cancelled',
      paymentStatus: 'refunded',
      payment: { provider: 'stripe', refunds: [{ amount: '35.91', failure: null }] },
    });
  });

  it('waits for a bank that takes its time, and believes its webhook', async () => {
    const { id, intentId } = await paidOrder();
    own.stripe.refundStatus = 'pending';
    await office.move(id, 'cancelled');
    own.stripe.refundStatus = 'succeeded';
    expect(await office.detail(id)).toMatchObject({
      status: 'cancelled',
      paymentStatus: 'paid',
      payment: { refunds: [{ refundedAt: null }] },
    });
    const [refund] = [...own.stripe.refunds.values()].filter((made) => made.payment_intent === intentId);
    await own.tell('refund.updated', { ...refund, status: 'succeeded' });
    expect(await office.detail(id)).toMatchObject({
      paymentStatus: 'refunded',
      payment: { refunds: [{ refundedAt: expect.any(String) }] },
    });
  });
});
