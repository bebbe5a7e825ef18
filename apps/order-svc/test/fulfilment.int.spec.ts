import { jest } from '@jest/globals';
import { ORDER_BEING_PRINTED } from '@shop/contracts-order';
import { JobQueue } from '@shop/jobs';
import { waitFor } from '@shop/testing';
import { submitOrder } from '../src/fulfilment/fulfilments.repository.js';
import { StaleFulfilmentsRepository } from '../src/fulfilment/stale-fulfilments.repository.js';
import { PrinterEventsService } from '../src/order-lifecycle/printer-events.service.js';
import { OrderSubmissionService } from '../src/order-lifecycle/order-submission.service.js';
import { RefundsService } from '../src/order-lifecycle/refunds.service.js';
import { admin } from './support/admin-actions.js';
import { findAtPrinter, toReference } from './support/printer-setup.js';
import { type PaidOrder, PaidOrders } from './support/paid-orders.js';
import { MoneyPage, ALREADY_RESOLVED } from './support/money-page.js';
import { LIBRARY_TRIES, PRINTER_SECRET, TestShop } from './support/test-shop.js';

let shop: TestShop;
const orders = new PaidOrders(() => shop);
const moneyPage = new MoneyPage(() => shop);
const { office } = moneyPage;
beforeAll(async () => {
  shop = await TestShop.open();
});
afterEach(() => void jest.restoreAllMocks());
afterAll(() => shop.close());

const passHours = (order: PaidOrder, hours: number) => shop.sandbox.printer.passHours(toReference(order), hours);
const findStatusAtPrinter = async (order: PaidOrder) => (await findAtPrinter(shop.sandbox, order))?.status;

const put = ({ id }: PaidOrder, change: string) =>
  shop.query(`UPDATE fulfilments SET ${change} WHERE order_id = $1`, [id]);

describe('an order at the printer', () => {
  const expectStatus = (order: PaidOrder, status: string) =>
    waitFor(async () => expect((await orders.getOrder(order)).order.status).toBe(status));
  const expectSubmitted = (order: PaidOrder) =>
    waitFor(async () => expect(await orders.getFulfilment(order)).toMatchObject([{ state: 'submitted' }]));
  const listTimeline = async ({ id }: PaidOrder) => (await office.getOrder(id)).timeline.map(({ summary }) => summary);

  /** The printer accepted it, and its answer was lost. */
  async function createUnconfirmedOrder(): Promise<PaidOrder> {
    const order = await orders.createPaidOrder();
    await orders.addPrintFiles(order);
    shop.sandbox.faults.planFault('POST /orders?', 'hang-up-after');
    await orders.submitOnce(order);
    return order;
  }

  async function submitHalfAnHourLate(order: PaidOrder): Promise<void> {
    await put(order, `due_at = now()`);
    await shop.query(`UPDATE orders SET change_window_ends_at = now() - interval '30 minutes' WHERE id = $1`, [
      order.id,
    ]);
    await shop.service.get(OrderSubmissionService).submitOrder({ orderId: order.id });
  }

  it('is submitted after the change window, then shipped and delivered, which webhooks report', async () => {
    await shop.sandbox.sendPrinterWebhooks(`${shop.service.url}/api/webhooks/printful/${PRINTER_SECRET}`);
    const order = await orders.createPaidOrder();
    await orders.addPrintFiles(order);
    expect(await orders.getFulfilment(order)).toEqual([
      { state: 'change-window', provider: 'printful', attempts: 0, reason: null, externalId: null },
    ]);
    await orders.endChangeWindow(order);
    await expectStatus(order, 'processing');
    expect((await office.getOrder(order.id)).fulfilment).toMatchObject({
      state: 'submitted',
      provider: 'printful',
      attempts: 1,
      reason: null,
      externalId: expect.stringMatching(/^\d+$/),
    });
    await passHours(order, 49);
    await expectStatus(order, 'shipped');
    const { tracking } = await orders.getOrder(order);
    expect(tracking).toMatchObject({ carrier: 'Sandbox Post', url: expect.stringMatching(/^https:/) });
    await passHours(order, 72);
    await expectStatus(order, 'delivered');
    expect((await orders.getOrder(order)).timeline.map(({ type, detail }) => [type, detail])).toEqual([
      ['placed', null],
      ['paid', '$35.91'],
      ['processing', null],
      ['shipped', `Sandbox Post, ${tracking?.number}`],
      ['delivered', null],
    ]);
    expect((await shop.listEventTypes(order.id)).filter((type) => type === 'order.status-changed')).toHaveLength(4);
    await shop.sandbox.sendPrinterWebhooks(null);
  });

  it('waits for every print file', async () => {
    const order = await orders.createPaidOrder();
    await orders.endChangeWindow(order);
    await waitFor(async () =>
      expect(await orders.getFulfilment(order)).toMatchObject([{ state: 'waiting', attempts: 0, reason: null }]),
    );
    expect((await orders.getOrder(order)).order.status).toBe('paid');
    expect((await orders.changePlacement(order, { x: 40, y: 60, scale: 50, rotation: 90 })).text).toBe(
      ORDER_BEING_PRINTED,
    );
    await orders.addPrintFiles(order);
    expect((await office.call('POST', `/api/admin/orders/${order.id}/printing`)).status).toBe(200);
    await expectStatus(order, 'processing');
    expect(await listTimeline(order)).toContain('The printer was tried again.');
  });

  it('is cancelled in place of printed if the payment provider has a full refund that the shop does not know', async () => {
    const order = await orders.createPaidOrder();
    await orders.addPrintFiles(order);
    await shop.stripe.refund(await orders.getIntentId(order), 3_591);
    await orders.endChangeWindow(order);
    await expectStatus(order, 'cancelled');
    expect((await orders.getOrder(order)).order.paymentStatus).toBe('refunded');
    expect(await findAtPrinter(shop.sandbox, order)).toBeNull();
  });

  it('is printed if only a part was refunded, and waits while the payment provider does not answer', async () => {
    const order = await orders.createPaidOrder();
    await orders.addPrintFiles(order);
    await shop.stripe.refund(await orders.getIntentId(order), 1_000);
    for (let n = 0; n < LIBRARY_TRIES; n += 1) shop.sandbox.faults.planFault('GET /v1/refunds', 'hang-up');
    await orders.submitOnce(order);
    expect(await orders.getFulfilment(order)).toMatchObject([{ state: 'waiting', attempts: 0, reason: null }]);
    await orders.endChangeWindow(order);
    await waitFor(async () =>
      expect(await orders.getFulfilment(order)).toMatchObject([{ state: 'submitted', attempts: 1 }]),
    );
  });

  it('is on the Money card after half an hour in which the payment provider can’t be asked', async () => {
    const order = await orders.createPaidOrder();
    await orders.addPrintFiles(order);
    const reason = 'The payment provider can’t be asked about the payment. It is asked again every minute.';
    for (let n = 0; n < 2; n += 1) {
      for (let tries = 0; tries < LIBRARY_TRIES; tries += 1)
        shop.sandbox.faults.planFault('GET /v1/refunds', 'hang-up');
      await submitHalfAnHourLate(order);
    }
    const { id, message } = await moneyPage.getOnly('not-printed', order.id);
    expect(message).toContain(`is paid, and not with the printer yet: ${reason}`);
    expect((await listTimeline(order)).filter((summary) => summary.includes(reason))).toHaveLength(1);
    expect((await moneyPage.resolve(id))[0]).toBe(200);
    await waitFor(async () =>
      expect(await orders.getFulfilment(order)).toMatchObject([{ state: 'submitted', reason: null }]),
    );
  });

  it('waits a minute each time if a report of the payment provider can’t be applied, and is on the Money card', async () => {
    const order = await orders.createPaidOrder();
    await orders.addPrintFiles(order);
    await shop.stripe.refund(await orders.getIntentId(order), 1_000);
    jest.spyOn(shop.service.get(RefundsService), 'applyRefund').mockRejectedValue(new Error('no connection'));
    await submitHalfAnHourLate(order);
    await waitFor(async () =>
      expect(
        await shop.query(
          `SELECT state, attempts, due_at > now() + interval '40 seconds' AS "isLater" FROM fulfilments WHERE order_id = $1`,
          [order.id],
        ),
      ).toEqual([{ state: 'waiting', attempts: 0, isLater: true }]),
    );
    expect((await moneyPage.getOnly('not-printed', order.id)).message).toContain(
      'What the payment provider reports about the payment can’t be applied.',
    );
  });

  it('shows the admins once that a print file can’t be made', async () => {
    const order = await orders.createPaidOrder({ product: { title: 'Tee' } });
    await shop.query(`UPDATE order_items SET print_file_failure = 'not-drawn' WHERE order_id = $1`, [order.id]);
    await orders.endChangeWindow(order);
    const reason = 'There is no print file of Tee.';
    await waitFor(async () =>
      expect((await office.getOrder(order.id)).fulfilment).toMatchObject({ state: 'waiting', reason }),
    );
    await office.call('POST', `/api/admin/orders/${order.id}/printing`);
    await waitFor(async () =>
      expect(Date.parse((await office.getOrder(order.id)).fulfilment?.nextTryAt ?? '') - Date.now()).toBeGreaterThan(
        60_000,
      ),
    );
    expect((await listTimeline(order)).filter((summary) => summary.includes(reason))).toHaveLength(1);
  });

  it('is cancelled at the printer when an admin cancels it, until it is being printed', async () => {
    const [early, late] = [await orders.createPaidOrder(), await orders.createPaidOrder()];
    for (const order of [early, late]) {
      await orders.addPrintFiles(order);
      await office.changeStatus(order.id, 'processing');
      await expectSubmitted(order);
    }
    await passHours(late, 13);
    expect((await office.changeStatus(early.id, 'cancelled')).status).toBe(200);
    const refused = await office.changeStatus(late.id, 'cancelled');
    expect([refused.status, refused.text]).toEqual([
      409,
      'The printer has begun to print this order: it can no longer be cancelled.',
    ]);
    expect(await findStatusAtPrinter(early)).toBe('canceled');
    await waitFor(async () =>
      expect(await orders.getOrder(early)).toMatchObject({ order: { status: 'cancelled', paymentStatus: 'refunded' } }),
    );
    expect((await orders.getOrder(late)).order.status).toBe('processing');
  });

  it('is cancelled there when an admin ships it, until it is being printed', async () => {
    const [early, late] = [await createUnconfirmedOrder(), await createUnconfirmedOrder()];
    await shop.query(`UPDATE orders SET status = 'processing' WHERE id = ANY($1)`, [[early.id, late.id]]);
    await passHours(late, 13);
    expect((await office.changeStatus(early.id, 'shipped')).status).toBe(200);
    const refused = await office.changeStatus(late.id, 'shipped');
    expect([refused.status, refused.text]).toEqual([
      409,
      'The printer has begun to print this order: it ships it itself.',
    ]);
    expect(await findStatusAtPrinter(early)).toBe('canceled');
    expect(await orders.getOrder(early)).toMatchObject({
      order: { status: 'shipped', paymentStatus: 'paid' },
      refunds: [],
    });
    expect(await orders.getFulfilment(early)).toMatchObject([{ state: 'cancelled' }]);
    expect((await orders.getOrder(late)).order.status).toBe('processing');
  });
});

describe('the orders that are polled at the printer', () => {
  const POLLING_LIMITS = { olderThanMs: 30 * 60_000, perMinute: 3 };

  const claimForPolling = () => shop.service.get(StaleFulfilmentsRepository).claimForPolling(POLLING_LIMITS);

  const minutesAgo = (minutes: number) => `now() - interval '${minutes} minutes'`;

  /** An order that was submitted some time ago and last polled some time ago. */
  async function createPrintfulOrder({
    status = 'processing',
    tracking = null as object | null,
    days = 1,
  } = {}): Promise<PaidOrder> {
    const order = await orders.createPaidOrder();
    await shop.query('UPDATE orders SET status = $2, tracking = $3 WHERE id = $1', [
      order.id,
      status,
      tracking && JSON.stringify(tracking),
    ]);
    await shop.query(
      `UPDATE fulfilments SET state = 'submitted', provider = 'printful', attempts = 1, submitted_at = now() - make_interval(days => $2), polled_at = now() - make_interval(days => $2) WHERE order_id = $1`,
      [order.id, days],
    );
    return order;
  }

  beforeEach(() => shop.clearTables());

  it('are those in print, and shipped ones of the last month without tracking', async () => {
    const parcel = { carrier: 'USPS', number: '9400', url: null };
    const printing = await createPrintfulOrder({ days: 40 });
    const withoutTracking = await createPrintfulOrder({ status: 'shipped', days: 29 });
    for (const gone of [
      { status: 'shipped', tracking: parcel },
      { status: 'shipped', days: 31 },
      { status: 'delivered' },
      { status: 'cancelled' },
    ])
      await createPrintfulOrder(gone);
    expect((await claimForPolling()).sort()).toEqual([printing.id, withoutTracking.id].sort());
    expect(await claimForPolling()).toEqual([]);
  });

  it('are limited per minute, the longest unpolled first', async () => {
    const made: PaidOrder[] = [];
    for (const days of [5, 4, 3, 2]) made.push(await createPrintfulOrder({ days }));
    const [first, second, third] = made.map(({ id }) => id);
    expect((await claimForPolling()).sort()).toEqual([first, second, third].sort());
    expect(await claimForPolling()).toEqual([]);
    await shop.query(`UPDATE fulfilments SET polled_at = ${minutesAgo(2)} WHERE order_id = ANY($1)`, [
      [first, second, third],
    ]);
    expect(await claimForPolling()).toHaveLength(1);
  });
});

describe('an order whose job ran while no printer was reachable', () => {
  const enqueueWithoutJob = () => shop.service.get(OrderSubmissionService).enqueueWithoutJob();

  it('is submitted by one job once it is due, also after an interrupted attempt', async () => {
    const [paid, interrupted] = [await orders.createPaidOrder(), await orders.createPaidOrder()];
    for (const order of [paid, interrupted]) {
      await orders.addPrintFiles(order);
      await shop.service.get(JobQueue).cancel(shop.dataSource.manager, submitOrder, order.id);
    }
    await put(interrupted, `state = 'submitting', attempts = 1`);
    await enqueueWithoutJob();
    expect(await orders.getFulfilment(paid)).toMatchObject([{ state: 'change-window', attempts: 0 }]);
    await put(paid, 'due_at = now()');
    await Promise.all([enqueueWithoutJob(), enqueueWithoutJob()]);
    await waitFor(async () =>
      expect(await orders.getFulfilment(paid)).toMatchObject([{ state: 'submitted', attempts: 1 }]),
    );
    await waitFor(async () =>
      expect(await orders.getFulfilment(interrupted)).toMatchObject([{ state: 'submitted', attempts: 2 }]),
    );
  });
});

describe('a full refund by an admin in the change window', () => {
  const eventsSincePayment = async (id: string) => (await shop.listEventTypes(id)).slice(3);

  it('cancels the order, publishes it once, and prevents the print', async () => {
    const order = await orders.createPaidOrder();
    await orders.addPrintFiles(order);
    expect((await office.requestRefund(order.id, '35.91')).status).toBe(201);
    const detail = await office.getOrder(order.id);
    expect(detail).toMatchObject({
      status: 'cancelled',
      paymentStatus: 'refunded',
      nextStatuses: [],
      payment: { refundable: '0.00' },
      fulfilment: { state: 'cancelled' },
    });
    expect(detail.timeline.slice(0, 3).map(({ actor, summary }) => [actor, summary])).toEqual([
      [null, '$35.91 went back to the customer.'],
      [admin.email, 'Moved from paid to cancelled.'],
      [admin.email, '$35.91 was asked to go back to the customer.'],
    ]);
    expect(await eventsSincePayment(order.id)).toEqual(['order.status-changed', 'order.refunded']);
    expect((await orders.getOrder(order)).timeline.map(({ type }) => type)).toEqual([
      'placed',
      'paid',
      'cancelled',
      'refunded',
    ]);

    await orders.endChangeWindow(order);
    const other = await orders.createPaidOrder();
    await orders.addPrintFiles(other);
    await orders.endChangeWindow(other);
    await waitFor(async () => expect(await findStatusAtPrinter(other)).toBe('pending'));
    expect(await findStatusAtPrinter(order)).toBeUndefined();
  });
});

describe('discrepancies between printing and payment', () => {
  const isSubmitted = (order: PaidOrder) =>
    waitFor(async () => expect(await orders.getFulfilment(order)).toMatchObject([{ state: 'submitted' }]));
  const waiting = `state = 'waiting', due_at = now() + interval '1 hour', reason = 'Printful refused this order. It says: No such street'`;

  it('are counted: due, at the printer, waiting', async () => {
    await shop.clearTables();
    const [inChangeWindow, printed, delayed] = [
      await orders.createPaidOrder(),
      await orders.createPaidOrder(),
      await orders.createPaidOrder(),
    ];
    for (const order of [printed, delayed]) await orders.addPrintFiles(order);
    await orders.endChangeWindow(printed);
    await isSubmitted(printed);
    await put(delayed, waiting);
    expect((await office.getMoney()).printJobs).toEqual({ due: 2, atPrinter: 1, waiting: 1 });
    await put(delayed, 'due_at = now()');
    for (const order of [inChangeWindow, printed, delayed]) expect(await moneyPage.listByOrder(order.id)).toEqual([]);
  });

  it('show the reason if the printer rejects a paid order, and the button tries again', async () => {
    const order = await orders.createPaidOrder();
    await orders.addPrintFiles(order);
    await put(order, waiting);
    const difference = await moneyPage.getOnly('not-printed', order.id);
    expect(difference.message).toBe(
      `Order ${difference.orderNumber} is paid, and not with the printer yet: Printful refused this order. It says: No such street.`,
    );
    expect(await moneyPage.resolve(difference.id)).toEqual([200, '{"message":"The printer is being tried again."}']);
    await isSubmitted(order);
    expect(await moneyPage.listByOrder(order.id)).toEqual([]);
    expect(await moneyPage.resolve(difference.id)).toEqual(ALREADY_RESOLVED);
    expect(await moneyPage.listActions(order.id)).toEqual(['order.printing-retried']);
    expect(
      JSON.stringify(await shop.query('SELECT before, after FROM audit_entries WHERE subject_id = $1', [order.id])),
    ).not.toContain('street');
  });

  it('cannot be retried in the change window', async () => {
    const order = await orders.createPaidOrder();
    await orders.addPrintFiles(order);
    const { status, text } = await office.call('POST', `/api/admin/orders/${order.id}/printing`);
    expect([status, text]).toEqual([409, 'This order does not wait for the printer.']);
    expect(await shop.query('SELECT state FROM fulfilments WHERE order_id = $1', [order.id])).toEqual([
      { state: 'change-window' },
    ]);
  });

  it('include a cancelled order that is still printed, until it is cancelled at the printer', async () => {
    const order = await orders.createPaidOrder();
    await orders.addPrintFiles(order);
    await orders.submitOnce(order);
    for (const method of ['DELETE', 'GET']) {
      const answer = { status: 404, body: '{"code":404,"result":"Not found"}' };
      shop.sandbox.faults.planFault(`${method} /orders/${toReference(order)}`, answer);
    }
    await office.changeStatus(order.id, 'cancelled');
    await shop.service.get(PrinterEventsService).pollOrder(order.id);
    const difference = await moneyPage.getOnly('printed-after-cancel', order.id);
    expect(difference.message).toMatch(
      /^Order PA-\w+ is at the printer, and should not be: .* Please cancel it there\.$/,
    );
    expect(await moneyPage.resolve(difference.id)).toEqual([502, 'The printer still says the same.']);
    await shop.sandbox.printer.decide(toReference(order), { status: 'canceled' });
    expect((await office.resolveDiscrepancy(difference.id)).status).toBe(200);
    expect(await moneyPage.listByOrder(order.id)).toEqual([]);
  });

  it('have a button to cancel a refunded order that the printer may have', async () => {
    const order = await orders.createPaidOrder();
    await orders.addPrintFiles(order);
    await put(order, `state = 'waiting', attempts = 1, due_at = now() + interval '1 hour'`);
    await office.requestRefund(order.id, '35.91');
    await orders.endChangeWindow(order);
    await waitFor(async () =>
      expect((await moneyPage.listByOrder(order.id)).map(({ action }) => action?.label)).toEqual(['Cancel the order']),
    );
    const difference = await moneyPage.getOnly('not-printed', order.id);
    expect(await moneyPage.resolve(difference.id)).toEqual([200, '{"message":"The order is cancelled."}']);
    expect(await office.getOrder(order.id)).toMatchObject({ status: 'cancelled', paymentStatus: 'refunded' });
    expect(await moneyPage.listByOrder(order.id)).toEqual([]);
  });

  it('include an order that is two weeks at the printer, and the button asks the printer', async () => {
    const order = await orders.createPaidOrder();
    await orders.addPrintFiles(order);
    await orders.endChangeWindow(order);
    await isSubmitted(order);
    await shop.query(`UPDATE orders SET paid_at = now() - interval '15 days' WHERE id = $1`, [order.id]);
    await put(order, `submitted_at = now() - interval '13 days 23 hours'`);
    expect(await moneyPage.listByOrder(order.id)).toEqual([]);
    await put(order, `submitted_at = now() - interval '14 days 1 hour'`);
    const difference = await moneyPage.getOnly('not-printed', order.id);
    expect(difference).toMatchObject({
      message: expect.stringMatching(
        /^Order PA-\w+ has been at the printer since \w+ \d+, \d+, and was not shipped\.$/,
      ),
      action: { label: 'Ask the printer again', warning: null },
    });
    expect(await moneyPage.resolve(difference.id)).toEqual([502, 'The printer still says the same.']);
    await passHours(order, 49);
    expect(await moneyPage.resolve(difference.id)).toEqual([
      200,
      '{"message":"The printer says that this is settled."}',
    ]);
    expect(await office.getOrder(order.id)).toMatchObject({ status: 'shipped' });
  });
});
