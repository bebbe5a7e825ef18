import { randomUUID } from 'node:crypto';
import { adminOrderDetailSchema, REFUND_REASON_MAX, type AdminOrderDetail } from '@shop/contracts/order';
import { asGuest } from '@shop/testing';
import { PaymentSweep } from '../src/payments/payment-sweep.js';
import { admin, BackOffice } from './admin.js';
import { Shop } from './shop.js';
import { StripeServer } from './stripe-server.js';
import { stripeEnv, stripeEvent, deliverToStripeDoor } from './stripe-shop.js';
import { paySilently } from './webhooks.js';

let shop: Shop;
let stripe: StripeServer;
const office = new BackOffice(() => shop);
const trailOf = (id: string) =>
  shop.rows('SELECT actor, action, after FROM audit_entries WHERE subject_id = $1 ORDER BY at', [id]);
const refundsOf = (id: string) =>
  shop.rows(
    'SELECT n, amount_cents, refunded_at IS NOT NULL AS done, failure FROM refunds WHERE order_id = $1 ORDER BY n',
    [id],
  );

describe.each(['sandbox', 'stripe'] as const)('money given back in part, by %s', (name) => {
  beforeAll(async () => {
    stripe = await StripeServer.start();
    shop = await Shop.open({ env: name === 'stripe' ? stripeEnv(stripe) : {} });
  });
  afterAll(async () => {
    await shop.close();
    await stripe.stop();
  });

  /** An order of 35.91 that was paid. */
  async function paidOrder() {
    const guest = asGuest();
    const { intentId } = await shop.checkOut(guest);
    await shop.rows(`UPDATE orders SET email = 'guest@example.org' WHERE payment_intent_id = $1`, [intentId]);
    if (name === 'stripe') stripe.pay(intentId);
    else await paySilently(shop, intentId);
    const { order } = await shop.placed(guest, intentId);
    return { id: order.id, intentId };
  }

  it('leaves the order paid, and says what is left', async () => {
    const { id } = await paidOrder();
    const answer = await office.refund(id, '10.00');
    expect(answer.status).toBe(201);
    const detail = answer.json<AdminOrderDetail>();
    expect(adminOrderDetailSchema.parse(detail)).toEqual(detail);
    expect(detail).toMatchObject({
      status: 'paid',
      paymentStatus: 'paid',
      payment: {
        refundable: '25.91',
        refunds: [{ amount: '10.00', reason: 'A stain on the sleeve', refundedAt: expect.any(String), failure: null }],
      },
    });
    expect(detail.timeline.slice(0, 2).map(({ actor, summary }) => [actor, summary])).toEqual([
      [null, '$10.00 went back to the customer.'],
      [admin.email, '$10.00 was asked to go back to the customer.'],
    ]);
    expect(await trailOf(id)).toEqual([
      { actor: admin.email, action: 'order.refund-requested', after: { n: 1, amountCents: 1_000 } },
    ]);
    expect((await shop.eventsOf(id)).at(-1)).toBe('order.refunded');
  });

  it('makes it refunded once all of it has gone back, each part under a key of its own, and ends it with the last', async () => {
    const { id, intentId } = await paidOrder();
    for (const amount of ['10.00', '20.00', '5.91']) expect((await office.refund(id, amount)).status).toBe(201);
    expect(await office.detail(id)).toMatchObject({
      status: 'cancelled',
      paymentStatus: 'refunded',
      payment: { refundable: '0.00' },
    });
    expect((await refundsOf(id)).map(({ n, amount_cents }) => [n, amount_cents])).toEqual([
      [1, 1_000],
      [2, 2_000],
      [3, 591],
    ]);
    if (name === 'stripe') {
      const calls = stripe.callsOf('POST', '/v1/refunds').filter(({ params }) => params.payment_intent === intentId);
      expect(
        calls.map(({ headers, params }) => [headers['idempotency-key'], params.amount, params['metadata[refund]']]),
      ).toEqual([
        [`refund:${id}:1`, '1000', undefined],
        [`refund:${id}:2`, '2000', '2'],
        [`refund:${id}:3`, '591', '3'],
      ]);
    }
    const again = await office.refund(id, '0.01');
    expect([again.status, again.text]).toEqual([409, 'The whole amount has gone back already.']);
  });

  it('is given once for its key, also where it is asked for five times at once', async () => {
    const { id } = await paidOrder();
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => office.refund(id, '10.00', { key })));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(await refundsOf(id)).toEqual([{ n: 1, amount_cents: 1_000, done: true, failure: null }]);
    const other = await office.refund(id, '11.00', { key });
    expect([other.status, other.text]).toEqual([409, 'This Idempotency-Key was already used for something else.']);
  });

  it('is of one order for its key, also where it is asked for of several at once', async () => {
    const orders = await Promise.all([1, 2, 3, 4].map(() => paidOrder()));
    const key = randomUUID();
    const answers = await Promise.all(orders.map(({ id }) => office.refund(id, '10.00', { key })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    expect(answers.filter(({ status }) => status === 409).map(({ text }) => text)).toEqual(
      Array.from({ length: 3 }, () => 'This Idempotency-Key was already used for something else.'),
    );
    expect((await Promise.all(orders.map(({ id }) => refundsOf(id)))).flat()).toHaveLength(1);
  });

  it('never gives more than was paid, however many ask at once', async () => {
    const { id } = await paidOrder();
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => office.refund(id, '10.00')));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 422, 422]);
    const more = await office.refund(id, '5.92');
    expect([more.status, more.text]).toEqual([422, 'At most $5.91 can still go back.']);
    expect(await office.detail(id)).toMatchObject({ paymentStatus: 'paid', payment: { refundable: '5.91' } });
  });

  it('goes before a cancellation, which gives back the rest', async () => {
    const { id } = await paidOrder();
    await office.refund(id, '10.00');
    await office.move(id, 'cancelled');
    expect(await office.detail(id)).toMatchObject({
      status: 'cancelled',
      paymentStatus: 'refunded',
      payment: { refunds: [{ amount: '10.00' }, { amount: '25.91' }] },
    });
  });

  it('is refused for an order that was not paid, and for one that is not there', async () => {
    const { id } = await office.unpaidOrder();
    const unpaid = await office.refund(id, '10.00');
    expect([unpaid.status, unpaid.text]).toEqual([409, 'This order was not paid, so there is nothing to give back.']);
    expect((await office.refund(randomUUID(), '10.00')).status).toBe(404);
    expect(await refundsOf(id)).toEqual([]);
  });

  it.each([
    ['0.00', 'x', 'Enter an amount such as 12.50'],
    ['-1.00', 'x', 'Enter an amount such as 12.50'],
    ['1.005', 'x', 'Enter an amount such as 12.50'],
    ['1e3', 'x', 'Enter an amount such as 12.50'],
    ['1.00', ' ', 'Reason is required'],
    ['1.00', 'x'.repeat(REFUND_REASON_MAX + 1), 'Please use at most 200 characters for the reason'],
  ])('%s for %j is refused', async (amount, reason, sentence) => {
    const answer = await office.refund(randomUUID(), amount, { reason });
    expect([answer.status, answer.text]).toEqual([400, sentence]);
  });
});

describe('a part that Stripe does not take', () => {
  beforeAll(async () => {
    stripe = await StripeServer.start();
    shop = await Shop.open({ env: stripeEnv(stripe) });
  });
  afterAll(async () => {
    await shop.close();
    await stripe.stop();
  });

  async function paidOrder() {
    const guest = asGuest();
    const { intentId } = await shop.checkOut(guest);
    stripe.pay(intentId);
    return { id: (await shop.placed(guest, intentId)).order.id, intentId };
  }
  const fault = { status: 500, error: { type: 'api_error', message: 'Our fault' } } as const;

  it('stays owed, and the sweep gives it once', async () => {
    const { id, intentId } = await paidOrder();
    stripe.faults.push(
      { status: 429, error: { type: 'rate_limit_error', message: 'Slow down' } },
      { ...fault, status: 429 },
      { ...fault, status: 429 },
    );
    expect((await office.refund(id, '10.00')).json()).toMatchObject({
      payment: { refunds: [{ refundedAt: null, failure: null }], refundable: '25.91' },
    });
    stripe.faults.length = 0;
    await shop.service.get(PaymentSweep).run();
    await shop.service.get(PaymentSweep).run();
    expect(await refundsOf(id)).toEqual([{ n: 1, amount_cents: 1_000, done: true, failure: null }]);
    expect([...stripe.refunds.values()].filter((refund) => refund.payment_intent === intentId)).toHaveLength(1);
  });

  it('because somebody gave it back there unheard, is told as failed, and what was given is heard of', async () => {
    const { id, intentId } = await paidOrder();
    stripe.makeRefund(intentId, 3_000);
    const key = randomUUID();
    const { payment } = (await office.refund(id, '10.00', { key })).json<AdminOrderDetail>();
    expect(payment.refunds.map((refund) => [refund.id, refund.amount, refund.failure])).toEqual([
      [key, '10.00', 'more than was left'],
      [undefined, '30.00', null],
    ]);
    expect(await refundsOf(id)).toEqual([{ n: 1, amount_cents: 1_000, done: false, failure: 'more than was left' }]);
    expect(await office.detail(id)).toMatchObject({ paymentStatus: 'paid', payment: { refundable: '5.91' } });
  });

  it('because the bank sends it back, is owed no more, and the money may be given again', async () => {
    const { id, intentId } = await paidOrder();
    stripe.refundStatus = 'pending';
    await office.refund(id, '10.00');
    stripe.refundStatus = 'succeeded';
    const [made] = [...stripe.refunds.values()].filter((refund) => refund.payment_intent === intentId);
    await deliverToStripeDoor(
      shop,
      stripeEvent('refund.failed', { ...made, status: 'failed', failure_reason: 'lost_or_stolen_card' }),
    );
    expect(await office.detail(id)).toMatchObject({
      payment: { refundable: '35.91', refunds: [{ amount: '10.00', failure: 'lost_or_stolen_card' }] },
    });
  });
});
