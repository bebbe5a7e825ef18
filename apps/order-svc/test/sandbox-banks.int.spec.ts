import { asGuest, asUser, eventually } from '@shop/testing';
import type { IdentityClaims } from '@shop/contracts/common';
import { PaymentProviders } from '../src/payments/payment-providers.js';
import { CARDS, Shop } from './shop.js';

const PAID = { status: 'paid', payment_status: 'paid' };
/** The banks decide when a test has them decide. */
const AN_HOUR_MS = '3600000';
const NOT_YOU =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.';

let shop: Shop;
beforeAll(async () => {
  shop = await Shop.open({ env: { SANDBOX_PROCESSING_MS: AN_HOUR_MS } });
});
afterAll(() => shop.close());

const answer = (who: IdentityClaims, clientSecret: string, given: 'complete' | 'fail') =>
  shop.service.call('POST', '/api/sandbox/payments/challenge', { as: who, body: { clientSecret, answer: given } });
const untilRow = (intentId: string, expected: Record<string, unknown>) =>
  eventually(async () => expect(await shop.orderRow(intentId)).toMatchObject(expected));
const idOf = async (intentId: string) => (await shop.orderRow(intentId)).id as string;
/** What is told of this goes out once it is let go. */
async function withItsWordHeldBack(act: () => Promise<unknown>): Promise<void> {
  await shop.rows(
    `CREATE FUNCTION later() RETURNS trigger AS $$ BEGIN NEW.next_attempt_at = now() + interval '1 hour'; RETURN NEW; END $$ LANGUAGE plpgsql`,
  );
  await shop.rows(`CREATE TRIGGER later BEFORE INSERT ON sandbox_webhooks FOR EACH ROW EXECUTE FUNCTION later()`);
  await act();
  await shop.rows('DROP TRIGGER later ON sandbox_webhooks; DROP FUNCTION later');
}
async function letItsWordCome(intentId: string): Promise<void> {
  await shop.rows(`UPDATE sandbox_webhooks SET next_attempt_at = now() WHERE payload LIKE '%' || $1 || '%'`, [
    intentId,
  ]);
  await eventually(async () =>
    expect(
      await shop.rows(`SELECT 1 FROM sandbox_webhooks WHERE payload LIKE '%' || $1 || '%' AND delivered_at IS NULL`, [
        intentId,
      ]),
    ).toEqual([]),
  );
}
/** The bank has taken its time. */
const settle = (intentId: string) =>
  shop.rows(`UPDATE sandbox_intents SET settles_at = now() WHERE id = $1`, [intentId]);
const settleRefund = (refundId: string) =>
  shop.rows(`UPDATE sandbox_refunds SET settles_at = now() WHERE id = $1`, [refundId]);

async function challenged(card = CARDS.challenged) {
  const guest = asGuest();
  const checkout = await shop.checkOut(guest);
  const asked = await shop.confirm(guest, checkout.clientSecret, card);
  return { guest, ...checkout, asked };
}

describe('a bank that asks its customer', () => {
  it('takes nothing before the answer, and says what it asks for', async () => {
    const { guest, intentId, asked } = await challenged();
    expect([asked.status, asked.json()]).toEqual([
      200,
      { paymentIntentId: intentId, status: 'requires_action', challenge: { amount: '35.91', last4: '3155' } },
    ]);
    expect(await shop.placed(guest, intentId)).toMatchObject({ state: 'open', order: { paymentStatus: 'pending' } });
  });

  it('is paid once it is told to, however often', async () => {
    const { guest, intentId, clientSecret } = await challenged();
    const answers = await Promise.all([
      answer(guest, clientSecret, 'complete'),
      answer(guest, clientSecret, 'complete'),
    ]);
    expect(answers.map((given) => [given.status, given.json()])).toEqual(
      [1, 2].map(() => [200, { paymentIntentId: intentId, status: 'succeeded' }]),
    );
    await untilRow(intentId, PAID);
    expect(await shop.eventsOf(await idOf(intentId))).toEqual(['order.placed', 'order.paid', 'order.status-changed']);
  });

  it('fails the payment where it hears no, and the same order is paid with another card', async () => {
    const { guest, intentId, clientSecret } = await challenged();
    const refused = await answer(guest, clientSecret, 'fail');
    expect([refused.status, refused.text]).toEqual([422, NOT_YOU]);
    await untilRow(intentId, { status: 'created', payment_status: 'failed', payment_message: NOT_YOU });
    await shop.confirm(guest, clientSecret);
    await untilRow(intentId, PAID);
  });

  it('may decline all the same', async () => {
    const { guest, intentId, clientSecret } = await challenged(CARDS.challengedAndDeclined);
    const refused = await answer(guest, clientSecret, 'complete');
    expect([refused.status, refused.text]).toEqual([422, 'Your card was declined.']);
    await untilRow(intentId, { payment_status: 'failed' });
  });

  it('waits for no answer that nobody was asked for', async () => {
    const user = asUser();
    const { clientSecret } = await shop.checkOut(user);
    const early = await answer(user, clientSecret, 'complete');
    expect([early.status, early.text]).toEqual([409, 'Your bank no longer waits for an answer. Please pay again.']);
  });

  it('takes no agreement to what the order no longer costs', async () => {
    const { guest, intentId, clientSecret } = await challenged();
    await shop.fillCart(guest, { basePrice: '10.00' });
    await shop.ship(guest);
    const late = await answer(guest, clientSecret, 'complete');
    expect([late.status, late.text]).toEqual([
      409,
      'Your order was changed in another tab and comes to $46.71 now. Please look at it again before you pay.',
    ]);
    expect(await shop.placed(guest, intentId)).toMatchObject({
      state: 'failed',
      order: { status: 'created', total: '46.71' },
    });
  });

  it('forgets its question when another card is given', async () => {
    const { guest, intentId, clientSecret } = await challenged();
    await shop.confirm(guest, clientSecret, CARDS.declined);
    expect((await answer(guest, clientSecret, 'complete')).status).toBe(409);
    await untilRow(intentId, { payment_status: 'failed' });
  });

  it.each([
    ['an unknown payment', 'pi_0_secret_0', 'complete', 404],
    ['another answer', 'pi_0_secret_0', 'perhaps', 400],
  ])('knows nothing of %s', async (_, clientSecret, given, status) => {
    expect((await answer(asGuest(), clientSecret, given as 'complete')).status).toBe(status);
  });

  it('hears nobody without a session', async () => {
    expect((await shop.service.call('POST', '/api/sandbox/payments/challenge', { body: {} })).status).toBe(401);
  });
});

describe('a bank that takes its time', () => {
  it('is waited for, and pays in the end', async () => {
    const user = asUser();
    const { intentId, clientSecret } = await shop.checkOut(user);
    const given = await shop.confirm(user, clientSecret, CARDS.slow);
    expect([given.status, given.json()]).toEqual([200, { paymentIntentId: intentId, status: 'processing' }]);
    expect(await shop.placed(user, intentId)).toMatchObject({ state: 'open' });
    await settle(intentId);
    await untilRow(intentId, PAID);
    expect(await shop.eventsOf(await idOf(intentId))).toEqual(['order.placed', 'order.paid', 'order.status-changed']);
  });

  it('is waited for, and declines in the end: then the same order is paid with another card', async () => {
    const guest = asGuest();
    const { intentId, clientSecret } = await shop.checkOut(guest);
    await shop.confirm(guest, clientSecret, CARDS.slowAndDeclined);
    await settle(intentId);
    await untilRow(intentId, { payment_status: 'failed', payment_message: 'Your card was declined.' });
    await shop.confirm(guest, clientSecret);
    await untilRow(intentId, PAID);
  });

  it('has declined also for who hears only then that it was asked', async () => {
    const guest = asGuest();
    const { intentId, clientSecret } = await shop.checkOut(guest);
    await withItsWordHeldBack(() => shop.confirm(guest, clientSecret, CARDS.slowAndDeclined));
    await settle(intentId);
    await untilRow(intentId, { payment_status: 'failed' });
    await letItsWordCome(intentId);
    expect(await shop.orderRow(intentId)).toMatchObject({ payment_status: 'failed', payment_awaited_since: null });
    expect(await shop.eventsOf(await idOf(intentId))).toEqual(['order.placed', 'order.payment-failed']);
  });

  it('takes no second card meanwhile, and lets no order be changed', async () => {
    const guest = asGuest();
    const { intentId, clientSecret } = await shop.checkOut(guest);
    await shop.rows(`UPDATE sandbox_intents SET status = 'processing' WHERE id = $1`, [intentId]);
    expect((await shop.confirm(guest, clientSecret)).json()).toEqual({
      paymentIntentId: intentId,
      status: 'processing',
    });
    const shipped = await shop.ship(guest);
    expect([shipped.status, shipped.text]).toEqual([409, 'Your payment is being confirmed. Please wait a moment.']);
  });
});

describe('a decline that the return page learned of by asking', () => {
  it('is not told again by its webhook, which comes when the customer has begun anew', async () => {
    const guest = asGuest();
    const { intentId, clientSecret } = await shop.checkOut(guest);
    await withItsWordHeldBack(() => shop.confirm(guest, clientSecret, CARDS.declined));
    expect(await shop.placed(guest, intentId)).toMatchObject({ state: 'failed' });
    await shop.ship(guest);
    await letItsWordCome(intentId);
    expect(await shop.orderRow(intentId)).toMatchObject({ payment_status: 'pending' });
    expect(await shop.eventsOf(await idOf(intentId))).toEqual(['order.placed', 'order.payment-failed']);
  });
});

describe('what comes after the payment', () => {
  async function paidWith(card: string) {
    const guest = asGuest();
    const { intentId, clientSecret } = await shop.checkOut(guest);
    await shop.confirm(guest, clientSecret, card);
    await untilRow(intentId, PAID);
    return { intentId, orderId: await idOf(intentId) };
  }
  const refund = (intentId: string, orderId: string) =>
    shop.service
      .get(PaymentProviders)
      .current.refund(intentId, { orderId, n: 1, amountCents: null, idempotencyKey: `refund:${orderId}:1` });

  it('is a dispute that the shop hears of, with the day to answer by, and loses in the end', async () => {
    const { intentId, orderId } = await paidWith(CARDS.disputed);
    const disputes = () =>
      shop.rows(
        'SELECT amount_cents, reason, status, respond_by > now() AS open, closed_at IS NOT NULL AS closed FROM disputes WHERE order_id = $1',
        [orderId],
      );
    await eventually(async () =>
      expect(await disputes()).toEqual([
        { amount_cents: 3_591, reason: 'fraudulent', status: 'needs_response', open: true, closed: false },
      ]),
    );
    await expect(refund(intentId, orderId)).rejects.toMatchObject({ code: 'REFUND_DISPUTED' });
    await shop.rows(`UPDATE sandbox_disputes SET respond_by = now() WHERE intent_id = $1`, [intentId]);
    await eventually(async () => expect(await disputes()).toMatchObject([{ status: 'lost', closed: true }]));
  });

  it('is a refund that the provider tells of by itself', async () => {
    const { intentId, orderId } = await paidWith(CARDS.accepted);
    expect(await refund(intentId, orderId)).toMatchObject({ status: 'succeeded', amountCents: 3_591 });
    const types = await shop.rows(
      `SELECT payload::jsonb->>'type' AS type FROM sandbox_webhooks WHERE payload LIKE '%' || $1 || '%' ORDER BY created_at`,
      [intentId],
    );
    expect(types.map(({ type }) => type).sort()).toEqual([
      'charge.refunded',
      'payment_intent.succeeded',
      'refund.created',
    ]);
    await eventually(async () =>
      expect(
        await shop.rows(`SELECT 1 FROM sandbox_webhooks WHERE payload LIKE '%' || $1 || '%' AND delivered_at IS NULL`, [
          intentId,
        ]),
      ).toEqual([]),
    );
  });

  it('is a refund that is pending first', async () => {
    const { intentId, orderId } = await paidWith(CARDS.refundedLate);
    const { id, ...made } = await refund(intentId, orderId);
    expect(made).toMatchObject({ status: 'pending', amountCents: 3_591 });
    await settleRefund(id);
    await eventually(async () =>
      expect(await shop.service.get(PaymentProviders).current.retrieveRefund(id)).toMatchObject({
        status: 'succeeded',
      }),
    );
  });

  it('is a refund that fails after all, and can then be made again', async () => {
    const { intentId, orderId } = await paidWith(CARDS.refundFails);
    const provider = shop.service.get(PaymentProviders).current;
    const { id } = await refund(intentId, orderId);
    await settleRefund(id);
    await eventually(async () =>
      expect(await provider.retrieveRefund(id)).toMatchObject({
        status: 'failed',
        failure: 'expired_or_canceled_card',
      }),
    );
    expect(
      await provider.refund(intentId, { orderId, n: 2, amountCents: null, idempotencyKey: `refund:${orderId}:2` }),
    ).toMatchObject({ amountCents: 3_591 });
  });

  it('is the provider’s own word that a left payment was cancelled', async () => {
    const { intentId } = await shop.checkOut(asGuest());
    await shop.service.get(PaymentProviders).current.cancelIntent(intentId);
    await untilRow(intentId, { status: 'cancelled' });
  });
});
