import { randomUUID } from 'node:crypto';
import { formatCents } from '@shop/contracts-common';
import { adminMoneySchema, type AdminStats, type FoundDiscrepancies } from '@shop/contracts-order';
import { asPacker, asGuest, asUser, readMetric } from '@shop/testing';
import { DiscrepancyNotificationsService } from '../src/money/discrepancy-notifications.service.js';
import { LedgerCheckService } from '../src/money/ledger-check.service.js';
import { FiguresRepository } from '../src/payments/figures.repository.js';
import { type PaidOrder, PaidOrders } from './support/paid-orders.js';
import { MoneyPage, ALREADY_RESOLVED } from './support/money-page.js';
import { TestShop } from './support/test-shop.js';
import { RECORD_PUBLISHED } from './support/published-events.js';

let shop: TestShop;
const moneyPage = new MoneyPage(() => shop);
const { office } = moneyPage;
beforeAll(async () => {
  shop = await TestShop.open();
  await shop.query(RECORD_PUBLISHED);
});
beforeEach(() => shop.clearTables());
afterAll(() => shop.close());

async function orderWithMismatch(amountCents: number) {
  const guest = asGuest();
  const { intentId, orderNumber } = await shop.checkOut(guest);
  await shop.stripe.pay(intentId, amountCents);
  await shop.reconcilePayments();
  return { who: guest, intentId, orderNumber, id: (await shop.getOrderRow(intentId)).id as string };
}

describe('the money overview', () => {
  it('totals payments, orders and printing', async () => {
    const [unrefunded, partlyRefunded, cancelled] = [
      await office.createPaidOrder(),
      await office.createPaidOrder(),
      await office.createPaidOrder(),
    ];
    await office.createUnpaidOrder();
    await office.requestRefund(partlyRefunded.id, '10.00');
    await office.changeStatus(cancelled.id, 'cancelled');
    await shop.query(`UPDATE order_items SET print_file = '{}' WHERE order_id = $1`, [unrefunded.id]);
    const money = await office.getMoney();
    expect(adminMoneySchema.parse(money)).toEqual(money);
    expect(money).toEqual({
      received: '107.73',
      refunded: '45.91',
      refundsPending: '0.00',
      reprints: { count: 0, costs: '0.00' },
      disputed: '0.00',
      lostToDisputes: '0.00',
      orders: { paid: 3, total: '107.73' },
      printFiles: { required: 2, completed: 1, failed: 0 },
      printJobs: { due: 0, atPrinter: 0, waiting: 0 },
      discrepancies: [],
      discrepanciesCount: 0,
    });
  });

  it('lists the newest discrepancies and their total count', async () => {
    await shop.query(
      `INSERT INTO ledger_entries (provider, intent_id, kind, reference, amount_cents, currency, happened_at, livemode)
       SELECT 'sandbox', 'pi_' || n, 'succeeded', 'pi_' || n, 100, 'usd', now() - n * interval '1 minute', false FROM generate_series(1, 60) n`,
    );
    const { discrepancies, discrepanciesCount } = await office.getMoney();
    expect([discrepancies.length, discrepanciesCount]).toEqual([50, 60]);
    expect(discrepancies[0]?.message).toBe('$1.00 was paid at the sandbox and belongs to no order (payment pi_1).');
  });

  it.each([randomUUID(), 'first'])('rejects the unknown discrepancy %s', async (id) => {
    expect((await office.resolveDiscrepancy(id)).status).toBe(id === 'first' ? 404 : 409);
  });
});

/** What the triggers have added up, and what the tables contain. */
async function readFigures() {
  const counted = await shop.query('SELECT name, value FROM count_figures() WHERE value <> 0');
  const stored = Object.entries(await shop.service.get(FiguresRepository).getFigures());
  return {
    stored: new Map(stored.filter(([, value]) => value !== 0)),
    counted: new Map(counted.map(({ name, value }) => [name, value])),
  };
}

const checkChanges = (): Promise<void> => shop.service.get(LedgerCheckService).checkChanges();

describe('the figures', () => {
  it('are those of the tables after every kind of change', async () => {
    const [disputed, returned, cancelled, printed] = [
      await office.createPaidOrder(),
      await office.createPaidOrder(),
      await office.createPaidOrder(),
      await office.createPaidOrder(),
    ];
    await office.createUnpaidOrder();
    await office.requestRefund(returned.id, '10.00');
    await checkChanges();
    await office.changeStatus(cancelled.id, 'cancelled');
    await shop.query(`UPDATE order_items SET print_file = '{}' WHERE order_id = ANY($1)`, [[disputed.id, printed.id]]);
    await shop.query(`UPDATE order_items SET print_file_failure = 'artwork-missing' WHERE order_id = $1`, [
      returned.id,
    ]);
    await shop.query(`UPDATE fulfilments SET state = 'submitted' WHERE order_id = $1`, [printed.id]);
    await shop.query(
      `INSERT INTO disputes (provider, dispute_id, order_id, amount_cents, currency, reason, status, opened_at, reported_at) VALUES ('stripe', 'dp_1', $1, 500, 'usd', 'x', 'lost', now(), now())`,
      [disputed.id],
    );
    // The bank returns one refund before the shop learns of it, and another one afterwards.
    for (const [kind, reference] of [
      ['refund-failed', 're_1'],
      ['refunded', 're_1'],
      ['refunded', 're_2'],
      ['refund-failed', 're_2'],
    ])
      await shop.query(
        `INSERT INTO ledger_entries (provider, intent_id, kind, reference, order_id, amount_cents, currency, happened_at) VALUES ('sandbox', 'pi', $1, $2, $3, 700, 'usd', now())`,
        [kind, reference, printed.id],
      );
    await shop.query('UPDATE catalogue_products SET deleted_at = now()');
    await shop.query('INSERT INTO accounts (id, email) VALUES (gen_random_uuid(), $1), (gen_random_uuid(), $1)', [
      'a@b.c',
    ]);
    await shop.query('DELETE FROM accounts WHERE id = (SELECT min(id::text)::uuid FROM accounts)');
    const { stored, counted } = await readFigures();
    expect(stored).toEqual(counted);
    expect(stored).toEqual(
      new Map([
        ['orders', 5],
        ['paid-orders', 4],
        ['paid-orders-total', 4 * 3591],
        ['print-files', 3],
        ['print-files-completed', 2],
        ['print-files-failed', 1],
        ['print-jobs-submitted', 1],
        ['received', 4 * 3591],
        ['refunded', 3591 + 1000],
        ['lost-to-disputes', 500],
        ['accounts', 1],
      ]),
    );
    const stats = (await office.call('GET', '/api/admin/stats')).json<AdminStats>();
    expect(stats.totalRevenue).toBe(formatCents(4 * 3591 - 3591 - 1000 - 500));
    await shop.query(`UPDATE orders SET anonymised_at = now(), user_id = NULL WHERE id = $1`, [printed.id]);
    await checkChanges();
    expect(await shop.query('SELECT FROM figure_changes')).toEqual([]);
    expect(await readFigures()).toMatchObject({ stored: (await readFigures()).counted });
  });

  it('that became wrong are right after the nightly check, and so are mismatches that no trigger noted', async () => {
    const { id } = await office.createPaidOrder();
    await checkChanges();
    expect(await shop.query('SELECT FROM uncompared_orders')).toEqual([]);
    await shop.query(`UPDATE figures SET value = value + 7 WHERE name = 'received'`);
    await shop.dataSource.transaction(async (manager) => {
      await manager.query('SET LOCAL session_replication_role = replica');
      await manager.query(`UPDATE orders SET payment_status = 'failed' WHERE id = $1`, [id]);
    });
    expect(await moneyPage.listByOrder(id)).toEqual([]);
    for (let night = 1; night <= 2; night += 1) await shop.service.get(LedgerCheckService).checkEverything();
    const { stored, counted } = await readFigures();
    expect(stored).toEqual(counted);
    expect(await shop.query('SELECT order_id FROM uncompared_orders')).toEqual([{ order_id: id }]);
    await checkChanges();
    expect(await moneyPage.getOnly('status-mismatch', id)).toMatchObject({ orderId: id });
  });
});

describe('an amount mismatch', () => {
  it('is listed, and its action refunds once', async () => {
    const { id, orderNumber, intentId } = await orderWithMismatch(100);
    const discrepancy = await moneyPage.getOnly('amount-mismatch', id);
    expect(discrepancy).toMatchObject({
      orderId: id,
      orderNumber,
      message: `$1.00 was paid for order ${orderNumber}, whose total is $35.91. The order waits, unpaid. After a day the money goes back automatically.`,
      action: {
        label: 'Give the money back',
        warning: "The customer gets $1.00 back, and the order ends. This can't be undone.",
        permission: 'refund',
      },
    });
    const refused = await office.call(
      'POST',
      `/api/admin/money/discrepancies/${discrepancy.id}/resolve`,
      undefined,
      asPacker(),
    );
    expect(refused.status).toBe(403);
    const answers = await Promise.all([moneyPage.resolve(discrepancy.id), moneyPage.resolve(discrepancy.id)]);
    expect(answers.sort()).toEqual([[200, '{"message":"$1.00 goes back to the customer."}'], ALREADY_RESOLVED]);
    expect(await moneyPage.resolve(discrepancy.id)).toEqual(ALREADY_RESOLVED);
    expect(await shop.getOrderRow(intentId)).toMatchObject({ status: 'cancelled', payment_status: 'pending' });
    expect(await office.getMoney()).toMatchObject({
      received: '1.00',
      refunded: '1.00',
      orders: { paid: 0 },
      discrepancies: [],
    });
    expect(await moneyPage.listActions(id)).toEqual(['order.status-changed']);
    expect((await office.getOrder(id)).timeline.map(({ action }) => action)).toContain('order.mismatch-refunded');
  });

  it('prevents an admin from cancelling the order', async () => {
    const { id } = await orderWithMismatch(100);
    const answer = await office.changeStatus(id, 'cancelled');
    expect([answer.status, answer.text]).toEqual([
      409,
      'Another amount than its total was paid for this order. Please give it back under Money on the dashboard.',
    ]);
  });
});

it('the count of refunds by admins has refunds, cancellations and those of the Money card, and none of customers', async () => {
  const countRefunds = () => readMetric(shop.service, 'refunds_by_admins_total');
  const before = await countRefunds();
  const [refunded, cancelled, byCustomer] = [
    await office.createPaidOrder(),
    await office.createPaidOrder(),
    await office.createPaidOrder(),
  ];
  const mismatch = await orderWithMismatch(100);
  await office.requestRefund(refunded.id, '10.00');
  await office.changeStatus(cancelled.id, 'cancelled');
  await moneyPage.resolve((await moneyPage.getOnly('amount-mismatch', mismatch.id)).id);
  await shop.service.call('POST', `/api/orders/${byCustomer.id}/cancel`, { as: byCustomer.who });
  expect(await office.getOrder(byCustomer.id)).toMatchObject({ paymentStatus: 'refunded' });
  expect((await countRefunds()) - before).toBe(3);
});

describe('other discrepancies', () => {
  it('the money of a cancelled order without a refund is shown, and refunded by its button', async () => {
    const { id } = await office.createPaidOrder();
    await shop.query(`UPDATE orders SET status = 'cancelled' WHERE id = $1`, [id]);
    const discrepancy = await moneyPage.getOnly('paid-after-cancel', id);
    expect(await moneyPage.resolve(discrepancy.id)).toEqual([200, '{"message":"$35.91 goes back to the customer."}']);
    expect(await office.getOrder(id)).toMatchObject({ paymentStatus: 'refunded' });
    expect(await moneyPage.listByOrder(id)).toEqual([]);
  });

  it('a dispute is shown with its day until it is closed', async () => {
    const { id, orderNumber, intentId } = await office.createPaidOrder();
    await shop.query(
      `INSERT INTO disputes (provider, dispute_id, order_id, amount_cents, currency, reason, status, respond_by, opened_at, reported_at) VALUES ('stripe', 'dp_1', $1, 3591, 'usd', 'product_not_received', 'needs_response', '2026-12-05T10:00:00Z', now(), now())`,
      [id],
    );
    const discrepancy = await moneyPage.getOnly('dispute-open', id);
    expect(discrepancy).toMatchObject({
      message: `The customer's bank asks for $35.91 of order ${orderNumber} back: product not received. Answer at Stripe, at the latest on December 5, 2026.`,
      action: { label: 'Open it at Stripe', warning: null, href: `https://dashboard.stripe.com/payments/${intentId}` },
    });
    expect((await office.getMoney()).disputed).toBe('35.91');
    expect(await moneyPage.resolve(discrepancy.id)).toEqual([409, "This can't be resolved from here."]);
    await shop.query('UPDATE disputes SET closed_at = now()');
    expect(await moneyPage.listByOrder(id)).toEqual([]);
  });

  it('an order that is paid for an hour without a print file is shown, and one whose print file failed', async () => {
    const [waiting, fresh, failed] = [
      await office.createPaidOrder(),
      await office.createPaidOrder(),
      await office.createPaidOrder(),
    ];
    await shop.query(`UPDATE orders SET paid_at = now() - interval '61 minutes' WHERE id = $1`, [waiting.id]);
    await shop.query(`UPDATE order_items SET print_file_failure = 'artwork-missing' WHERE order_id = $1`, [failed.id]);
    const { discrepancies, printFiles } = await office.getMoney();
    expect(printFiles).toMatchObject({ completed: 0, failed: 1 });
    expect(new Map(discrepancies.map(({ orderId, message }) => [orderId, message]))).toEqual(
      new Map([
        [
          waiting.id,
          `Order ${waiting.orderNumber} has been paid for more than an hour, and its print file is missing.`,
        ],
        [
          failed.id,
          `Order ${failed.orderNumber} was paid, but the print file of Classic T-shirt can't be made: its artwork is gone.`,
        ],
      ]),
    );
    expect(discrepancies.map(({ orderId }) => orderId)).not.toContain(fresh.id);
  });

  it('a payment status that contradicts the ledger is shown, and corrected by its button', async () => {
    const { id, orderNumber } = await office.createPaidOrder();
    await shop.query(`UPDATE orders SET payment_status = 'failed' WHERE id = $1`, [id]);
    const discrepancy = await moneyPage.getOnly('status-mismatch', id);
    expect(discrepancy.message).toBe(
      `Order ${orderNumber} says that its payment is failed, but its payments and refunds say paid.`,
    );
    expect(await moneyPage.resolve(discrepancy.id)).toEqual([200, '{"message":"The order\'s payment is paid now."}']);
    expect(await office.getOrder(id)).toMatchObject({ status: 'paid', paymentStatus: 'paid' });
    expect(await moneyPage.listActions(id)).toEqual(['order.payment-corrected']);
  });

  it('a payment that never made its order paid does so by the button', async () => {
    const user = asUser();
    const { intentId } = await shop.checkOut(user);
    const id = (await shop.getOrderRow(intentId)).id as string;
    await shop.query(
      `INSERT INTO ledger_entries (provider, intent_id, order_id, kind, reference, amount_cents, currency, happened_at) VALUES ('sandbox', $1, $2, 'succeeded', $1, 3591, 'usd', now())`,
      [intentId, id],
    );
    const discrepancy = await moneyPage.getOnly('status-mismatch', id);
    expect((await office.resolveDiscrepancy(discrepancy.id)).status).toBe(200);
    expect(await shop.getOrderRow(intentId)).toMatchObject({ status: 'paid', payment_status: 'paid' });
    expect(await shop.listEventTypes(id)).toEqual(['order.placed', 'order.paid', 'order.status-changed']);
    expect((await shop.getCart(user)).itemCount).toBe(0);
  });
});

/** A requested refund that was never sent to the provider, as after a crash. */
async function orderWithPendingRefund() {
  const order = await office.createPaidOrder();
  await shop.query(
    `INSERT INTO order_refunds (source, order_id, n, reason, amount_cents, is_partial, requested_at) VALUES ('shop', $1, 1, 'a stain', 1000, true, now() - interval '1 hour')`,
    [order.id],
  );
  return order;
}

describe('a refund', () => {
  it('that is pending for some minutes is listed, and its action retries it', async () => {
    const { id, orderNumber } = await orderWithPendingRefund();
    const discrepancy = await moneyPage.getOnly('refund-pending', id);
    expect(discrepancy).toMatchObject({
      message: `$10.00 of order ${orderNumber} must go back to the customer, and the payment provider has not accepted the refund yet.`,
      action: { label: 'Try again', warning: null },
    });
    const before = await office.getMoney();
    expect(await moneyPage.resolve(discrepancy.id)).toEqual([200, '{"message":"$10.00 goes back to the customer."}']);
    expect(await moneyPage.resolve(discrepancy.id)).toEqual(ALREADY_RESOLVED);
    expect(await moneyPage.changesSince(before)).toEqual({ received: 0, refunded: 1_000, refundsPending: -1_000 });
    expect(await moneyPage.listByOrder(id)).toEqual([]);
    expect(await moneyPage.listActions(id)).toEqual(['order.refund-retried']);
  });

  it('that failed is listed, and its action replaces it once', async () => {
    const { id, orderNumber } = await orderWithPendingRefund();
    await shop.query(`UPDATE order_refunds SET failure = 'lost_or_stolen_card' WHERE order_id = $1`, [id]);
    const discrepancy = await moneyPage.getOnly('refund-failed', id);
    expect(discrepancy.message).toBe(
      `The $10.00 for order ${orderNumber} did not reach the customer: lost or stolen card. The money is with the shop.`,
    );
    const before = await office.getMoney();
    const answers = await Promise.all([moneyPage.resolve(discrepancy.id), moneyPage.resolve(discrepancy.id)]);
    expect(answers.map(([status]) => status).sort()).toEqual([200, 409]);
    expect(
      await shop.query(
        'SELECT n, replaced_by, refunded_at IS NOT NULL AS done FROM order_refunds WHERE order_id = $1 ORDER BY n',
        [id],
      ),
    ).toEqual([
      { n: 1, replaced_by: 2, done: false },
      { n: 2, replaced_by: null, done: true },
    ]);
    expect(await moneyPage.changesSince(before)).toEqual({ received: 0, refunded: 1_000, refundsPending: -1_000 });
    expect(await moneyPage.listByOrder(id)).toEqual([]);
    expect(await moneyPage.listActions(id)).toEqual(['order.refund-requested']);
  });
});

const REJECTED = 'Printful refused this order.';

const DOWN = 'The printer does not answer.';

const orders = new PaidOrders(() => shop);

const notifyAdmins = (): Promise<void> => shop.service.get(DiscrepancyNotificationsService).notifyNewDiscrepancies();

async function listNotifications(): Promise<FoundDiscrepancies[]> {
  const rows = await shop.query(
    `SELECT envelope->'data' AS data FROM published WHERE envelope->>'type' = 'money-differences.found' ORDER BY envelope->>'time'`,
  );
  return rows.map(({ data }) => data as FoundDiscrepancies);
}

/** Moves the stored times back, so that minutes have passed. */
const passMinutes = (minutes: number) =>
  shop.query(
    'UPDATE notified_discrepancies SET notified_at = notified_at - make_interval(mins => $1), resolved_since = resolved_since - make_interval(mins => $1)',
    [minutes],
  );

const updateFulfilment = ({ id }: PaidOrder, change: string) =>
  shop.query(`UPDATE fulfilments SET ${change} WHERE order_id = $1`, [id]);

const blockPrinting = (order: PaidOrder, reason: string) =>
  updateFulfilment(order, `state = 'waiting', due_at = now() + interval '1 hour', reason = '${reason}'`);

const unblockPrinting = (order: PaidOrder) => updateFulfilment(order, `reason = NULL`);

async function orderWithBlockedPrinting(reason: string): Promise<PaidOrder & { number: string }> {
  const order = await orders.createPaidOrder();
  await orders.addPrintFiles(order);
  await blockPrinting(order, reason);
  return { ...order, number: (await office.getOrder(order.id)).orderNumber };
}

async function orderForPrinting(): Promise<PaidOrder & { number: string; intentId: string }> {
  const order = await orders.createPaidOrder();
  await orders.addPrintFiles(order);
  const { orderNumber, payment } = await office.getOrder(order.id);
  return { ...order, number: orderNumber, intentId: String(payment.paymentIntentId) };
}

const DOUBTS: Record<'review' | 'warning' | 'dispute', (intentId: string) => Promise<object>> = {
  review: (intentId: string) => shop.stripe.control.openReview(intentId),
  warning: (intentId: string) => shop.stripe.control.warnOfFraud(intentId),
  dispute: (intentId: string) => shop.stripe.control.openDispute(intentId, 'fraudulent'),
};

const isStopped = 'Nothing is printed until it is continued in the order, or cancelled.';

describe('an order on hold', () => {
  it.each([
    ['review', 'fulfilment-hold', `is paid and on hold: Stripe has not approved its payment. ${isStopped}`],
    ['warning', 'fulfilment-hold', `is paid and on hold: the card's bank warns of fraud. ${isStopped}`],
    ['dispute', 'dispute-open', 'Nothing is printed until the bank decides, or until it is continued in the order.'],
  ] as const)(
    'is shown because of a %s until an admin continues it, and nothing else is missed',
    async (doubt, kind, message) => {
      const { id, number, intentId } = await orderForPrinting();
      await shop.reporting(() => DOUBTS[doubt](intentId));
      await shop.query(`UPDATE fulfilments SET due_at = now() - interval '2 days' WHERE order_id = $1`, [id]);
      const row = await moneyPage.getOnly(kind, id);
      expect(row.message).toContain(message);
      expect(row).toMatchObject({ orderNumber: number, action: { label: 'Open it at Stripe' } });
      expect(await moneyPage.resolve(row.id)).toEqual([409, "This can't be resolved from here."]);
      const holds = (await office.getOrder(id)).holds?.map((hold) => hold.id);
      await office.call('POST', `/api/admin/orders/${id}/holds/release`, { holds, reason: 'She called us' });
      if (kind === 'fulfilment-hold') expect(await moneyPage.listByOrder(id)).toEqual([]);
      else expect((await moneyPage.getOnly(kind, id)).message).not.toContain('printed');
    },
  );

  it.each([
    [
      'review',
      'may be in print, but Stripe has not approved its payment. If it must not be sent, please cancel it now.',
    ],
    ['dispute', 'It may be in print: if it must not be sent, please cancel it now.'],
  ] as const)(
    'that is at the printer is reported at once because of a %s, with what can be done',
    async (doubt, message) => {
      await createUnmatchedPayments(1, 'pi_first_');
      await notifyAdmins();
      const { id, intentId } = await orderForPrinting();
      await shop.query(`UPDATE fulfilments SET state = 'submitted' WHERE order_id = $1`, [id]);
      const openedBefore = await readMetric(shop.service, 'fulfilment_holds_opened_total');
      await shop.reporting(() => DOUBTS[doubt](intentId));
      await createUnmatchedPayments(1, 'pi_second_');
      for (let minute = 1; minute <= 2; minute += 1) await notifyAdmins();
      expect((await listNotifications()).map(({ count }) => count)).toEqual([1, 2]);
      expect((await listNotifications())[1]?.newest[0]?.message).toContain(message);
      expect(await readMetric(shop.service, 'fulfilment_holds_opened_total')).toBe(openedBefore + 1);
    },
  );

  it('that waits for its customer is shown after three days, and one whose dispute was lost in part at once', async () => {
    const [asked, disputed] = [await orderForPrinting(), await orderForPrinting()];
    await shop.query(
      `INSERT INTO fulfilment_holds (order_id, kind, reference, opened_at) VALUES ($1, 'question', gen_random_uuid(), now() - interval '71 hours')`,
      [asked.id],
    );
    expect(await moneyPage.listByOrder(asked.id)).toEqual([]);
    await shop.query(`UPDATE fulfilment_holds SET opened_at = now() - interval '73 hours'`);
    expect(await moneyPage.getOnly('fulfilment-hold', asked.id)).toMatchObject({
      message: expect.stringContaining('a question to its customer has been open for days'),
      action: null,
    });
    const dispute = await shop.reporting(() => shop.stripe.control.openDispute(disputed.intentId, 'fraudulent', 500));
    await shop.closeDispute(dispute, 'lost');
    expect((await moneyPage.getOnly('fulfilment-hold', disputed.id)).message).toContain(
      'on hold: a dispute of its payment was not won.',
    );
  });
});

/** Payments that belong to no order. */
const createUnmatchedPayments = (count: number, name: string) =>
  shop.query(
    `INSERT INTO ledger_entries (provider, intent_id, kind, reference, amount_cents, currency, happened_at, livemode)
   SELECT 'sandbox', $2 || n, 'succeeded', $2 || n, 100, 'usd', now() - n * interval '1 minute', false FROM generate_series(1, $1::int) n`,
    [count, name],
  );

describe('discrepancy notifications', () => {
  it('report a rejected order once, with the reason and without personal data', async () => {
    const { number } = await orderWithBlockedPrinting(`${REJECTED} It says: Pat Doe, 1 Main St is no address`);
    for (let run = 1; run <= 3; run += 1) await notifyAdmins();
    await passMinutes(16);
    await notifyAdmins();
    expect(await listNotifications()).toEqual([
      {
        count: 1,
        newest: [
          { orderNumber: number, message: `Order ${number} is paid, and not with the printer yet: ${REJECTED}` },
        ],
      },
    ]);
    expect(await shop.query('SELECT reason FROM notified_discrepancies')).toEqual([{ reason: REJECTED }]);
    expect((await office.getMoney()).discrepancies).toMatchObject([{ message: expect.stringContaining('1 Main St') }]);
  });

  it('report a discrepancy again that was resolved and returned', async () => {
    const order = await orderWithBlockedPrinting(REJECTED);
    await notifyAdmins();
    await unblockPrinting(order);
    await notifyAdmins();
    await passMinutes(16);
    await notifyAdmins();
    expect(await shop.query('SELECT FROM notified_discrepancies')).toEqual([]);
    await blockPrinting(order, REJECTED);
    await notifyAdmins();
    expect(await listNotifications()).toHaveLength(2);
  });

  it('report a discrepancy once while its step is retried', async () => {
    const order = await orderWithBlockedPrinting(DOWN);
    await notifyAdmins();
    for (let tries = 1; tries <= 3; tries += 1) {
      await updateFulfilment(order, 'due_at = now()');
      expect((await office.getMoney()).discrepancies).toEqual([]);
      await notifyAdmins();
      await passMinutes(10);
      await blockPrinting(order, DOWN);
      await notifyAdmins();
    }
    expect(await listNotifications()).toHaveLength(1);
  });

  it('report a discrepancy once for parallel runs', async () => {
    await orderWithBlockedPrinting(REJECTED);
    await Promise.all([notifyAdmins(), notifyAdmins(), notifyAdmins(), notifyAdmins()]);
    expect(await listNotifications()).toHaveLength(1);
  });

  it('are published later if publishing failed', async () => {
    await orderWithBlockedPrinting(REJECTED);
    await shop.query(
      `CREATE FUNCTION interrupt_insert() RETURNS trigger AS $$ BEGIN RAISE EXCEPTION 'interrupted'; END $$ LANGUAGE plpgsql`,
    );
    await shop.query(
      'CREATE TRIGGER interrupt_insert AFTER INSERT ON outbox FOR EACH ROW EXECUTE FUNCTION interrupt_insert()',
    );
    await expect(notifyAdmins()).rejects.toThrow('interrupted');
    await shop.query('DROP TRIGGER interrupt_insert ON outbox');
    expect(await listNotifications()).toEqual([]);
    await notifyAdmins();
    expect(await listNotifications()).toMatchObject([{ count: 1 }]);
  });

  it('report thirty discrepancies in one event with the newest twenty', async () => {
    await createUnmatchedPayments(30, 'pi_');
    await notifyAdmins();
    await notifyAdmins();
    const { discrepancies } = await office.getMoney();
    expect(await listNotifications()).toEqual([
      { count: 30, newest: discrepancies.slice(0, 20).map(({ message }) => ({ orderNumber: null, message })) },
    ]);
  });

  it('collect discrepancies for 15 minutes', async () => {
    await createUnmatchedPayments(1, 'pi_first_');
    await notifyAdmins();
    await createUnmatchedPayments(2, 'pi_second_');
    await notifyAdmins();
    await passMinutes(14);
    await createUnmatchedPayments(3, 'pi_third_');
    await notifyAdmins();
    expect(await listNotifications()).toMatchObject([{ count: 1 }]);
    await passMinutes(1);
    await notifyAdmins();
    expect(await listNotifications()).toMatchObject([{ count: 1 }, { count: 5 }]);
  });
});
