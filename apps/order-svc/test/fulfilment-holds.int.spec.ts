import { randomUUID } from 'node:crypto';
import { type AdminOrder, ORDER_ON_HOLD } from '@shop/contracts-order';
import { asGuest, readMetric, waitFor } from '@shop/testing';
import { FulfilmentHoldsService } from '../src/fulfilment/fulfilment-holds.service.js';
import { OrdersRepository } from '../src/orders/orders.repository.js';
import { PrinterEventsService } from '../src/order-lifecycle/printer-events.service.js';
import { AdminActions } from './support/admin-actions.js';
import { type PaidOrder, PaidOrders } from './support/paid-orders.js';
import { findAtPrinter, toReference } from './support/printer-setup.js';
import { TestShop } from './support/test-shop.js';

let shop: TestShop;
const orders = new PaidOrders(() => shop);
const office = new AdminActions(() => shop);
beforeAll(async () => {
  shop = await TestShop.open();
});
afterAll(() => shop.close());

async function createPrintableOrder(): Promise<PaidOrder> {
  const order = await orders.createPaidOrder();
  await orders.addPrintFiles(order);
  return order;
}

async function createPrintedOrder(): Promise<PaidOrder> {
  const order = await createPrintableOrder();
  await orders.submitOnce(order);
  expect(await findAtPrinter(shop.sandbox, order)).not.toBeNull();
  return order;
}

const openDispute = async (order: PaidOrder) => shop.openDispute(await orders.getIntentId(order), 'fraudulent');
const listHolds = ({ id }: Pick<PaidOrder, 'id'>) =>
  shop.query(
    'SELECT kind, released_by AS "releasedBy", release_reason AS "reason" FROM fulfilment_holds WHERE order_id = $1 ORDER BY opened_at',
    [id],
  );
const listTimeline = async ({ id }: PaidOrder) => (await office.getOrder(id)).timeline.map(({ summary }) => summary);
const expectAtPrinter = (order: PaidOrder) =>
  waitFor(async () => expect(await findAtPrinter(shop.sandbox, order)).not.toBeNull());

/** The end of the change window, and every job that could submit the order. */
async function expectNotPrinted(order: PaidOrder): Promise<void> {
  await orders.submitOnce(order);
  expect(await findAtPrinter(shop.sandbox, order)).toBeNull();
}

async function withHolds<Result>(
  { id }: PaidOrder,
  work: (holds: FulfilmentHoldsService, ...args: Parameters<FulfilmentHoldsService['openHold']>) => Promise<Result>,
): Promise<Result> {
  const question = { kind: 'question', reference: randomUUID(), openedAt: new Date() } as const;
  return shop.dataSource.transaction(async (manager) => {
    const order = await shop.service.get(OrdersRepository).findLocked(manager, id);
    if (!order) throw new Error('The order is gone');
    return work(shop.service.get(FulfilmentHoldsService), manager, order, question);
  });
}

describe('a disputed order', () => {
  it('is not printed after its change window until the bank decides for the shop', async () => {
    const order = await createPrintableOrder();
    const dispute = await openDispute(order);
    await expectNotPrinted(order);
    expect(await orders.getFulfilment(order)).toMatchObject([{ state: 'change-window', attempts: 0 }]);
    expect(await listTimeline(order)).toContain(
      "The order is not printed for now: the customer's bank disputes the payment.",
    );
    await shop.closeDispute(dispute, 'won');
    await expectAtPrinter(order);
    expect(await listHolds(order)).toEqual([{ kind: 'dispute', releasedBy: 'provider', reason: 'won' }]);
  });

  it('keeps its change window when the dispute ends before', async () => {
    const order = await createPrintableOrder();
    await shop.closeDispute(await openDispute(order), 'won');
    await shop.service.get(PrinterEventsService).pollOrder(order.id);
    expect(await orders.getFulfilment(order)).toMatchObject([{ state: 'change-window', attempts: 0 }]);
    expect((await orders.changePlacement(order, { x: 40, y: 60, scale: 50, rotation: 90 })).status).toBe(200);
  });

  it('is released by its cancellation when all of its money is lost', async () => {
    const order = await createPrintableOrder();
    await shop.closeDispute(await openDispute(order), 'lost');
    expect((await orders.getOrder(order)).order.status).toBe('cancelled');
    expect(await listHolds(order)).toEqual([{ kind: 'dispute', releasedBy: 'order', reason: null }]);
  });

  it('is held by a dispute that is reported before its payment, and by no report after the end', async () => {
    const order = await createPrintableOrder();
    const intentId = await orders.getIntentId(order);
    const dispute = await shop.stripe.control.openDispute(intentId, 'fraudulent');
    await shop.sendEvent('charge.dispute.closed', { ...dispute, status: 'won' });
    await shop.sendEvent('charge.dispute.created', dispute);
    expect(await listHolds(order)).toEqual([{ kind: 'dispute', releasedBy: 'provider', reason: 'won' }]);
    await orders.submitOnce(order);
    await expectAtPrinter(order);
  });

  it('cannot be started by hand while it waits', async () => {
    const order = await createPrintableOrder();
    await openDispute(order);
    for (const answer of [
      await office.changeStatus(order.id, 'processing'),
      await office.call('POST', `/api/admin/orders/${order.id}/printing`),
    ])
      expect([answer.status, answer.text]).toEqual([
        409,
        expect.stringContaining("on hold, because the customer's bank disputes the payment"),
      ]);
  });

  it('is not confirmed at the printer, which has it as a draft', async () => {
    const order = await createPrintedOrder();
    await shop.sandbox.printer.decide(toReference(order), { status: 'draft' });
    await openDispute(order);
    await shop.service.get(PrinterEventsService).pollAndConfirm(order.id);
    expect((await findAtPrinter(shop.sandbox, order))?.status).toBe('draft');
    expect(await listTimeline(order)).toContain(
      "The order should not be printed, but the printer may have it: the customer's bank disputes the payment.",
    );
  });

  it('can be cancelled after an attempt that was interrupted', async () => {
    const order = await createPrintableOrder();
    await openDispute(order);
    await shop.query(`UPDATE fulfilments SET state = 'submitting', attempts = 1 WHERE order_id = $1`, [order.id]);
    await expectNotPrinted(order);
    expect(await orders.getFulfilment(order)).toMatchObject([{ state: 'waiting', attempts: 1 }]);
    expect((await office.changeStatus(order.id, 'cancelled')).status).toBe(200);
  });
});

describe('an admin', () => {
  const release = ({ id }: PaidOrder, body: unknown) =>
    office.call('POST', `/api/admin/orders/${id}/holds/release`, body);

  it('continues the printing with a reason, which stands in the timeline, and repeated events do not stop it again', async () => {
    const order = await createPrintableOrder();
    const dispute = await openDispute(order);
    const detail = await office.getOrder(order.id);
    expect(detail).toMatchObject({ isOnHold: true, holds: [{ kind: 'dispute' }] });
    expect(detail.nextStatuses).not.toContain('processing');
    const list = (await office.call('GET', '/api/admin/orders')).json<AdminOrder[]>();
    expect(list.find(({ id }) => id === order.id)).toMatchObject({ isOnHold: true });
    expect(await orders.getOrder(order)).toMatchObject({ isPaymentUnderReview: true });
    await expectNotPrinted(order);
    expect((await orders.call('POST', order, '/cancel')).text).toBe(ORDER_ON_HOLD);
    const holds = detail.holds?.map(({ id }) => id);
    expect((await release(order, { holds, reason: 'She called us' })).status).toBe(200);
    await shop.sendEvent('charge.dispute.updated', { ...dispute, status: 'under_review' });
    await expectAtPrinter(order);
    expect(await listTimeline(order)).toContain('The printing may go on: She called us');
    expect((await office.getOrder(order.id)).holds).toBeUndefined();
    expect((await orders.getOrder(order)).isPaymentUnderReview).toBeUndefined();
    expect(await release(order, { holds, reason: 'Again' })).toMatchObject({
      status: 409,
      text: expect.stringMatching(/^\S+@example\.com has let this order go on in between\. Please look at it again\.$/),
    });
  });

  it('decides only about the holds that the page displayed', async () => {
    const order = await createPrintableOrder();
    await openDispute(order);
    const { holds = [] } = await office.getOrder(order.id);
    const intentId = await orders.getIntentId(order);
    await shop.reporting(() => shop.stripe.control.warnOfFraud(intentId));
    expect((await release(order, { holds: holds.map(({ id }) => id), reason: 'Known customer' })).status).toBe(200);
    await expectNotPrinted(order);
    expect((await office.getOrder(order.id)).holds).toMatchObject([{ kind: 'fraud-warning' }]);
  });

  it('can still cancel an order that is at the printer', async () => {
    const order = await createPrintedOrder();
    await openDispute(order);
    expect((await orders.getOrder(order)).isPaymentUnderReview).toBeUndefined();
    expect((await office.changeStatus(order.id, 'cancelled')).status).toBe(200);
    expect((await findAtPrinter(shop.sandbox, order))?.status).toBe('canceled');
    expect(await listHolds(order)).toMatchObject([{ releasedBy: 'order' }]);
  });
});

describe('an order whose payment Stripe reviews', () => {
  it.each([
    ['approved', [{ kind: 'payment-review', releasedBy: 'provider', reason: 'approved' }]],
    ['refunded_as_fraud', [{ kind: 'payment-review', releasedBy: null, reason: null }]],
  ] as const)('is held until the review is closed as approved: %s', async (reason, holds) => {
    const order = await createPrintableOrder();
    const intentId = await orders.getIntentId(order);
    const review = await shop.reporting(() => shop.stripe.control.openReview(intentId));
    await expectNotPrinted(order);
    await shop.reporting(() => shop.stripe.control.closeReview(review.id, reason));
    expect(await listHolds(order)).toEqual(holds);
    if (reason === 'approved') await expectAtPrinter(order);
    else await expectNotPrinted(order);
  });

  it('is held by the review that its payment names', async () => {
    const { intentId, order } = await shop.checkOut(asGuest());
    await shop.stripe.pay(intentId);
    const paid = await shop.stripe.changeIntent(intentId, { review: 'prv_of_the_payment' });
    expect((await shop.sendEvent('payment_intent.succeeded', paid)).status).toBe(200);
    expect(await listHolds(order)).toEqual([{ kind: 'payment-review', releasedBy: null, reason: null }]);
  });

  it('is not held by a review that was approved before it is reported as opened', async () => {
    const order = await createPrintableOrder();
    const review = await shop.stripe.control.openReview(await orders.getIntentId(order));
    const closed = { ...review, open: false, reason: 'approved', closed_reason: 'approved' };
    expect((await shop.sendEvent('review.closed', closed)).status).toBe(200);
    expect((await shop.sendEvent('review.opened', review)).status).toBe(200);
    expect(await listHolds(order)).toMatchObject([{ kind: 'payment-review', reason: 'approved' }]);
  });
});

describe('an early warning of fraud', () => {
  it('holds the order of its charge, if something can still be done', async () => {
    const order = await createPrintableOrder();
    const { payment_intent: _, ...warning } = await shop.stripe.control.warnOfFraud(await orders.getIntentId(order));
    expect((await shop.sendEvent('radar.early_fraud_warning.created', { ...warning, actionable: false })).status).toBe(
      200,
    );
    expect(await listHolds(order)).toEqual([]);
    expect((await shop.sendEvent('radar.early_fraud_warning.created', warning)).status).toBe(200);
    expect(await listHolds(order)).toEqual([{ kind: 'fraud-warning', releasedBy: null, reason: null }]);
    await expectNotPrinted(order);
  });

  it('is found without its webhook in the hourly list of events', async () => {
    const order = await createPrintableOrder();
    await shop.stripe.control.warnOfFraud(await orders.getIntentId(order));
    await shop.query(`UPDATE provider_event_cursors SET polled_at = now() - interval '2 hours'`);
    await shop.reconcilePayments();
    expect(await listHolds(order)).toEqual([{ kind: 'fraud-warning', releasedBy: null, reason: null }]);
  });
});

it.each([
  ['dispute', (intentId: string) => shop.stripe.control.openDispute(intentId)],
  ['payment-review', (intentId: string) => shop.stripe.control.openReview(intentId)],
] as const)('asks for a %s without a webhook before it prints', async (kind, doubt) => {
  const order = await createPrintableOrder();
  await doubt(await orders.getIntentId(order));
  await expectNotPrinted(order);
  expect(await listHolds(order)).toMatchObject([{ kind, releasedBy: null }]);
  expect(await orders.getFulfilment(order)).toMatchObject([{ state: 'waiting' }]);
});

describe('a hold', () => {
  it('is counted after its transaction, and not at all if that fails', async () => {
    const order = await createPrintableOrder();
    const before = await readMetric(shop.service, 'fulfilment_holds_opened_total');
    const openHold = (work: () => Promise<void>) =>
      withHolds(order, async (holds, manager, row, hold) => {
        expect(await holds.openHold(manager, row, hold)).toBe(true);
        await work();
      });
    await expect(openHold(() => Promise.reject(new Error('the transaction fails')))).rejects.toThrow('fails');
    expect(await readMetric(shop.service, 'fulfilment_holds_opened_total')).toBe(before);
    await openHold(async () => expect(await readMetric(shop.service, 'fulfilment_holds_opened_total')).toBe(before));
    expect(await readMetric(shop.service, 'fulfilment_holds_opened_total')).toBe(before + 1);
  });

  it('holds an order once, waits for every other one, and does not hold an order that was sent', async () => {
    const order = await createPrintableOrder();
    const dispute = await openDispute(order);
    const question = await withHolds(order, async (holds, manager, row, hold) => {
      expect(await holds.openHold(manager, row, hold)).toBe(true);
      expect(await holds.openHold(manager, row, hold)).toBe(false);
      return hold;
    });
    await shop.closeDispute(dispute, 'won');
    await expectNotPrinted(order);
    await withHolds(order, (holds, manager, row) =>
      holds.releaseHold(manager, row, question, { by: 'customer', reason: null }),
    );
    await expectAtPrinter(order);
    await shop.query(`UPDATE orders SET status = 'shipped' WHERE id = $1`, [order.id]);
    expect(await withHolds(order, (holds, manager, row, hold) => holds.openHold(manager, row, hold))).toBe(false);
  });
});
