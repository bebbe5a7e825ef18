import { adminOrderDetailSchema, type CustomerOrder, type RefundSummary, type OwnOrder } from '@shop/contracts-order';
import { asGuest, asUser } from '@shop/testing';
import { findAtPrinter } from './support/printer-setup.js';
import { PaidOrders } from './support/paid-orders.js';
import { MoneyPage } from './support/money-page.js';
import type Stripe from 'stripe';
import type { StripeFault } from '@shop/sandbox/testing';
import { RefundsService } from '../src/order-lifecycle/refunds.service.js';
import { CARDS, LIBRARY_TRIES, TestShop } from './support/test-shop.js';
import { RECORD_PUBLISHED } from './support/published-events.js';

let shop: TestShop;
beforeAll(async () => {
  shop = await TestShop.open();
  await shop.query(RECORD_PUBLISHED);
});
afterAll(() => shop.close());

beforeEach(() => shop.clearTables());
const moneyPage = new MoneyPage(() => shop);
const { office } = moneyPage;

const reconcile = () => shop.reconcilePayments();
const readOrder = (intentId: string) => shop.getOrderRow(intentId);
const PAID = { status: 'paid', payment_status: 'paid' };

describe('refund webhooks', () => {
  describe('a refund webhook', () => {
    it('of a part in the Dashboard is shown and published, and the order stays paid', async () => {
      const { id, intentId } = await shop.createPaidOrder();
      await shop.reporting(() => shop.stripe.control.refund(intentId, 1_000));
      expect((await office.getOrder(id)).payment.refunds).toEqual([
        {
          amount: '10.00',
          reason: 'made at the payment provider',
          requestedAt: expect.any(String),
          refundedAt: expect.any(String),
          failure: null,
        },
      ]);
      expect(await readOrder(intentId)).toMatchObject(PAID);
      expect((await shop.listEventTypes(id)).at(-1)).toBe('order.refunded');
    });

    it.each([true, false])(
      'of a refund that waits says why, and that the shop must act (requested by the shop: %s)',
      async (isOurs) => {
        const { id, intentId, orderNumber } = await shop.createPaidOrder();
        const metadata: Record<string, string> = isOurs ? { orderId: id, refund: '1' } : {};
        if (isOurs)
          await shop.query(
            `INSERT INTO order_refunds (source, order_id, n, reason, amount_cents, is_partial) VALUES ('shop', $1, 1, 'a stain', 1000, true)`,
            [id],
          );
        const pending = await shop.stripe.refund(intentId, 1_000, { status: 'pending', metadata });
        await shop.sendEvent('refund.created', { ...pending, pending_reason: 'processing' });
        expect((await office.getOrder(id)).payment.refunds).toMatchObject([{ pendingReason: 'processing' }]);
        expect(await moneyPage.listByOrder(id)).toEqual([]);
        await shop.sendEvent('refund.updated', { ...pending, pending_reason: 'insufficient_funds' });
        expect((await office.getOrder(id)).payment.refunds).toMatchObject([{ pendingReason: 'insufficient_funds' }]);
        expect((await moneyPage.listByOrder(id)).map(({ message }) => message)).toEqual(
          isOurs
            ? [
                `The $10.00 of order ${orderNumber} can't go back yet: the shop's balance at Stripe is too low. Please add money to it there.`,
              ]
            : [],
        );
        await shop.sendEvent('refund.updated', { ...pending, status: 'succeeded' });
        const [refund] = (await office.getOrder(id)).payment.refunds;
        expect([refund?.refundedAt, refund?.pendingReason]).toEqual([expect.any(String), undefined]);
        expect(await moneyPage.listByOrder(id)).toEqual([]);
      },
    );

    it('of a pending refund waits for its success, and an older one changes nothing', async () => {
      const { id, intentId } = await shop.createPaidOrder();
      const pending = await shop.stripe.refund(intentId, 3_591, { status: 'pending' });
      await shop.sendEvent('refund.created', pending);
      expect(await readOrder(intentId)).toMatchObject({ status: 'cancelled', payment_status: 'paid' });
      await shop.sendEvent('refund.updated', { ...pending, status: 'succeeded' });
      await shop.sendEvent('refund.created', pending);
      expect(await readOrder(intentId)).toMatchObject({ payment_status: 'refunded' });
      expect((await office.getOrder(id)).payment.refunds).toHaveLength(1);
    });
  });

  describe('an admin’s cancellation', () => {
    it('refunds the whole amount under the order’s key', async () => {
      const { id, intentId } = await shop.createPaidOrder();
      expect((await office.changeStatus(id, 'cancelled')).status).toBe(200);
      const [call] = shop.stripe
        .listCalls('POST', '/v1/refunds')
        .filter(({ params }) => params.payment_intent === intentId);
      expect(call).toMatchObject({
        params: { reason: 'requested_by_customer', 'metadata[orderId]': id, 'metadata[refund]': '1' },
        headers: { 'idempotency-key': `refund:${id}:1` },
      });
      expect(await office.getOrder(id)).toMatchObject({
        status: 'cancelled',
        paymentStatus: 'refunded',
        payment: { provider: 'stripe', refunds: [{ amount: '35.91', failure: null }] },
      });
    });
  });
});

const listRefundCalls = (intentId: string) =>
  shop.stripe.listCalls('POST', '/v1/refunds').filter(({ params }) => params.payment_intent === intentId);

describe('a refund of a payment that its customer has disputed', () => {
  async function disputed() {
    const order = await shop.createPaidOrder();
    const dispute = await shop.openDispute(order.intentId);
    await office.changeStatus(order.id, 'cancelled');
    return { ...order, dispute };
  }

  it('is requested once, rejected by Stripe, and listed with the link to Stripe', async () => {
    const { id, intentId } = await disputed();
    await reconcile();
    expect(listRefundCalls(intentId)).toHaveLength(1);
    const discrepancies = await moneyPage.listByOrder(id);
    const stripeUrl = `https://dashboard.stripe.com/payments/${intentId}`;
    expect(discrepancies.map(({ kind, action }) => [kind, action?.href]).sort()).toEqual([
      ['dispute-open', stripeUrl],
      ['refund-failed', stripeUrl],
    ]);
    const refund = discrepancies.find(({ kind }) => kind === 'refund-failed');
    expect(await moneyPage.resolve(refund?.id ?? '')).toEqual([409, "This can't be resolved from here."]);
    expect(await office.getOrder(id)).toMatchObject({
      status: 'cancelled',
      paymentStatus: 'paid',
      payment: { refunds: [{ refundedAt: null, failure: 'the payment is disputed' }] },
    });
  });

  it('is made by its action once the shop has won', async () => {
    const { id, intentId, dispute } = await disputed();
    await shop.closeDispute(dispute, 'won');
    const discrepancy = await moneyPage.getOnly('refund-failed', id);
    expect(await moneyPage.resolve(discrepancy.id)).toEqual([
      502,
      'The payment provider has refused the refund. Please look at the payment there.',
    ]);
    await shop.stripe.changeCharge(intentId, { disputed: false });
    expect(await moneyPage.resolve((await moneyPage.getOnly('refund-failed', id)).id)).toEqual([
      200,
      '{"message":"$35.91 goes back to the customer."}',
    ]);
    expect(await office.getOrder(id)).toMatchObject({ paymentStatus: 'refunded' });
    expect(await moneyPage.listByOrder(id)).toEqual([]);
  });
});

describe('a refund of more than is left after an unknown one in the Dashboard', () => {
  it('is reduced to the remainder by its action', async () => {
    const { id, intentId } = await shop.createPaidOrder();
    await shop.stripe.refund(intentId, 3_000);
    await office.requestRefund(id, '10.00');
    const discrepancy = await moneyPage.getOnly('refund-failed', id);
    expect(discrepancy.message).toContain('less was left');
    expect(await moneyPage.resolve(discrepancy.id)).toEqual([
      200,
      '{"message":"At most $10.00 goes back to the customer."}',
    ]);
    expect((await office.getOrder(id)).payment).toMatchObject({
      refundable: '0.00',
      refunds: expect.arrayContaining([expect.objectContaining({ amount: '5.91', failure: null })]),
    });
    expect(await moneyPage.listByOrder(id)).toEqual([]);
  });
});

const REFUSED: StripeFault = {
  status: 400,
  error: { type: 'invalid_request_error', message: 'Refunds on this payment method are not supported right now.' },
};
const FAILED: StripeFault = { status: 500, error: { type: 'api_error', message: 'Our fault' } };

/** `next`: what the calls of Stripe's API answer, one after another. */
async function withFaults<Result>(next: typeof shop.stripe.faults.next, work: () => Promise<Result>): Promise<Result> {
  shop.stripe.faults.next.push(...next);
  try {
    return await work();
  } finally {
    shop.stripe.faults.next.length = 0;
  }
}

const execute = (orderId: string): Promise<void> => shop.service.get(RefundsService).executePendingRefunds(orderId);

describe('a refund whose answer Stripe repeats for its key', () => {
  /** Before another key, the refunds at Stripe are listed. */
  const [KEY_1, KEY_2] = [
    [null, null],
    [null, null, null, null],
  ];
  it.each([
    ['a refusal', [[REFUSED]], ['', '/1']],
    ['its own fault', [[FAILED], [...KEY_1, FAILED], [...KEY_2, FAILED], []], ['', ':2', ':3', '/1']],
  ])('is requested with another key after %s, and made once', async (_, [first = [], ...later], keys) => {
    const { id, intentId } = await shop.createPaidOrder();
    await withFaults(first, () => office.requestRefund(id, '10.00'));
    for (const faults of later) await withFaults(faults, () => execute(id));
    expect((await office.getOrder(id)).payment.refunds).toMatchObject([{ refundedAt: null, failure: null }]);
    await Promise.all([execute(id), execute(id)]);
    const usedKeys = new Set(listRefundCalls(intentId).map(({ headers }) => headers['idempotency-key']));
    expect([...usedKeys]).toEqual(keys.map((key) => `refund:${id}:1${key}`));
    expect(await shop.stripe.listRefunds(intentId)).toHaveLength(1);
    expect((await office.getOrder(id)).payment.refunds).toMatchObject([
      { amount: '10.00', refundedAt: expect.any(String) },
    ]);
  });
});

describe('a refund whose key Stripe has deleted', () => {
  it('is searched at Stripe before it is requested again', async () => {
    const { id, intentId } = await shop.createPaidOrder();
    shop.stripe.faults.next.push({ status: 500, error: { type: 'api_error', message: 'Our fault' } });
    await office.requestRefund(id, '10.00');
    await shop.stripe.refund(intentId, 1_000, { metadata: { orderId: id, refund: '1' } });
    await shop.query(`UPDATE order_refunds SET requested_at = now() - interval '25 hours' WHERE order_id = $1`, [id]);
    shop.stripe.calls.length = 0;
    await reconcile();
    expect(listRefundCalls(intentId)).toEqual([]);
    expect((await office.getOrder(id)).payment.refunds).toMatchObject([
      { amount: '10.00', refundedAt: expect.any(String), failure: null },
    ]);
  });
});

describe('an unknown refund in the Dashboard before a cancellation', () => {
  async function orderRefundedAtProvider(status: 'succeeded' | 'pending') {
    const order = await shop.createPaidOrder();
    const refund = await shop.stripe.refund(order.intentId, 3_591, status === 'pending' ? { status } : {});
    await office.changeStatus(order.id, 'cancelled');
    return { ...order, made: refund };
  }

  it.each(['succeeded', 'pending'] as const)('is a discrepancy if it fails later (%s before)', async (status) => {
    const { id, made } = await orderRefundedAtProvider(status);
    await reconcile();
    expect(await moneyPage.listByOrder(id)).toEqual([]);
    await shop.reporting(() => shop.stripe.failRefund(made));
    expect(await moneyPage.resolve((await moneyPage.getOnly('refund-failed', id)).id)).toEqual([
      200,
      '{"message":"$35.91 goes back to the customer."}',
    ]);
    expect(await office.getOrder(id)).toMatchObject({ paymentStatus: 'refunded', payment: { refundable: '0.00' } });
    expect(await moneyPage.listByOrder(id)).toEqual([]);
  });
});

describe('a cancellation while Stripe does not answer', () => {
  const DOWN = Array.from({ length: LIBRARY_TRIES }, () => 'hang up' as const);

  it('of an unpaid order is refused, and done by the next try', async () => {
    const { id, intentId } = await office.createUnpaidOrder();
    const [first, second] = [
      await withFaults(DOWN, () => office.changeStatus(id, 'cancelled')),
      await office.changeStatus(id, 'cancelled'),
    ];
    expect([first.status, first.text, second.status]).toEqual([
      503,
      "The payment provider can't be reached. Please try again in a moment.",
      200,
    ]);
    expect(await readOrder(intentId)).toMatchObject({ status: 'cancelled' });
    expect(await shop.stripe.getIntent(intentId)).toMatchObject({ status: 'canceled' });
  });

  const cancelAs = {
    admin: ({ id }: PaidByCustomer) => office.changeStatus(id, 'cancelled'),
    customer: ({ id, who }: PaidByCustomer) => shop.service.call('POST', `/api/orders/${id}/cancel`, { as: who }),
  };
  type PaidByCustomer = Awaited<ReturnType<typeof office.createPaidOrder>>;

  it.each([
    ['admin', 'hang up', 409],
    ['admin', 'hang up after', 409],
    ['customer', 'hang up', 200],
    ['customer', 'hang up after', 200],
  ] as const)('of a paid order by the %s refunds once, later (%s)', async (by, fault, secondStatus) => {
    const order = await office.createPaidOrder();
    const faults = DOWN.map(() => fault);
    expect((await withFaults(faults, () => cancelAs[by](order))).status).toBe(200);
    expect(await readOrder(order.intentId)).toMatchObject({ status: 'cancelled', payment_status: 'paid' });
    expect((await withFaults(faults, () => cancelAs[by](order))).status).toBe(secondStatus);
    expect((await office.getOrder(order.id)).payment.refunds).toMatchObject([{ amount: '35.91', refundedAt: null }]);
    for (let times = 1; times <= 2; times += 1) await reconcile();
    expect(await readOrder(order.intentId)).toMatchObject({ status: 'cancelled', payment_status: 'refunded' });
    expect(await shop.stripe.listRefunds(order.intentId)).toHaveLength(1);
    expect(await moneyPage.listByOrder(order.id)).toEqual([]);
  });
});

/** A payment with the shop's mark whose order is missing, as after a lost database. */
async function unmatchedPayment() {
  const { intentId } = await shop.checkOut(asGuest());
  const { id: orderId } = await shop.getOrderRow(intentId);
  await shop.query('DELETE FROM payment_intents WHERE order_id = $1', [orderId]);
  await shop.sendEvent('payment_intent.succeeded', await shop.stripe.pay(intentId));
  return intentId;
}

const getUnmatchedPayment = () => moneyPage.getOnly('unmatched-payment', null);

describe('an unmatched payment', () => {
  it('with a partial refund at Stripe is listed with the remainder, and refunded by its action', async () => {
    const intentId = await unmatchedPayment();
    await shop.reporting(() => shop.stripe.control.refund(intentId, 1_000));
    const { id, message } = await getUnmatchedPayment();
    expect(message).toBe(`$25.91 was paid at Stripe and belongs to no order (payment ${intentId}).`);
    expect(await moneyPage.resolve(id)).toEqual([200, '{"message":"$25.91 goes back to the payer."}']);
    expect(await moneyPage.listByOrder(null)).toEqual([]);
    expect(await office.getMoney()).toMatchObject({ received: '35.91', refunded: '35.91' });
  });

  it('whose refund Stripe refused is refunded by the next click', async () => {
    const intentId = await unmatchedPayment();
    const { id } = await getUnmatchedPayment();
    await withFaults([REFUSED], async () => expect((await moneyPage.resolve(id))[0]).toBe(502));
    expect(await moneyPage.resolve(id)).toEqual([200, '{"message":"$35.91 goes back to the payer."}']);
    expect(listRefundCalls(intentId)).toHaveLength(2);
    expect(await moneyPage.listByOrder(null)).toMatchObject([{ kind: 'provider-error' }]);
    expect(await office.getMoney()).toMatchObject({ received: '35.91', refunded: '35.91' });
  });

  it('with a dispute is in the ledger, and settled once the dispute is lost', async () => {
    const intentId = await unmatchedPayment();
    const listEntryKinds = async () =>
      (
        await shop.query(
          'SELECT kind FROM ledger_entries WHERE order_id IS NULL AND intent_id = $1 ORDER BY position',
          [intentId],
        )
      ).map(({ kind }) => kind);
    const dispute = await shop.openDispute(intentId);
    expect(await listEntryKinds()).toEqual(['succeeded', 'disputed']);
    await getUnmatchedPayment();
    await shop.closeDispute(dispute, 'lost');
    await shop.sendEvent('charge.dispute.closed', { ...dispute, status: 'lost' });
    expect(await listEntryKinds()).toEqual(['succeeded', 'disputed', 'dispute-closed', 'refunded']);
    expect(await moneyPage.listByOrder(null)).toEqual([]);
  });
});

describe('the refund summary', () => {
  /** Paid, 35.91. */
  async function paidOrder(card = CARDS.accepted) {
    const who = asUser();
    const { intentId, order } = await shop.checkOut(who);
    await shop.payByCard(intentId, card);
    const read = async () =>
      (await shop.service.call('GET', `/api/orders/${order.id}`, { as: who })).json<CustomerOrder>();
    const listed = async () =>
      (await shop.service.call('GET', '/api/orders', { as: who })).json<OwnOrder[]>()[0]?.refundSummary;
    return { id: order.id, intentId, read, listed };
  }

  type Paid = Awaited<ReturnType<typeof paidOrder>>;

  const NOTHING: RefundSummary = {
    currency: 'usd',
    refunded: '0.00',
    pending: '0.00',
    chargedBack: '0.00',
    retained: '0.00',
    isDisputed: false,
  };

  async function expectRefundSummary(
    { read, listed: readFromList }: Paid,
    money: Partial<RefundSummary>,
  ): Promise<void> {
    expect((await read()).refundSummary).toEqual({ ...NOTHING, ...money });
    expect(await readFromList()).toEqual({ ...NOTHING, ...money });
  }

  /** The refund summary in the event of a cancellation. */
  async function readPublishedSummary({ id }: Pick<Paid, 'id'>): Promise<unknown> {
    const [row] = await shop.query(
      `SELECT envelope->'data'->'refundSummary' AS published FROM published WHERE envelope->>'subject' = $1 AND envelope->'data'->>'to' = 'cancelled'`,
      [`order/${id}`],
    );
    return row?.published;
  }

  const cancel = async ({ id }: Paid) => expect((await office.changeStatus(id, 'cancelled')).status).toBe(200);

  describe('of a cancelled order', () => {
    it('has a pending part after a partial refund, also in the event', async () => {
      const order = await paidOrder();
      await office.requestRefund(order.id, '10.00');
      await cancel(order);
      expect(await readPublishedSummary(order)).toEqual({ ...NOTHING, refunded: '10.00', pending: '25.91' });
      await expectRefundSummary(order, { refunded: '35.91' });
    });

    it('is pending during a refund, and retained after its failure', async () => {
      const order = await paidOrder(CARDS.refundedLate);
      await cancel(order);
      await expectRefundSummary(order, { pending: '35.91' });
      const [refund] = await shop.stripe.listRefunds(order.intentId);
      await shop.reporting(() => shop.stripe.failRefund(refund as Stripe.Refund));
      await expectRefundSummary(order, { retained: '35.91' });
      const { refunds, timeline } = await order.read();
      expect(refunds).toMatchObject([{ refundedAt: null, state: 'failed' }]);
      expect(timeline.at(-1)).toMatchObject({ type: 'refund-failed', detail: '$35.91' });
    });

    it('is in the currency of the payment, also in the timeline and the event', async () => {
      const who = asUser();
      const { intentId, order } = await shop.checkOut(who);
      await shop.stripe.pay(intentId);
      await shop.stripe.changeCharge(intentId, { currency: 'eur' });
      const paid = await shop.stripe.changeIntent(intentId, { currency: 'eur' });
      await shop.sendEvent('payment_intent.succeeded', paid);
      expect((await moneyPage.resolve((await moneyPage.getOnly('amount-mismatch', order.id)).id))[0]).toBe(200);
      expect(await readPublishedSummary(order)).toEqual({ ...NOTHING, currency: 'eur', pending: '35.91' });
      const read = (await shop.service.call('GET', `/api/orders/${order.id}`, { as: who })).json<CustomerOrder>();
      expect(read).toMatchObject({
        refundSummary: { ...NOTHING, currency: 'eur', refunded: '35.91' },
        refunds: [{ state: 'back' }],
      });
      expect(read.timeline.find(({ type }) => type === 'refunded')?.detail).toBe('35.91 EUR');
      const detail = await office.getOrder(order.id);
      expect(adminOrderDetailSchema.parse(detail)).toEqual(detail);
      expect(detail.payment).toMatchObject({ currency: 'eur', refunds: [{ amount: '35.91', failure: null }] });
      const summaries = detail.timeline.map(({ summary }) => summary).filter((summary) => summary.includes('35.91'));
      expect(summaries).toEqual(
        expect.arrayContaining([
          '35.91 EUR went back to the customer.',
          'What was paid (35.91 EUR) goes back to the customer, and the order ends.',
        ]),
      );
      expect(summaries.filter((summary) => summary.includes('$'))).toEqual(['The order was placed: $35.91.']);
      const events = await shop.query(
        `SELECT envelope->'data'->>'currency' AS currency FROM published WHERE envelope->>'subject' = $1 AND envelope->>'type' = 'order.refunded'`,
        [`order/${order.id}`],
      );
      expect(events).toEqual([{ currency: 'eur' }]);
    });
  });

  describe('a refund of a payment that Stripe does not know', () => {
    async function cancelUnknownPayment() {
      const order = await paidOrder();
      const lost = await shop.stripe.deleteObject(order.intentId);
      await cancel(order);
      return { order, lost };
    }
    const asked = ({ intentId }: Paid) =>
      shop.stripe.listCalls('POST', '/v1/refunds').filter(({ params }) => params.payment_intent === intentId).length;
    const passOneDay = ({ id }: Paid) =>
      shop.query(`UPDATE order_refunds SET requested_at = requested_at - interval '1 day' WHERE order_id = $1`, [id]);

    it('is retried for a day, and is then a discrepancy with an action', async () => {
      const { order, lost } = await cancelUnknownPayment();
      await reconcile();
      await expectRefundSummary(order, { pending: '35.91' });
      await passOneDay(order);
      await reconcile();
      const { message, action } = await moneyPage.getOnly('refund-failed', order.id);
      expect([message, action?.label]).toEqual([
        expect.stringContaining('did not reach the customer: the payment provider does not know this payment.'),
        'Refund again',
      ]);
      expect((await office.getOrder(order.id)).timeline[0]?.summary).toContain(
        'The refund of $35.91 failed: the payment provider does not know this payment.',
      );
      await expectRefundSummary(order, { retained: '35.91' });
      const before = asked(order);
      await reconcile();
      expect(asked(order)).toBe(before);

      const button = async () => moneyPage.resolve((await moneyPage.getOnly('refund-failed', order.id)).id);
      expect(await button()).toEqual([
        502,
        'The payment provider has refused the refund. Please look at the payment there.',
      ]);
      await shop.stripe.restoreObject(lost);
      expect(await button()).toEqual([200, '{"message":"$35.91 goes back to the customer."}']);
      await expectRefundSummary(order, { refunded: '35.91' });
      expect(await moneyPage.listByOrder(order.id)).toEqual([]);
    });
  });
});

const eventsSincePayment = async (id: string) => (await shop.listEventTypes(id)).slice(3);

describe('a full refund in the Dashboard in the change window', () => {
  async function paidOrder() {
    const order = await office.createUnpaidOrder();
    await shop.stripe.pay(order.intentId);
    expect((await shop.getPlacedOrder(order.who, order.intentId)).state).toBe('paid');
    return order;
  }

  it('cancels the order once, however often and by which event Stripe reports it', async () => {
    const { id, intentId } = await paidOrder();
    const refund = await shop.stripe.refund(intentId, 3_591);
    const [created, charge] = (await shop.stripe.listEvents()).slice(-2) as [Stripe.Event, Stripe.Event];
    await Promise.all([
      shop.deliverEvent(created),
      shop.deliverEvent(charge),
      shop.sendEvent('refund.updated', refund),
    ]);
    await shop.sendEvent('refund.created', refund);
    expect(await office.getOrder(id)).toMatchObject({
      status: 'cancelled',
      paymentStatus: 'refunded',
      fulfilment: { state: 'cancelled' },
    });
    expect(await eventsSincePayment(id)).toEqual(['order.status-changed', 'order.refunded']);
    const { timeline } = await office.getOrder(id);
    expect(timeline.map(({ summary }) => summary)).toContain(
      'The order was cancelled, because all of its money went back before it was printed.',
    );
  });
});

describe('a lost dispute', () => {
  const orders = new PaidOrders(() => shop);
  async function submitToPrinter(id: string): Promise<void> {
    await orders.addPrintFiles({ id });
    await orders.submitOnce({ id });
  }

  it('cancels the order before it is printed, publishes it once, and counts as lost to disputes', async () => {
    const before = await office.getMoney();
    const { id, intentId } = await shop.createPaidOrder();
    const dispute = await shop.openDispute(intentId);
    await shop.closeDispute(dispute, 'lost');
    await shop.sendEvent('charge.dispute.closed', { ...dispute, status: 'lost' });
    const detail = await office.getOrder(id);
    expect(detail).toMatchObject({
      status: 'cancelled',
      paymentStatus: 'paid',
      fulfilment: { state: 'cancelled' },
      payment: { refundable: '0.00', refunds: [] },
    });
    expect(detail.timeline.map(({ summary }) => summary)).toContain(
      "The order was cancelled, because the customer's bank took back what was left of its money before it was printed.",
    );
    expect(await eventsSincePayment(id)).toEqual(['order.status-changed']);
    const [moved] = await shop.query(
      `SELECT envelope->'data'->'refundSummary' AS money FROM published WHERE envelope->>'subject' = $1 AND envelope->'data'->>'to' = 'cancelled'`,
      [`order/${id}`],
    );
    expect(moved?.money).toMatchObject({ chargedBack: '35.91', retained: '0.00' });
    await submitToPrinter(id);
    expect(await findAtPrinter(shop.sandbox, { id })).toBeNull();
    const after = await office.getMoney();
    expect([
      Number(after.received) - Number(before.received),
      Number(after.lostToDisputes) - Number(before.lostToDisputes),
    ]).toEqual([expect.closeTo(35.91), expect.closeTo(35.91)]);
    expect([after.refunded, after.disputed, after.discrepancies]).toEqual([
      before.refunded,
      before.disputed,
      before.discrepancies,
    ]);
  });
});
