import { type Checkout, type FoundDiscrepancies, orderPaymentFailed, orderStatusChanged } from '@shop/contracts-order';
import { asGuest } from '@shop/testing';
import { DiscrepancyNotificationsService } from '../src/money/discrepancy-notifications.service.js';
import { MoneyPage, ALREADY_RESOLVED } from './support/money-page.js';
import type Stripe from 'stripe';
import type { StripeFault } from '@shop/sandbox/testing';
import { STRIPE_ACCOUNT, TestShop } from './support/test-shop.js';
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
const setAge = (intentId: string, column: 'updated_at' | 'awaited_since' | 'started_at', interval: string) =>
  shop.query(
    column === 'updated_at'
      ? `UPDATE orders SET updated_at = now() - $2::interval WHERE id = (SELECT order_id FROM payment_intents WHERE intent_id = $1)`
      : `UPDATE payment_intents SET ${column} = now() - $2::interval WHERE intent_id = $1`,
    [intentId, interval],
  );

describe('a dispute', () => {
  it('is on the order until it is closed', async () => {
    const { id, intentId } = await shop.createPaidOrder();
    const dispute = await shop.openDispute(intentId, 'product_not_received');
    const open = await office.getOrder(id);
    expect(open.payment.disputes).toEqual([
      {
        id: dispute.id,
        amount: '35.91',
        reason: 'product_not_received',
        status: 'needs_response',
        respondBy: new Date((dispute.evidence_details.due_by ?? 0) * 1_000).toISOString(),
        openedAt: expect.any(String),
        closedAt: null,
      },
    ]);
    expect(open.timeline.slice(0, 2).map(({ summary }) => summary)).toEqual([
      "The order is not printed for now: the customer's bank disputes the payment.",
      "The customer's bank asks for $35.91 back: product not received. Please answer at the payment provider.",
    ]);

    await shop.closeDispute(dispute, 'lost');
    await shop.sendEvent('charge.dispute.updated', { ...dispute, status: 'under_review' });
    const closed = await office.getOrder(id);
    expect(closed.payment.disputes).toMatchObject([{ status: 'lost', closedAt: expect.any(String) }]);
    expect(closed.timeline.map(({ summary }) => summary)).toContain('The dispute over $35.91 ended: lost.');
    expect(closed.timeline.filter(({ action }) => action.startsWith('order.dispute'))).toHaveLength(2);
  });

  const DISPUTE_EVENTS = {
    created: { type: 'charge.dispute.created', change: { status: 'needs_response' } },
    updated: { type: 'charge.dispute.updated', change: { status: 'under_review' } },
    closed: { type: 'charge.dispute.closed', change: { status: 'won' } },
  } as const;
  type DisputeEventName = keyof typeof DISPUTE_EVENTS;
  const EVENT_SEQUENCE: DisputeEventName[] = ['created', 'updated', 'closed'];
  /** Delivers the events in this sequence. Their times follow EVENT_SEQUENCE, a minute apart. */
  async function sendDisputeEvents(intentId: string, names: readonly DisputeEventName[]): Promise<void> {
    const dispute = await shop.stripe.control.openDispute(intentId, 'product_not_received');
    for (const name of names) {
      const { type, change: said } = DISPUTE_EVENTS[name];
      const created = Math.floor(Date.now() / 1_000) - 600 + 60 * EVENT_SEQUENCE.indexOf(name);
      expect((await shop.sendEvent(type, { ...dispute, ...said }, { created })).status).toBe(200);
    }
  }

  it.each<DisputeEventName[][]>([
    [['created', 'updated', 'closed']],
    [['created', 'closed', 'updated']],
    [['updated', 'created', 'closed']],
    [['updated', 'closed', 'created']],
    [['closed', 'created', 'updated']],
    [['closed', 'updated', 'created']],
  ])('is recorded once and closed, delivered as %j', async (words) => {
    const { id, intentId } = await shop.createPaidOrder();
    await sendDisputeEvents(intentId, words);
    const { payment, timeline } = await office.getOrder(id);
    expect(payment.disputes).toMatchObject([{ status: 'won', closedAt: expect.any(String) }]);
    expect(
      timeline
        .map(({ action }) => action)
        .filter((action) => action.startsWith('order.dispute'))
        .sort(),
    ).toEqual(['order.dispute-closed', 'order.disputed']);
    const entries = await shop.query(
      `SELECT kind FROM ledger_entries WHERE order_id = $1 AND kind LIKE 'dispute%' ORDER BY kind`,
      [id],
    );
    expect(entries.map(({ kind }) => kind)).toEqual(['dispute-closed', 'disputed']);
  });
});

const REVOKED: StripeFault = {
  status: 401,
  error: { type: 'authentication_error', message: 'Expired API Key provided' },
};

const REJECTED: StripeFault = { status: 400, error: { type: 'invalid_request_error', message: 'No such thing' } };

const KEYS =
  'Stripe does not accept the keys of the shop: no one can pay, and no money can go back. Please check them, and whether their rights suffice.';

const toBody = (message: string): string => JSON.stringify({ message });

/** A customer fails to check out. */
async function failCheckout(fault: StripeFault): Promise<void> {
  const who = asGuest();
  await shop.fillCart(who);
  shop.stripe.faults.next.push(fault);
  expect((await shop.submitShipping(who)).status).toBeGreaterThanOrEqual(500);
  shop.stripe.faults.next.length = 0;
}

describe('keys that Stripe rejects', () => {
  it('are one discrepancy and one notification for any number of customers', async () => {
    for (let customers = 1; customers <= 3; customers += 1) await failCheckout(REVOKED);
    expect(await moneyPage.listByOrder(null)).toMatchObject([
      { kind: 'provider-error', message: KEYS, action: { label: 'Ask Stripe again', warning: null } },
    ]);
    for (let run = 1; run <= 2; run += 1)
      await shop.service.get(DiscrepancyNotificationsService).notifyNewDiscrepancies();
    const published = await shop.query(
      `SELECT envelope->'data' AS data FROM published WHERE envelope->>'type' = 'money-differences.found'`,
    );
    expect(published.map(({ data }) => data as FoundDiscrepancies)).toEqual([
      { count: 1, newest: [{ orderNumber: null, message: KEYS }] },
    ]);
  });

  it('are resolved by their action once Stripe accepts them', async () => {
    await failCheckout(REVOKED);
    const { id } = await moneyPage.getOnly('provider-error', null);
    shop.stripe.faults.next.push(REVOKED);
    expect(await moneyPage.resolve(id)).toEqual([
      503,
      'The payment provider does not accept the keys of the shop. Please check them, and try again then.',
    ]);
    await moneyPage.getOnly('provider-error', null);
    expect(await moneyPage.resolve(id)).toEqual([200, toBody('The keys of the shop are accepted.')]);
    expect(await moneyPage.listByOrder(null)).toEqual([]);
    expect(await moneyPage.listActions(id)).toEqual(['payment-provider.error-resolved']);
    expect(await moneyPage.resolve(id)).toEqual(ALREADY_RESOLVED);
  });
});

describe('a request that Stripe rejects', () => {
  it('is a discrepancy until an admin resolves it', async () => {
    await failCheckout(REJECTED);
    await reconcile();
    const { id, message } = await moneyPage.getOnly('provider-error', null);
    expect(message).toBe(
      'Stripe refused what the shop asked of it (PAYMENT_REQUEST_REJECTED). The reason is in the log of order-svc.',
    );
    expect(await moneyPage.resolve(id)).toEqual([
      200,
      toBody('It is removed from the list, and returns if the provider rejects it again.'),
    ]);
    expect(await moneyPage.listByOrder(null)).toEqual([]);
    await failCheckout(REJECTED);
    expect(await moneyPage.listByOrder(null)).toHaveLength(1);
  });

  it('is removed after a day without another', async () => {
    await failCheckout(REJECTED);
    await shop.query(`UPDATE provider_errors SET seen_at = now() - interval '25 hours'`);
    await reconcile();
    expect(await moneyPage.listByOrder(null)).toEqual([]);
  });
});

describe('the email about a delayed payment', () => {
  const MICRO_DEPOSITS: Partial<Stripe.PaymentIntent> = {
    status: 'requires_action',
    next_action: { type: 'verify_with_microdeposits' },
  };

  const DECLINED: Partial<Stripe.PaymentIntent> = {
    status: 'requires_payment_method',
    last_payment_error: {
      type: 'invalid_request_error',
      code: 'payment_intent_payment_attempt_failed',
      message: 'For developers only',
    },
  };

  const ABANDONED: Partial<Stripe.PaymentIntent> = { status: 'requires_payment_method', last_payment_error: null };

  /** The data of published events of the order, by type. */
  async function listPublished({ order }: Checkout, type: string): Promise<unknown[]> {
    const rows = await shop.query(
      `SELECT envelope->'data' AS data FROM published WHERE envelope->>'subject' = $1 AND envelope->>'type' = $2`,
      [`order/${order.id}`, type],
    );
    return rows.map(({ data }) => data);
  }

  /** An order whose payment is in progress since then. */
  async function checkOutDelayedPayment(
    change: Partial<Stripe.PaymentIntent>,
    since: string,
  ): Promise<Checkout & { intentId: string }> {
    const checkout = await shop.checkOut(asGuest());
    await shop.stripe.changeIntent(checkout.intentId, change);
    await reconcile();
    await setAge(checkout.intentId, 'awaited_since', since);
    return checkout;
  }

  it.each<[string, Partial<Stripe.PaymentIntent>, string]>([
    ['declined', DECLINED, expect.stringMatching(/^(?!For developers).+/) as string],
    ['abandoned', ABANDONED, ''],
  ])('is sent once if the payment is %s', async (_, outcome, message) => {
    const checkout = await checkOutDelayedPayment({ status: 'processing' }, '3 days');
    const intent = await shop.stripe.changeIntent(checkout.intentId, outcome);
    await Promise.all([
      reconcile(),
      shop.sendEvent('payment_intent.payment_failed', intent),
      shop.sendEvent('payment_intent.payment_failed', intent),
    ]);
    await reconcile();
    const events = await listPublished(checkout, orderPaymentFailed.type);
    expect(events).toHaveLength(1);
    const { order } = checkout;
    expect(orderPaymentFailed.schema.parse(events[0])).toMatchObject({
      message,
      delayedFailure: {
        order: { id: order.id, total: order.total, items: order.items },
        link: { key: expect.any(String) },
      },
    });
  });

  it('is sent if the order is cancelled before the payment arrives', async () => {
    const checkout = await checkOutDelayedPayment(MICRO_DEPOSITS, '15 days');
    await setAge(checkout.intentId, 'updated_at', '15 days');
    await reconcile();
    const events = await listPublished(checkout, orderStatusChanged.type);
    expect(events.map((data) => orderStatusChanged.schema.parse(data))).toMatchObject([
      {
        from: 'created',
        to: 'cancelled',
        wasAwaitingBank: true,
        refundSummary: { retained: '0.00', refunded: '0.00' },
      },
    ]);
  });
});

const HOUR_SECONDS = 3_600;
const STRIPE_PAGE_SIZE = 100;

const secondsAgo = (seconds: number) => Math.floor(Date.now() / 1_000) - seconds;

/** Reconciliation reads the event list once per hour. */
async function reconcileAnHourLater(shop: TestShop): Promise<void> {
  await shop.query(`UPDATE provider_event_cursors SET polled_at = polled_at - interval '61 minutes'`);
  await shop.reconcilePayments();
}

describe('events of Stripe without a webhook', () => {
  const reconcile = () => reconcileAnHourLater(shop);
  const listActions = async (id: string) => (await office.getOrder(id)).timeline.map(({ action }) => action);
  /** Starts with an unread and empty event list. */
  beforeEach(async () => {
    await shop.query('DELETE FROM provider_event_cursors');
    await shop.query('UPDATE orders SET created_at = now()');
  });
  const listCalls = () => shop.stripe.listCalls('GET', '/v1/events');

  it('of a dispute and of a refund in the Dashboard are processed by reconciliation', async () => {
    const [disputed, refunded] = [await shop.createPaidOrder(), await shop.createPaidOrder()];
    await shop.stripe.control.openDispute(disputed.intentId, 'product_not_received');
    await shop.stripe.control.refund(refunded.intentId, 1_000);
    await reconcile();
    expect((await office.getOrder(disputed.id)).payment.disputes).toMatchObject([
      { amount: '35.91', status: 'needs_response' },
    ]);
    expect((await office.getOrder(refunded.id)).payment.refunds).toMatchObject([
      { amount: '10.00', refundedAt: expect.any(String) },
    ]);
  });

  it('are processed once, also if they were delivered before or are delivered later', async () => {
    const { id, intentId } = await shop.createPaidOrder();
    await shop.reporting(() => shop.stripe.control.refund(intentId, 500));
    await shop.stripe.control.openDispute(intentId);
    const late = (await shop.stripe.listEvents()).find(({ type }) => type === 'charge.dispute.created');
    for (let times = 1; times <= 2; times += 1) await reconcile();
    expect((await shop.deliverEvent(late as Stripe.Event)).status).toBe(200);
    expect(
      (await listActions(id))
        .filter((action) => ['order.disputed', 'order.refunded', 'order.paid'].includes(action))
        .sort(),
    ).toEqual(['order.disputed', 'order.paid', 'order.refunded']);
    expect(
      await shop.query(
        `SELECT kind FROM ledger_entries WHERE order_id = $1 AND kind IN ('disputed', 'refunded', 'succeeded') ORDER BY kind`,
        [id],
      ),
    ).toEqual([{ kind: 'disputed' }, { kind: 'refunded' }, { kind: 'succeeded' }]);
  });

  it('of a lost order are processed in their sequence, also if the list has a refund on an earlier page', async () => {
    const { intentId } = await shop.checkOut(asGuest());
    await shop.query('DELETE FROM payment_intents WHERE intent_id = $1', [intentId]);
    await shop.stripe.pay(intentId);
    const ofAnotherShop = { object: 'payment_intent', metadata: { shop: 'another.example' } };
    for (let count = 0; count < STRIPE_PAGE_SIZE; count += 1)
      await shop.stripe.createEvent(STRIPE_ACCOUNT, 'payment_intent.canceled', ofAnotherShop);
    await shop.stripe.control.refund(intentId, 1_000);
    await reconcile();
    const { message } = await moneyPage.getOnly('unmatched-payment', null);
    expect(message).toBe(`$25.91 was paid at Stripe and belongs to no order (payment ${intentId}).`);
  });

  it('are read once an hour, back to an hour before the last read', async () => {
    await shop.createPaidOrder();
    await shop.query(`UPDATE orders SET created_at = now() - interval '40 days'`);
    await reconcile();
    expect(Number(listCalls()[0]?.params['created[gte]'])).toBeGreaterThanOrEqual(
      secondsAgo(30 * 24 * HOUR_SECONDS + HOUR_SECONDS + 600),
    );
    // In ranges of two hours, so that few events are in memory at a time.
    expect(listCalls().length).toBeGreaterThan((29 * 24) / 2);
    shop.stripe.calls.length = 0;
    await shop.reconcilePayments();
    expect(listCalls()).toEqual([]);
    await reconcile();
    expect(listCalls().length).toBe(1);
    expect(Number(listCalls()[0]?.params['created[gte]'])).toBeGreaterThan(secondsAgo(HOUR_SECONDS + 600));
  });

  it('are processed an hour later if Stripe did not answer', async () => {
    const { id, intentId } = await shop.createPaidOrder();
    await shop.stripe.refund(intentId, 1_000);
    for (const event of await shop.stripe.listEvents()) await shop.stripe.deleteObject(event.id);
    const charge = { id: `ch_${intentId}`, payment_intent: intentId };
    await shop.stripe.createEvent(STRIPE_ACCOUNT, 'charge.refunded', charge, { created: secondsAgo(5 * HOUR_SECONDS) });
    await shop.query(`UPDATE orders SET created_at = now() - interval '6 hours'`);
    for (const path of ['/v1/events', '/v1/refunds']) {
      shop.stripe.faults.failingPath = path;
      await reconcile();
      expect((await office.getOrder(id)).payment.refunds).toEqual([]);
    }
    shop.stripe.faults.failingPath = null;
    await reconcile();
    expect((await office.getOrder(id)).payment.refunds).toMatchObject([{ amount: '10.00' }]);
  });
});
