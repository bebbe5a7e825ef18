import { type TestResponse, asGuest, asUser, waitFor } from '@shop/testing';
import { findAtPrinter } from './support/printer-setup.js';
import { PaidOrders } from './support/paid-orders.js';
import type { LedgerEntry } from '../src/payments/payment-state.rules.js';
import { PaymentReconciliationService } from '../src/order-lifecycle/payment-reconciliation.service.js';
import { AdminActions } from './support/admin-actions.js';
import { CARDS, STRIPE_ACCOUNT, TestShop } from './support/test-shop.js';

let shop: TestShop;
beforeAll(async () => {
  shop = await TestShop.open();
});
afterAll(() => shop.close());

const PAID = { status: 'paid', payment_status: 'paid' };

/** Another event about the payment. */
const deliverPaid = async (intentId: string): Promise<TestResponse> =>
  shop.sendEvent('payment_intent.succeeded', await shop.stripe.getIntent(intentId));

describe('a payment without a webhook', () => {
  describe('the return page', () => {
    it('asks the provider about a payment whose webhook never came', async () => {
      const guest = asGuest();
      const { intentId } = await shop.checkOut(guest);
      await shop.stripe.pay(intentId);
      expect(await shop.getPlacedOrder(guest, intentId)).toMatchObject({
        state: 'paid',
        order: { status: 'paid', paymentStatus: 'paid' },
      });
    });

    it('says failed for an order that was cancelled', async () => {
      const guest = asGuest();
      const { intentId } = await shop.checkOut(guest);
      await shop.stripe.changeIntent(intentId, { status: 'canceled' });
      expect(await shop.getPlacedOrder(guest, intentId)).toMatchObject({
        state: 'failed',
        order: { status: 'cancelled' },
      });
    });
  });

  describe('a shipping call during a payment', () => {
    it('finds the cart paid if the payment has succeeded without a webhook', async () => {
      const guest = asGuest();
      const { intentId } = await shop.checkOut(guest);
      await shop.stripe.pay(intentId);
      const answer = await shop.submitShipping(guest);
      expect([answer.status, answer.text]).toEqual([409, 'Your cart is empty']);
      expect(await shop.getOrderRow(intentId)).toMatchObject(PAID);
    });
  });
});

describe('reconciliation', () => {
  const reconcile = () => shop.reconcilePayments();

  const setOrderAge = (intentId: string, hours: number) =>
    shop.query(
      `UPDATE orders SET updated_at = now() - make_interval(hours => $2) WHERE id = (SELECT order_id FROM payment_intents WHERE intent_id = $1)`,
      [intentId, hours],
    );

  const readIntent = (intentId: string) => shop.stripe.getIntent(intentId);
  const listRefunded = async (intentId: string) =>
    (await shop.stripe.listRefunds(intentId)).map(({ amount }) => amount);

  describe('reconciliation', () => {
    it('finds a payment without a webhook and a return page', async () => {
      const guest = asGuest();
      const { intentId } = await shop.checkOut(guest);
      await shop.stripe.pay(intentId);
      await reconcile();
      expect(await shop.getOrderRow(intentId)).toMatchObject(PAID);
      expect((await shop.getCart(guest)).itemCount).toBe(0);
    });

    it('cancels an order without changes for a day, and its intent', async () => {
      const guest = asGuest();
      const { intentId } = await shop.checkOut(guest);
      await setOrderAge(intentId, 25);
      await reconcile();
      const order = await shop.getOrderRow(intentId);
      expect(order).toMatchObject({ status: 'cancelled', payment_status: 'pending' });
      expect(await readIntent(intentId)).toMatchObject({ status: 'canceled' });
      expect(await shop.listEventTypes(order.id as string)).toEqual(['order.placed', 'order.status-changed']);
      expect((await shop.getCart(guest)).itemCount).toBe(1);
    });

    it('leaves an order with changes within the day', async () => {
      const { intentId } = await shop.checkOut(asGuest());
      await setOrderAge(intentId, 23);
      await reconcile();
      expect(await shop.getOrderRow(intentId)).toMatchObject({ status: 'created' });
    });

    it('goes on after an order that the provider does not know', async () => {
      const [broken, paid] = [await shop.checkOut(asGuest()), await shop.checkOut(asGuest())];
      await shop.stripe.deleteObject(broken.intentId);
      await shop.stripe.pay(paid.intentId);
      await reconcile();
      expect(await shop.getOrderRow(paid.intentId)).toMatchObject(PAID);
    });
  });

  describe('another amount than the order was paid at the provider', () => {
    const setMismatchAge = (intentId: string, interval: string) =>
      shop.query(
        `UPDATE orders SET mismatch_seen_at = now() - $2::interval WHERE id = (SELECT order_id FROM payment_intents WHERE intent_id = $1)`,
        [intentId, interval],
      );
    const listHistory = async (intentId: string) =>
      (
        await shop.query(
          'SELECT h.action FROM order_history h JOIN payment_intents i ON i.order_id = h.order_id WHERE i.intent_id = $1 ORDER BY h.at',
          [intentId],
        )
      ).map(({ action }) => action);

    it('leaves the order unpaid for an admin to decide', async () => {
      const { intentId } = await shop.checkOut(asGuest());
      await shop.stripe.pay(intentId, 100);
      expect((await deliverPaid(intentId)).status).toBe(200);
      await setOrderAge(intentId, 25);
      await reconcile();
      const order = await shop.getOrderRow(intentId);
      expect(order).toMatchObject({ status: 'created', payment_status: 'pending', cart_id: null });
      expect(
        await shop.query(`SELECT amount_cents FROM ledger_entries WHERE order_id = $1 AND kind = 'succeeded'`, [
          order.id,
        ]),
      ).toEqual([{ amount_cents: 100 }]);
      expect(await listRefunded(intentId)).toEqual([]);
      expect(await listHistory(intentId)).toEqual(['order.placed', 'order.amount-mismatch']);
    });

    it('is refunded in full after a day, and the timeline says so', async () => {
      const guest = asGuest();
      const { intentId } = await shop.checkOut(guest);
      await shop.stripe.pay(intentId, 100);
      await reconcile();
      await setMismatchAge(intentId, '25 hours');
      await reconcile();
      const order = await shop.getOrderRow(intentId);
      expect(order).toMatchObject({ status: 'cancelled', payment_status: 'pending' });
      expect(await listRefunded(intentId)).toEqual([100]);
      expect(await shop.listEventTypes(order.id as string)).not.toContain('order.paid');
      expect(await listHistory(intentId)).toContain('order.mismatch-refunded');
      expect((await shop.getCart(guest)).itemCount).toBe(1);
    });
  });

  describe('money for an order that is cancelled already', () => {
    it('is refunded in full, once', async () => {
      const { intentId } = await shop.checkOut(asGuest());
      await shop.query(
        `UPDATE orders SET status = 'cancelled' WHERE id = (SELECT order_id FROM payment_intents WHERE intent_id = $1)`,
        [intentId],
      );
      await shop.stripe.pay(intentId);
      for (const copy of [1, 2]) expect([copy, (await deliverPaid(intentId)).status]).toEqual([copy, 200]);
      expect(await shop.getOrderRow(intentId)).toMatchObject({
        status: 'cancelled',
        payment_status: 'refunded',
        paid_at: null,
      });
      expect(await listRefunded(intentId)).toEqual([3_591]);
      expect(
        await shop.query(
          'SELECT r.refunded_at IS NOT NULL AS done FROM order_refunds r JOIN payment_intents i ON i.order_id = r.order_id WHERE i.intent_id = $1',
          [intentId],
        ),
      ).toEqual([{ done: true }]);
    });
  });
});

describe('reconciliation of many orders', () => {
  beforeEach(() => shop.clearTables());

  /** With the two other orders: two full batches. */
  const MANY = 398;

  const office = new AdminActions(() => shop);

  const reconcile = () => shop.reconcilePayments();

  /** Copies the order MANY times without a cart, here and at the provider. */
  async function copyOrder({ id, intentId }: { id: string; intentId: string }, status?: string): Promise<void> {
    await shop.query(
      `WITH copies AS (
         INSERT INTO orders SELECT copy.* FROM orders o, generate_series(1, ${MANY}) n, jsonb_populate_record(o, jsonb_build_object(
           'id', gen_random_uuid(), 'order_number', 'PA-' || n, 'cart_id', NULL)) copy
         WHERE o.id = $1 RETURNING id, order_number)
       INSERT INTO payment_intents (order_id, n, intent_id, client_secret, account, livemode)
       SELECT c.id, 0, replace(c.order_number, 'PA-', 'pi_like_'), replace(c.order_number, 'PA-', 'pi_like_') || '_secret', i.account, i.livemode
       FROM copies c, payment_intents i WHERE i.order_id = $1`,
      [id],
    );
    await shop.sandbox.dataSource.query(
      `INSERT INTO stripe_objects (id, account, kind, document)
       SELECT 'pi_like_' || n, account, kind, document || jsonb_build_object('id', 'pi_like_' || n, 'status', coalesce($2, document->>'status'))
       FROM stripe_objects, generate_series(1, ${MANY}) n WHERE id = $1`,
      [intentId, status ?? null],
    );
  }

  describe('reconciliation of more orders than one batch', () => {
    it('refreshes every open order, also behind hundreds of unchanged ones', async () => {
      const [open, paid] = [await office.createUnpaidOrder(), await office.createUnpaidOrder()];
      await copyOrder(open);
      await shop.query(
        `UPDATE orders SET payment_check_at = now() - CASE id WHEN $1 THEN interval '1 minute' ELSE interval '1 hour' END`,
        [paid.id],
      );
      await shop.stripe.pay(paid.intentId);
      await shop.service.get(PaymentReconciliationService).reconcile();
      expect(await shop.getOrderRow(paid.intentId)).toMatchObject({ status: 'paid', payment_status: 'paid' });
      expect(
        await shop.query(
          `SELECT count(*)::int AS unasked FROM orders WHERE status = 'created' AND payment_check_at < now()`,
        ),
      ).toEqual([{ unasked: 0 }]);
    });

    it('asks about a payment after five minutes, then after longer pauses, and at once when the customer starts again', async () => {
      const guest = asGuest();
      const { intentId, orderNumber, revision } = await shop.checkOut(guest);
      const run = () => shop.service.get(PaymentReconciliationService).reconcile();
      const readPause = async () =>
        (
          await shop.query(
            `SELECT (extract(epoch FROM payment_check_at - now()) / 60)::int AS minutes FROM orders WHERE id = (SELECT order_id FROM payment_intents WHERE intent_id = $1)`,
            [intentId],
          )
        )[0]?.minutes;
      for (const [minutesSinceStart, pause] of [
        [0, 4],
        [60, 15],
        [600, 60],
        [6_000, 60],
      ]) {
        await shop.query(`UPDATE orders SET payment_check_at = now(), created_at = now() - make_interval(mins => $1)`, [
          minutesSinceStart,
        ]);
        await shop.query('UPDATE payment_intents SET started_at = NULL');
        await run();
        expect(await readPause()).toBe(pause);
      }
      await shop.stripe.pay(intentId);
      await run();
      expect(await shop.getOrderRow(intentId)).toMatchObject({ status: 'created' });
      expect((await shop.requestPayment(guest, { orderNumber, revision }, 'guest@example.com')).status).toBe(200);
      await run();
      expect(await shop.getOrderRow(intentId)).toMatchObject({ status: 'paid' });
    });

    it('reaches an abandoned order behind any number that can not be cancelled', async () => {
      const [open, abandoned] = [await office.createUnpaidOrder(), await office.createUnpaidOrder()];
      await copyOrder(open, 'processing');
      await shop.query(
        `UPDATE orders SET updated_at = now() - interval '30 days' WHERE id IN (SELECT order_id FROM payment_intents WHERE intent_id LIKE 'pi_like_%')`,
      );
      await shop.query(
        `UPDATE payment_intents SET awaited_since = now() - interval '20 days' WHERE intent_id LIKE 'pi_like_%'`,
      );
      await shop.query(
        `UPDATE orders SET updated_at = now() - interval '25 hours', cancellation_attempted_at = now() - interval '5 minutes' WHERE id = $1`,
        [abandoned.id],
      );
      for (let times = 1; times <= 2; times += 1) await reconcile();
      expect(await shop.getOrderRow(abandoned.intentId)).toMatchObject({ status: 'cancelled' });
      expect(
        await shop.query(
          `SELECT DISTINCT status FROM orders WHERE id IN (SELECT order_id FROM payment_intents WHERE intent_id LIKE 'pi_like_%')`,
        ),
      ).toEqual([{ status: 'created' }]);
    });

    it('reaches a refund behind any number that the provider refuses', async () => {
      const [paid, refundable] = [await office.createPaidOrder(), await office.createPaidOrder()];
      await copyOrder(paid);
      const insertRefund =
        'INSERT INTO order_refunds (source, order_id, n, reason, amount_cents, is_partial, requested_at, refund_id)';
      await shop.query(
        `${insertRefund} SELECT 'shop', order_id, 1, 'a stain', 1000, true, now() - interval '2 hours', 're_gone' FROM payment_intents WHERE intent_id LIKE 'pi_like_%'`,
      );
      await shop.query(
        `${insertRefund} VALUES ('shop', $1, 1, 'a stain', 1000, true, now() - interval '1 hour', NULL)`,
        [refundable.id],
      );
      for (let times = 1; times <= 2; times += 1) await reconcile();
      expect((await office.getOrder(refundable.id)).payment.refunds).toMatchObject([
        { amount: '10.00', refundedAt: expect.any(String) },
      ]);
    });
  });

  it('reconciliation does not wait for locked orders', async () => {
    const abandoned = [await office.createUnpaidOrder(), await office.createUnpaidOrder()] as const;
    await shop.query(`UPDATE orders SET updated_at = now() - interval '25 hours'`);
    const open = [await office.createUnpaidOrder(), await office.createUnpaidOrder()] as const;
    const refundable = [await office.createPaidOrder(), await office.createPaidOrder()] as const;
    for (const { id } of refundable)
      await shop.query(
        `INSERT INTO order_refunds (source, order_id, n, reason, amount_cents, is_partial) VALUES ('shop', $1, 1, 'a stain', 1000, true)`,
        [id],
      );

    const elsewhere = shop.dataSource.createQueryRunner();
    await elsewhere.startTransaction();
    await elsewhere.query('SELECT FROM orders WHERE id = ANY($1) FOR UPDATE', [
      [abandoned[0].id, open[0].id, refundable[0].id],
    ]);
    const running = reconcile();
    try {
      await waitFor(
        async () =>
          expect((await office.getOrder(refundable[1].id)).payment.refunds).toMatchObject([
            { refundedAt: expect.any(String) },
          ]),
        { timeoutMs: 10_000 },
      );
      expect(await shop.getOrderRow(abandoned[1].intentId)).toMatchObject({ status: 'cancelled' });
      expect(await shop.getOrderRow(open[1].intentId)).toMatchObject({ payment_check_at: expect.any(Date) });
    } finally {
      await elsewhere.rollbackTransaction();
      await elsewhere.release();
      await running;
    }
  });

  describe('an order whose intent the provider does not know any more', () => {
    async function orderWithUnknownIntent(who = asGuest()) {
      const order = await office.createUnpaidOrder(who);
      await shop.stripe.deleteObject(order.intentId);
      return order;
    }
    const readOrderStatus = (id: string) => shop.query('SELECT status, payment_status FROM orders WHERE id = $1', [id]);

    it('does not prevent another order of the same cart', async () => {
      const order = await orderWithUnknownIntent();
      const again = await shop.submitShipping(order.who);
      expect([again.status, again.json<{ orderNumber: string }>().orderNumber === order.orderNumber]).toEqual([
        200,
        false,
      ]);
      expect(await readOrderStatus(order.id)).toEqual([{ status: 'created', payment_status: 'pending' }]);
    });

    it('is cancelled after a day, or by an admin before', async () => {
      const [abandoned, unwanted, recent] = [
        await orderWithUnknownIntent(),
        await orderWithUnknownIntent(),
        await orderWithUnknownIntent(),
      ];
      await shop.query(`UPDATE orders SET updated_at = now() - interval '25 hours' WHERE id = $1`, [abandoned.id]);
      await reconcile();
      expect((await office.changeStatus(unwanted.id, 'cancelled')).status).toBe(200);
      expect(
        [await readOrderStatus(abandoned.id), await readOrderStatus(unwanted.id), await readOrderStatus(recent.id)]
          .flat()
          .map(({ status }) => status),
      ).toEqual(['cancelled', 'cancelled', 'created']);
      expect(await shop.listEventTypes(abandoned.id)).toEqual(['order.placed', 'order.status-changed']);
    });
  });
});

describe('the ledger', () => {
  const office = new AdminActions(() => shop);

  const idOf = async (intentId: string) => (await shop.getOrderRow(intentId)).id as string;

  const LIST_ENTRIES = `SELECT position, kind, reference, amount_cents AS "amountCents", currency FROM ledger_entries WHERE order_id = $1 ORDER BY position`;

  const listEntries = async (orderId: string) =>
    (await shop.query(LIST_ENTRIES, [orderId])) as unknown as LedgerEntry[];

  const listEntryKinds = async (orderId: string) => (await listEntries(orderId)).map(({ kind }) => kind);

  it('has entries for the money of an order, with the provider’s ids', async () => {
    const user = asUser();
    const { intentId } = await shop.checkOut(user);
    await shop.payByCard(intentId, CARDS.declined);
    await shop.payByCard(intentId);
    const id = await idOf(intentId);
    await office.changeStatus(id, 'cancelled');
    expect(
      await shop.query(
        'SELECT provider, kind, reference, amount_cents, currency FROM ledger_entries WHERE order_id = $1 ORDER BY position',
        [id],
      ),
    ).toEqual([
      { provider: 'stripe', kind: 'intent-created', reference: intentId, amount_cents: 3_591, currency: 'usd' },
      {
        provider: 'stripe',
        kind: 'failed',
        reference: expect.stringMatching(/^ch_/),
        amount_cents: 3_591,
        currency: 'usd',
      },
      { provider: 'stripe', kind: 'succeeded', reference: intentId, amount_cents: 3_591, currency: 'usd' },
      {
        provider: 'stripe',
        kind: 'refunded',
        reference: expect.stringMatching(/^re_/),
        amount_cents: 3_591,
        currency: 'usd',
      },
    ]);
  });

  it('has a payment for no order once', async () => {
    const { intentId } = await shop.checkOut(asGuest());
    const paid = await shop.stripe.pay(intentId);
    const unmatched = {
      ...paid,
      id: `pi_unmatched${intentId}`,
      amount_received: 700,
      metadata: { shop: 'shop.example.com' },
    };
    for (let times = 1; times <= 2; times += 1) await shop.sendEvent('payment_intent.succeeded', unmatched);
    expect(
      await shop.query('SELECT kind, amount_cents, order_id FROM ledger_entries WHERE reference = $1', [unmatched.id]),
    ).toEqual([{ kind: 'succeeded', amount_cents: 700, order_id: null }]);
  });

  it('gets an entry together with its effects, or neither', async () => {
    const { intentId } = await shop.checkOut(asGuest());
    await shop.stripe.pay(intentId);
    await shop.query('ALTER TABLE order_history RENAME TO order_history_away');
    try {
      expect((await deliverPaid(intentId)).status).toBe(500);
    } finally {
      await shop.query('ALTER TABLE order_history_away RENAME TO order_history');
    }
    expect(await listEntryKinds(await idOf(intentId))).toEqual(['intent-created']);
    expect(await shop.getOrderRow(intentId)).toMatchObject({ status: 'created', payment_status: 'pending' });
  });

  it.each([
    ['UPDATE', 'UPDATE ledger_entries SET amount_cents = 1'],
    ['DELETE', 'DELETE FROM ledger_entries'],
    ['TRUNCATE', 'TRUNCATE ledger_entries'],
  ])('rejects %s for every database role', async (operation, statement) => {
    await expect(shop.query(statement)).rejects.toThrow(`ledger_entries is append-only: ${operation} is refused`);
  });

  it('has no personal data', async () => {
    const columns = await shop.query(
      `SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'ledger_entries'`,
    );
    expect(columns.map(({ name }) => name).sort()).toEqual([
      'account',
      'amount_cents',
      'currency',
      'happened_at',
      'intent_id',
      'kind',
      'livemode',
      'order_id',
      'position',
      'provider',
      'recorded_at',
      'reference',
    ]);
  });
});

const orders = new PaidOrders(() => shop);

/** Starts the order's job many times at once. */
async function submitConcurrently(id: string): Promise<void> {
  await orders.addPrintFiles({ id });
  await Promise.all(Array.from({ length: 10 }, () => orders.endChangeWindow({ id })));
}

/** The answer is SERVICE_BUSY. Each other 503 is a failure. */
const isBusy = ({ status, text }: TestResponse): boolean =>
  status === 503 && text.includes('The order service is very busy right now');

/** Repeats a request while the service is busy, like a page or a payment provider. */
async function retryWhileBusy(request: () => Promise<TestResponse>): Promise<TestResponse> {
  const answer = await request();
  return isBusy(answer) ? retryWhileBusy(request) : answer;
}

describe('two hundred webhooks and return pages of one payment at the same time', () => {
  it('make one paid order, one event and one print, and leave an empty cart', async () => {
    const guest = asGuest();
    const { intentId } = await shop.checkOut(guest);
    await shop.stripe.pay(intentId);
    const intent = await shop.stripe.getIntent(intentId);
    const createEvent = () => shop.stripe.createEvent(STRIPE_ACCOUNT, 'payment_intent.succeeded', intent);
    const [event, same] = [await createEvent(), await createEvent()];
    const requests = [
      () => shop.service.call('GET', `/api/checkout/orders/${intentId}`, { as: guest }),
      () => shop.deliverEvent(event),
      () => shop.deliverEvent(same),
      () => shop.deliverEvent(event),
    ];
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => retryWhileBusy(requests[index % requests.length]!)),
    );
    expect([...new Set(answers.map(({ status }) => status))]).toEqual([200]);

    const { id, status, payment_status: payment } = await shop.getOrderRow(intentId);
    expect([status, payment]).toEqual(['paid', 'paid']);
    expect(await shop.listEventTypes(id as string)).toEqual(['order.placed', 'order.paid', 'order.status-changed']);
    expect(
      await shop.query(`SELECT action FROM order_history WHERE order_id = $1 AND action = 'order.paid'`, [id]),
    ).toHaveLength(1);
    expect(
      await shop.query(`SELECT amount_cents FROM ledger_entries WHERE order_id = $1 AND kind = 'succeeded'`, [id]),
    ).toEqual([{ amount_cents: 3_591 }]);
    expect((await shop.getCart(guest)).items).toEqual([]);

    await submitConcurrently(id as string);
    await waitFor(async () =>
      expect(await shop.query('SELECT state, attempts FROM fulfilments WHERE order_id = $1', [id])).toEqual([
        { state: 'submitted', attempts: 1 },
      ]),
    );
    expect(await findAtPrinter(shop.sandbox, { id: id as string })).toMatchObject({ status: 'pending' });
  });
});
