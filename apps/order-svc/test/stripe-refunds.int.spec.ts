import { PaymentSweep } from '../src/payments/payment-sweep.js';
import { Bookkeeper } from './money.js';
import { disputeOf, stripeShopOf } from './stripe-shop.js';

const own = stripeShopOf();

const books = new Bookkeeper(() => own.shop);
const { office } = books;
const sweep = () => own.shop.service.get(PaymentSweep).run();

const asked = (intentId: string) =>
  own.stripe.callsOf('POST', '/v1/refunds').filter(({ params }) => params.payment_intent === intentId);

describe('a refund of a payment that its customer has disputed', () => {
  async function disputed() {
    const order = await own.paidOrder();
    own.stripe.disputed.add(order.intentId);
    await own.tell('charge.dispute.created', disputeOf(order.intentId));
    await office.move(order.id, 'cancelled');
    return order;
  }

  it('is refused by Stripe, once: it waits for the bank, which is answered at Stripe, and is not tried for ever', async () => {
    const { id, intentId } = await disputed();
    await sweep();
    expect(asked(intentId)).toHaveLength(1);
    const differences = await books.differencesOf(id);
    const atStripe = `https://dashboard.stripe.com/payments/${intentId}`;
    expect(differences.map(({ kind, remedy }) => [kind, remedy?.href]).sort()).toEqual([
      ['dispute-open', atStripe],
      ['refund-failed', atStripe],
    ]);
    const refund = differences.find(({ kind }) => kind === 'refund-failed');
    expect(await books.mended(refund?.id ?? '')).toEqual([409, "This can't be mended from here."]);
    expect(await office.detail(id)).toMatchObject({
      status: 'cancelled',
      paymentStatus: 'paid',
      payment: { refunds: [{ refundedAt: null, failure: 'the payment is disputed' }] },
    });
  });

  it('is made at the press of a button once the shop has won', async () => {
    const { id, intentId } = await disputed();
    await own.tell('charge.dispute.closed', disputeOf(intentId, { status: 'won' }));
    const difference = await books.theOne('refund-failed', id);
    expect(await books.mended(difference.id)).toEqual([
      502,
      'The payment provider has refused the refund. Please look at the payment there.',
    ]);
    own.stripe.disputed.delete(intentId);
    expect(await books.mended((await books.theOne('refund-failed', id)).id)).toEqual([
      200,
      '{"sentence":"$35.91 goes back to the customer."}',
    ]);
    expect(await office.detail(id)).toMatchObject({ paymentStatus: 'refunded' });
    expect(await books.differencesOf(id)).toEqual([]);
  });

  it('is owed no more once the shop has lost: the bank has given the money back', async () => {
    const { id, intentId } = await disputed();
    await own.tell('charge.dispute.closed', disputeOf(intentId, { status: 'lost' }));
    expect(await books.mended((await books.theOne('refund-failed', id)).id)).toEqual([
      200,
      '{"sentence":"Nothing is owed any more."}',
    ]);
    expect(await books.differencesOf(id)).toEqual([]);
    expect(asked(intentId)).toHaveLength(1);
  });

  it('is told with what was left to go back, where a part had gone back at Stripe before', async () => {
    const { id, intentId } = await own.paidOrder();
    await own.tell('refund.created', own.stripe.makeRefund(intentId, 1_500));
    own.stripe.disputed.add(intentId);
    await office.move(id, 'cancelled');
    expect((await office.detail(id)).timeline.map(({ summary }) => summary)).toContainEqual(
      expect.stringContaining('The refund of $20.91 failed: the payment is disputed.'),
    );
    expect(
      await own.shop.rows(`SELECT amount_cents FROM money_facts WHERE order_id = $1 AND kind = 'refund-failed'`, [id]),
    ).toEqual([{ amount_cents: 2_091 }]);
  });

  it('is not owed at all where the order is cancelled after the dispute was lost', async () => {
    const { id, intentId } = await own.paidOrder();
    await own.tell('charge.dispute.closed', disputeOf(intentId, { status: 'lost' }));
    expect((await office.detail(id)).payment.refundable).toBe('0.00');
    await office.move(id, 'cancelled');
    expect(asked(intentId)).toEqual([]);
    expect(await books.differencesOf(id)).toEqual([]);
  });
});

describe('a button that gives money back', () => {
  const REFUSED = [502, 'The payment provider has refused the refund. Please look at the payment there.'];

  it('says so where Stripe refuses what was paid otherwise', async () => {
    const { id, intentId } = await office.unpaidOrder();
    own.stripe.pay(intentId);
    const paid = own.stripe.change(intentId, { currency: 'eur' });
    await own.tell('payment_intent.succeeded', paid);
    await own.shop.rows(`UPDATE orders SET mismatch_seen_at = now() - interval '3 minutes' WHERE id = $1`, [id]);
    await own.tell('payment_intent.succeeded', paid);
    own.stripe.disputed.add(intentId);
    expect(await books.mended((await books.theOne('amount-differs', id)).id)).toEqual(REFUSED);
    await books.theOne('refund-failed', id);
  });

  it('says so where Stripe refuses what is left of a cancelled order', async () => {
    const { id, intentId } = await own.paidOrder();
    await own.shop.rows(`UPDATE orders SET status = 'cancelled' WHERE id = $1`, [id]);
    own.stripe.disputed.add(intentId);
    expect(await books.mended((await books.theOne('paid-after-cancel', id)).id)).toEqual(REFUSED);
    await books.theOne('refund-failed', id);
  });

  it('says so where Stripe refuses what it was asked for before, also where a later refund went through', async () => {
    const { id, intentId } = await own.paidOrder();
    own.stripe.faults.push({ status: 500, error: { type: 'api_error', message: 'Our fault' } });
    await office.refund(id, '10.00');
    await own.shop.rows(`UPDATE refunds SET requested_at = now() - interval '25 hours' WHERE order_id = $1`, [id]);
    await own.shop.rows(
      `INSERT INTO refunds (order_id, n, reason, amount_cents, is_part, refund_id, refunded_at) VALUES ($1, 2, 'a stain', 100, true, 're_later', now())`,
      [id],
    );
    own.stripe.disputed.add(intentId);
    expect(await books.mended((await books.theOne('refund-owed', id)).id)).toEqual(REFUSED);
  });
});

describe('a refund of more than is left, because somebody gave money back at Stripe, unheard', () => {
  it('is owed no more where all of it went back there: there is nothing to mend', async () => {
    const before = await office.money();
    const { id, intentId } = await own.paidOrder();
    own.stripe.makeRefund(intentId, 3_591);
    await office.refund(id, '10.00');
    expect(await office.detail(id)).toMatchObject({ status: 'cancelled', paymentStatus: 'refunded' });
    expect(await books.differencesOf(id)).toEqual([]);
    expect(await books.since(before)).toEqual({ taken: 3_591, givenBack: 3_591, owedBack: 0 });
  });

  it('may be made of what is left at the press of a button', async () => {
    const { id, intentId } = await own.paidOrder();
    own.stripe.makeRefund(intentId, 3_000);
    await office.refund(id, '10.00');
    const difference = await books.theOne('refund-failed', id);
    expect(difference.sentence).toContain('so much was not left');
    expect(await books.mended(difference.id)).toEqual([
      200,
      '{"sentence":"At most $10.00 goes back to the customer."}',
    ]);
    expect((await office.detail(id)).payment).toMatchObject({
      refundable: '0.00',
      refunds: expect.arrayContaining([expect.objectContaining({ amount: '5.91', failure: null })]),
    });
    expect(await books.differencesOf(id)).toEqual([]);
  });
});

describe('a refund whose key Stripe has forgotten', () => {
  it('is looked for at Stripe before it is asked for again', async () => {
    const { id, intentId } = await own.paidOrder();
    own.stripe.faults.push({ status: 500, error: { type: 'api_error', message: 'Our fault' } });
    await office.refund(id, '10.00');
    own.stripe.makeRefund(intentId, 1_000, { orderId: id });
    await own.shop.rows(`UPDATE refunds SET requested_at = now() - interval '25 hours' WHERE order_id = $1`, [id]);
    own.stripe.seen.length = 0;
    await sweep();
    expect(asked(intentId)).toEqual([]);
    expect((await office.detail(id)).payment.refunds).toMatchObject([
      { amount: '10.00', refundedAt: expect.any(String), failure: null },
    ]);
  });
});

describe('what somebody gave back in the Dashboard, unheard, before the order was cancelled', () => {
  async function givenBack(status: 'succeeded' | 'pending') {
    const order = await own.paidOrder();
    const made = Object.assign(own.stripe.makeRefund(order.intentId, 3_591), { status });
    await office.move(order.id, 'cancelled');
    return { ...order, made };
  }

  it.each(['succeeded', 'pending'] as const)(
    'is a difference with its button again where it fails later, also one that was %s',
    async (status) => {
      const { id, made } = await givenBack(status);
      await sweep();
      expect(await books.differencesOf(id)).toEqual([]);
      await own.tell(
        'refund.failed',
        Object.assign(made, { status: 'failed', failure_reason: 'expired_or_canceled_card' }),
      );
      expect(await books.mended((await books.theOne('refund-failed', id)).id)).toEqual([
        200,
        '{"sentence":"$35.91 goes back to the customer."}',
      ]);
      expect(await office.detail(id)).toMatchObject({ paymentStatus: 'refunded', payment: { refundable: '0.00' } });
      expect(await books.differencesOf(id)).toEqual([]);
    },
  );

  it('ends the matter once it arrives', async () => {
    const { id, made } = await givenBack('pending');
    expect(await office.detail(id)).toMatchObject({ status: 'cancelled', paymentStatus: 'paid' });
    await own.tell('refund.updated', Object.assign(made, { status: 'succeeded' }));
    expect(await office.detail(id)).toMatchObject({ status: 'cancelled', paymentStatus: 'refunded' });
    expect(await books.differencesOf(id)).toEqual([]);
  });
});
