import { jest } from '@jest/globals';
import { ORDER_BEING_PRINTED } from '@shop/contracts/order';
import { JobQueue } from '@shop/jobs';
import { waitFor } from '@shop/testing';
import { submitOrder } from '../src/fulfilment/fulfilments.repository.js';
import { reportPrintStage } from '../src/fulfilment/sandbox/sandbox-print.provider.js';
import { OrderSubmissionService } from '../src/order-lifecycle/order-submission.service.js';
import { admin } from './support/admin-actions.js';
import { type PaidOrder, PaidOrders } from './support/paid-orders.js';
import { MoneyPage, ALREADY_RESOLVED } from './support/money-page.js';
import { TestShop } from './support/test-shop.js';

/** An hour of the sandbox printer takes two seconds: no stage ends during a test. */
const SPEED = 1_800;
const QUICK = {
  SANDBOX_PRINTER_SPEED: String(SPEED),
  SANDBOX_PRINTER_FAULTS: 'out-of-stock:Rare Tee/S',
};

let shop: TestShop;
const orders = new PaidOrders(() => shop);
const moneyPage = new MoneyPage(() => shop);
const { office } = moneyPage;
beforeAll(async () => {
  shop = await TestShop.open(QUICK);
});
afterEach(() => void jest.restoreAllMocks());
afterAll(() => shop.close());

/** Sets back the time of acceptance, and starts the job that reports the next stage. */
async function setAcceptedAgo({ id }: PaidOrder, hours: number): Promise<void> {
  await shop.query(
    `UPDATE sandbox_print_orders SET accepted_at = now() - $2 * interval '1 hour' / ${SPEED} WHERE order_id = $1`,
    [id, hours],
  );
  await shop.startJobs(reportPrintStage, id);
}

const put = ({ id }: PaidOrder, change: string) =>
  shop.query(`UPDATE fulfilments SET ${change} WHERE order_id = $1`, [id]);

describe('an order at the sandbox printer', () => {
  const expectStatus = (order: PaidOrder, status: string) =>
    waitFor(async () => expect((await orders.getOrder(order)).order.status).toBe(status));
  const expectSubmitted = (order: PaidOrder) =>
    waitFor(async () => expect(await orders.getFulfilment(order)).toMatchObject([{ state: 'submitted' }]));
  const listTimeline = async ({ id }: PaidOrder) => (await office.getOrder(id)).timeline.map(({ summary }) => summary);

  const readReportedStage = ({ id }: PaidOrder) =>
    shop.query('SELECT reported_stage FROM sandbox_print_orders WHERE order_id = $1', [id]);
  /** The printer accepted it, and its answer was lost. */
  async function createUnconfirmedOrder(): Promise<PaidOrder> {
    const order = await orders.createPaidOrder();
    await shop.query('INSERT INTO sandbox_print_orders (id, order_id) VALUES ($1, $2)', [
      order.id.replaceAll('-', ''),
      order.id,
    ]);
    await shop.query(
      `UPDATE fulfilments SET state = 'waiting', attempts = 1, due_at = now() + interval '1 hour', reason = 'The printer does not answer.' WHERE order_id = $1`,
      [order.id],
    );
    return order;
  }

  it('is submitted after the change window, then shipped and delivered', async () => {
    const order = await orders.createPaidOrder();
    await orders.addPrintFiles(order);
    expect(await orders.getFulfilment(order)).toEqual([
      { state: 'change-window', provider: 'sandbox', attempts: 0, reason: null, externalId: null },
    ]);
    await orders.endChangeWindow(order);
    await expectStatus(order, 'processing');
    expect((await office.getOrder(order.id)).fulfilment).toMatchObject({
      state: 'submitted',
      provider: 'sandbox',
      attempts: 1,
      reason: null,
      externalId: order.id.replaceAll('-', ''),
    });
    await setAcceptedAgo(order, 49);
    await expectStatus(order, 'shipped');
    const { tracking } = await orders.getOrder(order);
    expect(tracking).toMatchObject({ carrier: 'Sandbox Post', url: expect.stringMatching(/^https:/) });
    await setAcceptedAgo(order, 121);
    await expectStatus(order, 'delivered');
    expect((await orders.getOrder(order)).timeline.map(({ type, detail }) => [type, detail])).toEqual([
      ['placed', null],
      ['paid', '$35.91'],
      ['processing', null],
      ['shipped', `Sandbox Post, ${tracking?.number}`],
      ['delivered', null],
    ]);
    expect((await shop.listEventTypes(order.id)).filter((type) => type === 'order.status-changed')).toHaveLength(4);
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

  it('tells the admins once that a print file can’t be made', async () => {
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

  it('waits for its customer if the printer is out of stock, and is printed in another size', async () => {
    const order = await orders.createPaidOrder({
      product: { title: 'Rare Tee' },
      variants: [{ name: 'S' }, { name: 'M' }],
      line: { variantSelections: { size: 'S' } },
    });
    await orders.addPrintFiles(order);
    await orders.endChangeWindow(order);
    await waitFor(async () => expect(await orders.getOrder(order)).toMatchObject({ isOutOfStock: true }));
    expect((await office.getOrder(order.id)).fulfilment).toMatchObject({
      state: 'waiting',
      reason: 'Out of stock at the printer: Rare Tee, S. The customer was asked to choose another size or to cancel.',
    });
    expect((await orders.changeSize(order, { size: 'M' })).status).toBe(200);
    await orders.addPrintFiles(order);
    await office.call('POST', `/api/admin/orders/${order.id}/printing`);
    await expectStatus(order, 'processing');
    expect(await orders.getOrder(order)).not.toHaveProperty('isOutOfStock');
  });

  it('is cancelled at the printer when an admin cancels it, until it is being printed', async () => {
    const [early, late] = [await orders.createPaidOrder(), await orders.createPaidOrder()];
    for (const order of [early, late]) {
      await orders.addPrintFiles(order);
      await office.changeStatus(order.id, 'processing');
      await expectSubmitted(order);
    }
    await setAcceptedAgo(late, 13);
    expect((await office.changeStatus(early.id, 'cancelled')).status).toBe(200);
    const refused = await office.changeStatus(late.id, 'cancelled');
    expect([refused.status, refused.text]).toEqual([
      409,
      'The printer has begun to print this order: it can no longer be cancelled.',
    ]);
    expect(await readReportedStage(early)).toEqual([{ reported_stage: 'cancelled' }]);
    await waitFor(async () =>
      expect(await orders.getOrder(early)).toMatchObject({ order: { status: 'cancelled', paymentStatus: 'refunded' } }),
    );
    expect((await orders.getOrder(late)).order.status).toBe('processing');
  });

  it('is cancelled there when an admin ships it, until it is being printed', async () => {
    const [early, late] = [await createUnconfirmedOrder(), await createUnconfirmedOrder()];
    await shop.query(`UPDATE orders SET status = 'processing' WHERE id = ANY($1)`, [[early.id, late.id]]);
    await setAcceptedAgo(late, 13);
    expect((await office.changeStatus(early.id, 'shipped')).status).toBe(200);
    const refused = await office.changeStatus(late.id, 'shipped');
    expect([refused.status, refused.text]).toEqual([
      409,
      'The printer has begun to print this order: it ships it itself.',
    ]);
    expect(await readReportedStage(early)).toEqual([{ reported_stage: 'cancelled' }]);
    expect(await orders.getOrder(early)).toMatchObject({
      order: { status: 'shipped', paymentStatus: 'paid' },
      refunds: [],
    });
    expect(await orders.getFulfilment(early)).toMatchObject([{ state: 'cancelled' }]);
    expect((await orders.getOrder(late)).order.status).toBe('processing');
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

  const printed = ({ id }: Pick<PaidOrder, 'id'>) =>
    shop.query('SELECT 1 FROM sandbox_print_orders WHERE order_id = $1', [id]);

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
    await waitFor(async () => expect(await printed(other)).toHaveLength(1));
    expect(await printed(order)).toEqual([]);
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
    await office.changeStatus(order.id, 'cancelled');
    await shop.query('INSERT INTO sandbox_print_orders (id, order_id) VALUES ($1, $2)', [
      order.id.replaceAll('-', ''),
      order.id,
    ]);
    await put(
      order,
      `reason = 'The printer goes on with this order, although it was cancelled. Please cancel it there.'`,
    );
    const difference = await moneyPage.getOnly('printed-after-cancel', order.id);
    expect(difference.message).toMatch(
      /^Order PA-\w+ is at the printer, and should not be: .* Please cancel it there\.$/,
    );
    expect(await moneyPage.resolve(difference.id)).toEqual([502, 'The printer still says the same.']);
    await shop.query('UPDATE sandbox_print_orders SET cancelled_at = now() WHERE order_id = $1', [order.id]);
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
    await setAcceptedAgo(order, 49);
    expect(await moneyPage.resolve(difference.id)).toEqual([
      200,
      '{"message":"The printer says that this is settled."}',
    ]);
    expect(await office.getOrder(order.id)).toMatchObject({ status: 'shipped' });
  });
});
