import type { AdminOrderDetail } from '@shop/contracts-order';
import { waitFor } from '@shop/testing';
import { FulfilmentsRepository } from '../src/fulfilment/fulfilments.repository.js';
import { FulfilmentSchedule } from '../src/order-lifecycle/fulfilment.schedule.js';
import { PRODUCTION_BY_HAND } from './support/printing-by-hand.js';
import { type PaidOrder, PaidOrders } from './support/paid-orders.js';
import { MoneyPage, ALREADY_RESOLVED } from './support/money-page.js';
import { ADDRESS, TestShop } from './support/test-shop.js';

let shop: TestShop;
beforeAll(async () => {
  shop = await TestShop.open(PRODUCTION_BY_HAND);
});
afterAll(() => shop.close());

const orders = new PaidOrders(() => shop);
const moneyPage = new MoneyPage(() => shop);
const { office } = moneyPage;

describe('an order that an admin prints by hand', () => {
  it('has a change window, and then waits for the admin', async () => {
    const order = await orders.createPaidOrder();
    await orders.addPrintFiles(order);
    expect((await orders.getOrder(order)).changeableUntil).not.toBeNull();
    await orders.submitOnce(order);
    expect(await orders.getFulfilment(order)).toMatchObject([
      { state: 'change-window', provider: 'by-hand', attempts: 0 },
    ]);
    expect(await orders.getOrder(order)).toMatchObject({ changeableUntil: null, order: { status: 'paid' } });
    expect((await orders.changePlacement(order, { x: 1, y: 1, scale: 50, rotation: 0 })).status).toBe(409);
  });

  it('is processed by the admin, and can be cancelled until it is shipped', async () => {
    const [printed, cancelled] = [await orders.createPaidOrder(), await orders.createPaidOrder()];
    for (const { id } of [printed, cancelled]) expect((await office.changeStatus(id, 'processing')).status).toBe(200);
    expect((await office.getOrder(printed.id)).fulfilment).toMatchObject({
      state: 'submitted',
      provider: 'by-hand',
      externalId: null,
    });
    for (const status of ['shipped', 'delivered'])
      expect((await office.changeStatus(printed.id, status)).status).toBe(200);
    expect((await office.changeStatus(cancelled.id, 'cancelled')).status).toBe(200);
    await waitFor(async () =>
      expect(await orders.getOrder(cancelled)).toMatchObject({
        order: { status: 'cancelled', paymentStatus: 'refunded' },
      }),
    );
    expect((await office.call('POST', `/api/admin/orders/${printed.id}/printing`)).status).toBe(409);
  });
});

describe('items that are sent again', () => {
  it('are printed and sent by the admin, who can correct each tracking number', async () => {
    const order = await orders.createPaidOrder();
    for (const status of ['processing', 'shipped']) await office.changeStatus(order.id, status);
    const path = `/api/admin/orders/${order.id}/reprints`;
    const items = [{ orderItemId: order.itemId, quantity: 1 }];
    const requested = await office.call('POST', path, { items, reason: 'not-arrived' });
    const [reprint] = requested.json<AdminOrderDetail>().reprints ?? [];
    expect(reprint).toMatchObject({ state: 'submitted', isByHand: true, canBeMarkedSent: true, canBeRetried: false });
    const send = (number: string) =>
      office.call('POST', `${path}/${reprint?.id}/sent`, { tracking: { carrier: 'UPS', number } });
    for (const number of ['1Z9', '1Z9', '1Z10']) expect((await send(number)).status).toBe(200);
    expect((await orders.getOrder(order)).reprints).toMatchObject([{ state: 'shipped', tracking: { number: '1Z10' } }]);
    expect((await shop.listEventTypes(order.id)).filter((type) => type === 'order.reprint-sent')).toHaveLength(2);
    const change = (number: string, replaces: string | null) =>
      office.call('POST', `${path}/${reprint?.id}/sent`, { tracking: { carrier: 'UPS', number }, replaces });
    for (const [number, replaces] of [
      ['1Z20', null],
      ['1Z21', '1Z20'],
      ['1Z21', '1Z20'],
    ] as const)
      expect((await change(number, replaces)).status).toBe(200);
    expect((await change('1Z22', '1Z20')).status).toBe(409);
    expect((await orders.getOrder(order)).reprints).toMatchObject([
      { tracking: { number: '1Z10', further: [{ number: '1Z21' }] } },
    ]);
    expect((await office.call('POST', `${path}/${reprint?.id}/cancel`)).status).toBe(409);
  });
});

describe('an order from before Printful was removed from the configuration', () => {
  const put = ({ id }: PaidOrder, change: string) =>
    shop.query(`UPDATE fulfilments SET provider = 'printful', ${change} WHERE order_id = $1`, [id]);
  const handleOrphanedOrders = () => shop.service.get(FulfilmentSchedule).handleOrphanedOrders();
  const ORPHANED =
    'A printer may have this order that is not set up any more. Please set it up again until the order is through.';

  it('is printed by hand if Printful never received it', async () => {
    const [fresh, movedOn] = [await orders.createPaidOrder(), await orders.createPaidOrder()];
    await shop.query(`UPDATE orders SET status = 'processing' WHERE id = $1`, [movedOn.id]);
    for (const order of [fresh, movedOn]) {
      await put(order, `state = 'waiting'`);
      await orders.submitOnce(order);
    }
    await handleOrphanedOrders();
    expect(await orders.getFulfilment(fresh)).toMatchObject([{ state: 'waiting', provider: 'by-hand' }]);
    expect(await orders.getFulfilment(movedOn)).toMatchObject([{ state: 'submitted', provider: 'by-hand' }]);
    for (const status of ['processing', 'shipped'])
      expect((await office.changeStatus(fresh.id, status)).status).toBe(200);
  });

  it('is reported once if Printful may have it', async () => {
    const [unconfirmed, known] = [await orders.createPaidOrder(), await orders.createPaidOrder()];
    for (const order of [unconfirmed, known]) await orders.addPrintFiles(order);
    await shop.query(`UPDATE orders SET status = 'processing' WHERE id = $1`, [known.id]);
    await put(unconfirmed, `state = 'waiting', attempts = 1, due_at = now() + interval '1 hour'`);
    await put(known, `state = 'submitted', attempts = 1, submitted_at = now(), polled_at = now() - interval '1 hour'`);
    for (let run = 1; run <= 2; run += 1) await handleOrphanedOrders();
    for (const { id } of [unconfirmed, known]) {
      expect((await office.getOrder(id)).fulfilment?.reason).toBe(ORPHANED);
      const [difference, ...others] = (await office.getMoney()).discrepancies.filter(({ orderId }) => orderId === id);
      expect([difference?.kind, others]).toEqual(['not-printed', []]);
      const answer = await office.resolveDiscrepancy(difference?.id ?? '');
      expect([answer.status, answer.text]).toEqual([
        503,
        'This order is at a printer that is not set up right now. Please try again later.',
      ]);
      expect((await office.getOrder(id)).timeline.filter(({ summary }) => summary.includes(ORPHANED))).toHaveLength(1);
    }
  });

  it('is reported an hour after its attempt began, however long it was due', async () => {
    const order = await orders.createPaidOrder();
    await put(order, `state = 'waiting', due_at = now() - interval '2 hours'`);
    const printers = { current: 'printful', reachable: ['printful'] } as const;
    const claimed = await shop.dataSource.transaction((manager) =>
      shop.service.get(FulfilmentsRepository).claimOrder(manager, order.id, printers),
    );
    expect(claimed).toMatchObject({ state: 'submitting', attempts: 1 });
    await handleOrphanedOrders();
    expect((await office.getOrder(order.id)).fulfilment?.reason).toBeNull();
    await put(order, `due_at = now() - interval '61 minutes'`);
    await handleOrphanedOrders();
    expect((await office.getOrder(order.id)).fulfilment?.reason).toBe(ORPHANED);
  });
});

describe('an order that an admin prints, after a full refund', () => {
  it('stays in processing', async () => {
    const { id } = await orders.createPaidOrder();
    await office.changeStatus(id, 'processing');
    await office.requestRefund(id, '35.91');
    expect(await office.getOrder(id)).toMatchObject({ status: 'processing', paymentStatus: 'refunded' });
  });
});

const updateFulfilment = ({ id }: PaidOrder, change: string) =>
  shop.query(`UPDATE fulfilments SET ${change} WHERE order_id = $1`, [id]);

describe('an overdue order that an admin prints by hand', () => {
  const dueFor = async (hours: number): Promise<PaidOrder> => {
    const order = await orders.createPaidOrder();
    await orders.addPrintFiles(order);
    await updateFulfilment(order, `due_at = now() - interval '${hours} hours'`);
    await shop.query(`UPDATE orders SET paid_at = now() - interval '16 days' WHERE id = $1`, [order.id]);
    return order;
  };

  it('is a discrepancy a day after the change window, and its button starts processing once', async () => {
    const [late, recent] = [await dueFor(25), await dueFor(23)];
    expect(await moneyPage.listByOrder(recent.id)).toEqual([]);
    const difference = await moneyPage.getOnly('not-printed', late.id);
    expect(difference).toMatchObject({
      message: expect.stringMatching(
        /^Order PA-\w+ waits to be printed by hand, and has been due since \w+ \d+, \d+\.$/,
      ),
      action: { label: 'Start processing', warning: null },
    });
    const answers = await Promise.all([moneyPage.resolve(difference.id), moneyPage.resolve(difference.id)]);
    expect(answers.sort()).toEqual([
      [200, '{"message":"The order is in processing. Its print files are in the order."}'],
      ALREADY_RESOLVED,
    ]);
    expect(await office.getOrder(late.id)).toMatchObject({
      status: 'processing',
      fulfilment: { state: 'submitted', provider: 'by-hand' },
    });
    expect(await moneyPage.listActions(late.id)).toEqual(['order.status-changed']);
    expect(await moneyPage.listByOrder(late.id)).toEqual([]);
  });

  it('is a discrepancy after two weeks in processing, and its button marks it as shipped', async () => {
    const order = await dueFor(1);
    await office.changeStatus(order.id, 'processing');
    expect(await moneyPage.listByOrder(order.id)).toEqual([]);
    await updateFulfilment(order, `submitted_at = now() - interval '15 days'`);
    const difference = await moneyPage.getOnly('not-printed', order.id);
    expect(difference).toMatchObject({
      message: expect.stringContaining('Please mark it as shipped once it has left, or cancel it.'),
      action: { label: 'Mark it as shipped' },
    });
    expect(await moneyPage.resolve(difference.id)).toEqual([
      200,
      '{"message":"The order is shipped, and its customer gets an email."}',
    ]);
    expect((await office.getOrder(order.id)).status).toBe('shipped');
    expect(await moneyPage.listByOrder(order.id)).toEqual([]);
    expect(await moneyPage.resolve(difference.id)).toEqual(ALREADY_RESOLVED);
  });
});

describe('the address of an order that an admin prints', () => {
  const NEW = { ...ADDRESS, address: '7 Elm Street', city: 'Shelbyville' };
  const change = (id: string, address: unknown) => office.call('PATCH', `/api/admin/orders/${id}/address`, address);

  it('can be changed until the order is shipped', async () => {
    const order = await orders.createPaidOrder();
    await office.changeStatus(order.id, 'processing');
    expect((await change(order.id, NEW)).json()).toMatchObject({ status: 'processing', shippingAddress: NEW });
    await office.changeStatus(order.id, 'shipped');
    expect((await change(order.id, ADDRESS)).status).toBe(409);
    expect(await orders.getFulfilment(order)).toMatchObject([{ state: 'submitted', provider: 'by-hand' }]);
  });
});
