import { randomUUID } from 'node:crypto';
import type { AdminStats } from '@shop/contracts/order';
import { eventually } from '@shop/testing';
import { SubmitOrder } from '../src/fulfilment/submit-order.js';
import { admin, BackOffice } from './admin.js';
import { HeldOrders, type HeldOrder } from './held-orders.js';
import { Shop } from './shop.js';
import { disputeOf, stripeShopOf } from './stripe-shop.js';
import { KEEP_TOLD } from './told-events.js';

const told = async (shop: Shop, id: string) => (await shop.eventsOf(id)).slice(3);

describe('an order all of whose money an admin gives back during the hold', () => {
  let shop: Shop;
  const office = new BackOffice(() => shop);
  const orders = new HeldOrders(() => shop);
  beforeAll(async () => {
    shop = await Shop.open({ env: { FULFILMENT_INTERVAL_MS: '100' } });
  });
  afterAll(() => shop.close());

  const revenueOf = async () => (await office.call('GET', '/api/admin/stats')).json<AdminStats>().totalRevenue;
  const printed = ({ id }: Pick<HeldOrder, 'id'>) =>
    shop.rows('SELECT 1 FROM sandbox_print_orders WHERE order_id = $1', [id]);

  it('ends with it: it is cancelled by that admin, told once, and never printed', async () => {
    const order = await orders.make();
    await orders.drawFiles(order);
    expect((await office.refund(order.id, '35.91')).status).toBe(201);
    const detail = await office.detail(order.id);
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
    expect(await told(shop, order.id)).toEqual(['order.status-changed', 'order.refunded']);
    expect((await orders.read(order)).timeline.map(({ what }) => what)).toEqual([
      'placed',
      'paid',
      'cancelled',
      'refunded',
    ]);

    await orders.endHold(order);
    const other = await orders.make();
    await orders.drawFiles(other);
    await orders.endHold(other);
    await eventually(async () => expect(await printed(other)).toHaveLength(1));
    expect(await printed(order)).toEqual([]);
  });

  it('ends once, also where it is given back in parts, by five at once', async () => {
    const order = await orders.make();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => office.refund(order.id, '11.97', { key: randomUUID() })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409]);
    expect(await office.detail(order.id)).toMatchObject({ status: 'cancelled', paymentStatus: 'refunded' });
    expect((await told(shop, order.id)).sort()).toEqual([
      'order.refunded',
      'order.refunded',
      'order.refunded',
      'order.status-changed',
    ]);
  });

  it('ends also where an admin had moved it on, and it waited for its print files', async () => {
    const order = await orders.make();
    await office.move(order.id, 'processing');
    await office.refund(order.id, '35.91');
    expect(await office.detail(order.id)).toMatchObject({
      status: 'cancelled',
      paymentStatus: 'refunded',
      fulfilment: { state: 'cancelled' },
    });
    expect(await told(shop, order.id)).toEqual(['order.status-changed', 'order.status-changed', 'order.refunded']);
  });

  it('goes on where a part is left', async () => {
    const order = await orders.make();
    await office.refund(order.id, '35.90');
    expect(await office.detail(order.id)).toMatchObject({
      status: 'paid',
      paymentStatus: 'paid',
      fulfilment: { state: 'held' },
    });
  });

  it('goes on where the printer has it: what is printed is sent', async () => {
    const order = await orders.make();
    await orders.drawFiles(order);
    await orders.endHold(order);
    await eventually(async () => expect(await office.detail(order.id)).toMatchObject({ status: 'processing' }));
    await office.refund(order.id, '35.91');
    expect(await office.detail(order.id)).toMatchObject({
      status: 'processing',
      paymentStatus: 'refunded',
      nextStatuses: expect.arrayContaining(['cancelled']),
    });
  });

  it('goes on where the printer may have it, whose answer was lost: an admin cancels it, and it is taken back there', async () => {
    const order = await orders.make();
    await shop.rows('INSERT INTO sandbox_print_orders (id, order_id) VALUES ($1, $2)', [
      order.id.replaceAll('-', ''),
      order.id,
    ]);
    await shop.rows(
      `UPDATE fulfilments SET state = 'waiting', attempts = 1, due_at = now() + interval '1 hour' WHERE order_id = $1`,
      [order.id],
    );
    await office.refund(order.id, '35.91');
    expect(await office.detail(order.id)).toMatchObject({ status: 'paid', paymentStatus: 'refunded' });
    expect((await office.move(order.id, 'cancelled')).status).toBe(200);
    expect(await shop.rows('SELECT told FROM sandbox_print_orders WHERE order_id = $1', [order.id])).toEqual([
      { told: 'cancelled' },
    ]);
  });

  it('stands in no figure and in no difference any more', async () => {
    const [before, revenue] = [await office.money(), await revenueOf()];
    const order = await orders.make();
    await office.refund(order.id, '35.91');
    const after = await office.money();
    expect(after).toMatchObject({ printFiles: before.printFiles, differences: [] });
    expect(Number(after.givenBack) - Number(before.givenBack)).toBeCloseTo(35.91, 2);
    expect(await revenueOf()).toBe(revenue);
  });
});

describe('an order all of whose money goes back at Stripe itself, during the hold', () => {
  const own = stripeShopOf();
  const office = new BackOffice(() => own.shop);

  async function paidOrder() {
    const order = await office.unpaidOrder();
    own.stripe.pay(order.intentId);
    expect((await own.shop.placed(order.who, order.intentId)).state).toBe('paid');
    return order;
  }

  it('is cancelled and refunded, told once, however often and in whatever way Stripe tells of it', async () => {
    const { id, intentId } = await paidOrder();
    const refund = own.stripe.makeRefund(intentId, 3_591);
    await Promise.all([
      own.tell('refund.created', refund),
      own.tell('charge.refunded', { id: `ch_${intentId}`, payment_intent: intentId }),
      own.tell('refund.updated', refund),
    ]);
    await own.tell('refund.created', refund);
    expect(await office.detail(id)).toMatchObject({
      status: 'cancelled',
      paymentStatus: 'refunded',
      fulfilment: { state: 'cancelled' },
    });
    expect(await told(own.shop, id)).toEqual(['order.status-changed', 'order.refunded']);
    const { timeline } = await office.detail(id);
    expect(timeline.map(({ summary }) => summary)).toContain(
      'The order was cancelled, because all of its money went back before it was printed.',
    );
  });

  it('is not printed while the bank still thinks about it, and an admin hears where it says no', async () => {
    const { id, intentId } = await paidOrder();
    const refund = own.stripe.makeRefund(intentId, 3_591, {}, 'pending');
    await own.tell('refund.created', refund);
    expect(await office.detail(id)).toMatchObject({
      status: 'cancelled',
      paymentStatus: 'paid',
      fulfilment: { state: 'cancelled' },
    });
    await own.tell('refund.failed', { ...refund, status: 'failed', failure_reason: 'expired_or_canceled_card' });
    expect(await office.detail(id)).toMatchObject({ status: 'cancelled', paymentStatus: 'paid' });
    expect((await office.money()).differences.filter(({ orderId }) => orderId === id)).toMatchObject([
      { kind: 'refund-failed', remedy: { label: 'Refund again' } },
    ]);
  });

  it('ends likewise where Stripe tells of the refund before it tells of the payment', async () => {
    const { id, intentId } = await office.unpaidOrder();
    const succeeded = own.stripe.pay(intentId);
    await own.tell('refund.created', own.stripe.makeRefund(intentId, 3_591));
    expect((await own.tell('payment_intent.succeeded', succeeded)).status).toBe(200);
    expect(await office.detail(id)).toMatchObject({
      status: 'cancelled',
      paymentStatus: 'refunded',
      fulfilment: { state: 'cancelled' },
    });
    expect(await own.shop.eventsOf(id)).toEqual([
      'order.placed',
      'order.refunded',
      'order.paid',
      'order.status-changed',
      'order.status-changed',
    ]);
  });

  it('goes on where only a part had gone back before the payment was told', async () => {
    const { id, intentId } = await office.unpaidOrder();
    const succeeded = own.stripe.pay(intentId);
    await own.tell('refund.created', own.stripe.makeRefund(intentId, 3_590));
    await own.tell('payment_intent.succeeded', succeeded);
    expect(await office.detail(id)).toMatchObject({
      status: 'paid',
      paymentStatus: 'paid',
      fulfilment: { state: 'held' },
    });
  });
});

describe('an order whose money the customer’s bank takes back', () => {
  const own = stripeShopOf();
  beforeAll(() => own.shop.rows(KEEP_TOLD));
  const office = new BackOffice(() => own.shop);
  const orders = new HeldOrders(() => own.shop);
  const printed = (id: string) => own.shop.rows('SELECT 1 FROM sandbox_print_orders WHERE order_id = $1', [id]);
  const lose = async (intentId: string, change: object = {}) => {
    await own.tell('charge.dispute.created', disputeOf(intentId));
    await own.tell('charge.dispute.closed', disputeOf(intentId, { status: 'lost', ...change }));
  };
  async function comesToPrint(id: string): Promise<void> {
    await orders.drawFiles({ id });
    await orders.endHold({ id });
    await own.shop.service.get(SubmitOrder).submitDue();
  }

  it('is cancelled before it is printed, told once, and what was lost is a figure of its own', async () => {
    const before = await office.money();
    const { id, intentId } = await own.paidOrder();
    await lose(intentId);
    await own.tell('charge.dispute.closed', disputeOf(intentId, { status: 'lost' }));
    const detail = await office.detail(id);
    expect(detail).toMatchObject({
      status: 'cancelled',
      paymentStatus: 'paid',
      fulfilment: { state: 'cancelled' },
      payment: { refundable: '0.00', refunds: [] },
    });
    expect(detail.timeline.map(({ summary }) => summary)).toContain(
      "The order was cancelled, because the customer's bank took back what was left of its money before it was printed.",
    );
    expect(await told(own.shop, id)).toEqual(['order.status-changed']);
    const [moved] = await own.shop.rows(
      `SELECT envelope->'data'->'moneyBack' AS money FROM told WHERE envelope->>'subject' = $1 AND envelope->'data'->>'to' = 'cancelled'`,
      [`order/${id}`],
    );
    expect(moved?.money).toMatchObject({ byBank: '35.91', kept: '0.00' });
    await comesToPrint(id);
    expect(await printed(id)).toEqual([]);
    const after = await office.money();
    expect([
      Number(after.taken) - Number(before.taken),
      Number(after.lostToDisputes) - Number(before.lostToDisputes),
    ]).toEqual([expect.closeTo(35.91), expect.closeTo(35.91)]);
    expect([after.givenBack, after.disputed, after.differences]).toEqual([
      before.givenBack,
      before.disputed,
      before.differences,
    ]);
  });

  it('goes on where the shop wins, or a part is left', async () => {
    const [won, part] = [await own.paidOrder(), await own.paidOrder()];
    await lose(won.intentId, { status: 'won' });
    await lose(part.intentId, { amount: 3_590 });
    for (const { id } of [won, part]) {
      await comesToPrint(id);
      expect(await printed(id)).toHaveLength(1);
    }
  });

  it('waits for an admin where the printer may have it unheard, and is not handed over meanwhile', async () => {
    const { id, intentId } = await own.paidOrder();
    await own.shop.rows(
      `UPDATE fulfilments SET state = 'waiting', attempts = 1, due_at = now() + interval '1 hour' WHERE order_id = $1`,
      [id],
    );
    await lose(intentId);
    await comesToPrint(id);
    expect(await printed(id)).toEqual([]);
    const [difference, ...others] = (await office.money()).differences.filter(({ orderId }) => orderId === id);
    expect([difference?.kind, difference?.remedy?.label, others]).toEqual(['not-printed', 'Cancel the order', []]);
    expect((await office.mend(difference?.id ?? '')).status).toBe(200);
    expect(await office.detail(id)).toMatchObject({ status: 'cancelled', fulfilment: { state: 'cancelled' } });
  });

  it('in another currency than dollars adds nothing to the figures in dollars', async () => {
    const before = await office.money();
    const { intentId } = await own.paidOrder();
    await lose(intentId, { currency: 'eur' });
    const after = await office.money();
    expect([after.disputed, after.lostToDisputes]).toEqual([before.disputed, before.lostToDisputes]);
  });
});
