import { randomUUID } from 'node:crypto';
import { type Checkout, ERASED } from '@shop/contracts/order';
import { asGuest } from '@shop/testing';
import { OrdersRepository } from '../src/orders/orders.repository.js';
import type { ProviderRefund } from '../src/payments/payment-provider.js';
import { RefundsRepository } from '../src/payments/refunds.repository.js';
import { AdminActions } from './support/admin-actions.js';
import * as previous from './support/previous-version.js';
import { TestShop, getIntentId } from './support/test-shop.js';
import { payWithoutWebhook } from './support/webhooks.js';

let shop: TestShop;
beforeAll(async () => {
  shop = await TestShop.open();
});
afterAll(() => shop.close());

const office = new AdminActions(() => shop);
const [orders, refunds] = [() => shop.service.get(OrdersRepository), () => shop.service.get(RefundsRepository)];
const reconcile = () => shop.reconcilePayments();
const now = () => new Date();

const readIntent = async (orderId: string) => (await orders().find(orderId))?.intent ?? null;

/** What the version before reads of the order's intent. */
const readPrevious = async (orderId: string) => (await shop.query(previous.FIND_LOCKED, [orderId]))[0];

/** TypeORM returns the rows of an UPDATE with their count. */
const claim = async (statement: string, values: unknown[] = []) => (await shop.query(statement, values))[0];

const NO_INTENT = { payment_intent_id: null, client_secret: null, canceling_intent_id: null };

/** An order whose intent the version before has saved. */
async function orderOfPreviousVersion(who = asGuest()) {
  const checkout = await shop.checkOut(who);
  const { id } = checkout.order;
  await shop.query(previous.CLEAR_INTENT, [null, null, null, null, null, 0, id]);
  await shop.query('DELETE FROM payment_intents WHERE order_id = $1', [id]);
  expect(await readIntent(id)).toBeNull();
  await shop.query(previous.SAVE_INTENT, [checkout.intentId, checkout.clientSecret, id]);
  return { ...checkout, id, who };
}

describe('an intent that the version before writes', () => {
  it('is the order’s intent, with its states', async () => {
    const { id, intentId, clientSecret } = await orderOfPreviousVersion();
    expect(await readIntent(id)).toMatchObject({ n: 0, id: intentId, clientSecret, isEnding: false, startedAt: null });
    const [startedAt, awaitedSince, endedAt] = [new Date(1_000), new Date(2_000), new Date(3_000)];
    await shop.query(previous.START_PAYMENT, [startedAt, startedAt, id]);
    await shop.query(previous.MARK_IN_PROGRESS, [awaitedSince, awaitedSince, id]);
    expect(await readIntent(id)).toMatchObject({ startedAt, awaitedSince, awaitEndedAt: null });
    await shop.query(previous.END_ATTEMPT, [null, endedAt, id]);
    await shop.query(previous.MARK_INTENT_ENDING, [intentId, id]);
    expect(await readIntent(id)).toMatchObject({ awaitedSince: null, awaitEndedAt: endedAt, isEnding: true });
  });

  it('can be paid, refunded and reconciled', async () => {
    const { id, intentId } = await orderOfPreviousVersion();
    await payWithoutWebhook(shop, intentId);
    await reconcile();
    expect(await office.getOrder(id)).toMatchObject({
      status: 'paid',
      paymentStatus: 'paid',
      payment: { paymentIntentId: intentId },
    });
    expect((await office.requestRefund(id, '5.00')).status).toBe(201);
    await shop.query(previous.INSERT_REQUEST, [id, 1_000, 'a stain', randomUUID()]);
    await reconcile();
    expect((await office.getOrder(id)).payment).toMatchObject({
      refundable: '20.91',
      refunds: [
        { amount: '5.00', refundedAt: expect.any(String) },
        { amount: '10.00', reason: 'a stain', refundedAt: expect.any(String) },
      ],
    });
    expect(await shop.query(previous.LIST_PENDING_BY_ORDER, [id])).toEqual([]);
  });

  it('may be replaced by either version, and the old one still finds its order', async () => {
    const { id, intentId, who } = await orderOfPreviousVersion();
    await shop.query(previous.MARK_INTENT_ENDING, [intentId, id]);
    await shop.query(`UPDATE sandbox_intents SET status = 'canceled' WHERE id = $1`, [intentId]);
    await shop.query(previous.CLEAR_INTENT, [null, null, null, null, null, 1, id]);
    expect(await readIntent(id)).toBeNull();
    const next = (await shop.submitShipping(who)).json<Checkout>();
    const nextId = getIntentId(next.clientSecret);
    expect([next.order.id, nextId === intentId]).toEqual([id, false]);
    expect(await readPrevious(id)).toMatchObject({
      payment_intent_id: nextId,
      client_secret: next.clientSecret,
      canceled_intents: 1,
    });
    expect((await orders().findByAnyIntent(intentId))?.id).toBe(id);
  });

  it('is not counted twice if the order of a merged cart is detached', async () => {
    const [older, newer] = [await orderOfPreviousVersion(), await orderOfPreviousVersion()];
    const cartOf = async (id: string) =>
      (await shop.query('SELECT cart_id FROM orders WHERE id = $1', [id]))[0]?.cart_id;
    await shop.query(previous.DETACH_OLDER_ORDER, [await cartOf(newer.id), await cartOf(older.id)]);
    expect(await orders().find(older.id)).toMatchObject({
      cartId: null,
      canceledIntents: 0,
      intent: { id: older.intentId },
    });
  });

  it('loses its secret when the version before anonymises the order', async () => {
    const { id, clientSecret } = await orderOfPreviousVersion();
    await shop.query(previous.ANONYMISE_ORDERS, [[id], ERASED]);
    expect((await readIntent(id))?.clientSecret).toBeNull();
    expect(await orders().findByClientSecret(clientSecret)).toBeNull();
  });
});

describe('an intent that this version writes', () => {
  it('is in the columns of the version before, which refreshes it', async () => {
    const { order, intentId, clientSecret } = await shop.checkOut(asGuest());
    const found = await shop.query(previous.FIND_BY_INTENT, [intentId]);
    expect(found).toMatchObject([{ id: order.id, client_secret: clientSecret, canceled_intents: 0 }]);
    expect(await claim(previous.CLAIM_OPEN_INTENTS, ['infinity'])).toContainEqual({
      provider: 'sandbox',
      paymentIntentId: intentId,
    });
  });

  it('takes its states along, and leaves the columns when it is replaced', async () => {
    const { id: orderId } = (await shop.checkOut(asGuest())).order;
    await shop.dataSource.transaction(async (manager) => {
      const order = await orders().findLocked(manager, orderId);
      if (!order?.intent) throw new Error('The order has no intent');
      order.markPaymentInProgress(new Date(5_000));
      Object.assign(order.intent, { startedAt: new Date(4_000), isEnding: true });
      await orders().save(manager, order);
    });
    const { intent } = (await orders().find(orderId))!;
    expect(await readPrevious(orderId)).toMatchObject({
      payment_intent_id: intent?.id,
      canceling_intent_id: intent?.id,
      payment_started_at: new Date(4_000),
      payment_awaited_since: new Date(5_000),
    });
    await shop.dataSource.transaction(async (manager) => {
      const order = (await orders().findLocked(manager, orderId))!;
      await orders().endIntent(manager, order);
      await orders().save(manager, order);
    });
    expect(await readPrevious(orderId)).toMatchObject({
      ...NO_INTENT,
      canceled_intents: 1,
      payment_started_at: null,
      payment_awaited_since: null,
    });
  });
});

const atProvider = (change: Partial<ProviderRefund>): ProviderRefund =>
  ({ id: `re_${randomUUID()}`, amountCents: 700, status: 'pending', failure: null, ...change }) as ProviderRefund;
const saveAtProvider = (orderId: string, refund: ProviderRefund) =>
  refunds().upsertProviderRefund(shop.dataSource.manager, 'sandbox', orderId, refund);
const saveAtProviderBefore = async (orderId: string, { id, amountCents, status, failure }: ProviderRefund) =>
  (await shop.query(previous.UPSERT_PROVIDER_REFUND, ['sandbox', id, orderId, amountCents, status, failure])).length >
  0;

/** The refunds of an order as both versions list them. */
async function listBoth(orderId: string): Promise<unknown> {
  const listed = await refunds().listByOrder(orderId);
  expect(await shop.query(previous.LIST_REFUNDS, [orderId])).toEqual(listed);
  return listed.map(({ amountCents, refundedAt, failure }) => [amountCents, refundedAt !== null, failure]);
}

describe('a requested refund', () => {
  it('of the version before is pending, accepted, refunded, failed and replaced in both', async () => {
    const { id } = await office.createPaidOrder();
    await shop.query(previous.INSERT_REQUEST, [id, 1_000, 'a stain', randomUUID()]);
    await shop.query(previous.INSERT_REQUEST, [id, 500, 'a hole', randomUUID()]);
    expect(await refunds().listPendingByOrder(id)).toMatchObject([{ n: 1, refundId: null }, { n: 2 }]);
    await shop.query(previous.UPDATE_REQUESTED.pending, [id, 1, 're_1']);
    expect(await refunds().listPendingByOrder(id)).toMatchObject([{ n: 1, refundId: 're_1' }, { n: 2 }]);
    await shop.query(previous.UPDATE_REQUESTED.succeeded, [id, 1, 're_1', 1_000]);
    await shop.query(previous.UPDATE_REQUESTED.failed, [id, 2, null, 'lost']);
    await shop.query(previous.MARK_REPLACED.requested, [id, 2]);
    expect(await listBoth(id)).toEqual([
      [1_000, true, null],
      [500, false, 'lost'],
    ]);
    expect(await refunds().hasUnresolvedFailure(id, 2)).toBe(false);
    expect(await refunds().getRemainingCents(shop.dataSource.manager, id)).toBe(2_591);
  });

  it('of this version is executed by the version before, once per key', async () => {
    const [{ id }, other] = [await office.createPaidOrder(), await office.createPaidOrder()];
    const key = randomUUID();
    const request = { reason: 'a stain', amountCents: 1_000, id: key };
    expect(await refunds().insertRequest(shop.dataSource.manager, id, request)).toBe(1);
    expect(await shop.query(previous.LIST_PENDING_BY_ORDER, [id])).toMatchObject([{ n: 1, requestedCents: 1_000 }]);
    expect(await claim(previous.CLAIM_ORDERS_WITH_PENDING)).toContainEqual({ orderId: id });
    expect(await shop.query(previous.INSERT_REQUEST, [other.id, 1_000, 'a stain', key])).toEqual([]);
    expect(await refunds().insertRequest(shop.dataSource.manager, other.id, request)).toBeNull();
    await shop.query(previous.UPDATE_REQUESTED.succeeded, [id, 1, 're_2', 1_000]);
    expect(await refunds().listPendingByOrder(id)).toEqual([]);
    expect(await listBoth(id)).toEqual([[1_000, true, null]]);
  });
});

describe('a refund made at the provider', () => {
  it('is the same for both versions, and neither executes it', async () => {
    const { id } = await office.createPaidOrder();
    const [theirs, ours] = [atProvider({}), atProvider({ amountCents: 300 })];
    expect([await saveAtProviderBefore(id, theirs), await saveAtProvider(id, ours)]).toEqual([true, true]);
    expect(await claim(previous.CLAIM_ORDERS_WITH_PENDING)).not.toContainEqual({ orderId: id });
    expect(await refunds().listPendingByOrder(id)).toEqual([]);
    expect(await refunds().claimOrdersWithPendingRefunds()).not.toContain(id);
    expect([
      await saveAtProvider(id, theirs),
      await saveAtProvider(id, { ...theirs, status: 'succeeded' }),
      await saveAtProviderBefore(id, { ...theirs, status: 'succeeded' }),
      await saveAtProvider(id, theirs),
      await saveAtProviderBefore(id, { ...ours, status: 'failed', failure: 'lost' }),
      await saveAtProvider(id, { ...ours, status: 'succeeded' }),
    ]).toEqual([false, true, false, false, true, false]);
    expect(await listBoth(id)).toEqual(
      expect.arrayContaining([
        [700, true, null],
        [300, false, 'lost'],
      ]),
    );
    expect(
      await shop.query(
        'SELECT status, failure, requested_at = reported_at AS "isSame" FROM provider_refunds WHERE order_id = $1 ORDER BY amount_cents',
        [id],
      ),
    ).toEqual([
      { status: 'failed', failure: 'lost', isSame: true },
      { status: 'succeeded', failure: null, isSame: true },
    ]);
    await shop.query(previous.MARK_REPLACED.atProvider, [id, ours.id]);
    expect(await refunds().markReplaced(shop.dataSource.manager, { orderId: id, refundId: ours.id })).toBe(false);
  });
});

/** Writes as the version before does: the order is locked first. */
async function writeAsBefore(orderId: string, intentId: string): Promise<void> {
  await shop.dataSource.transaction(async (manager) => {
    await manager.query(previous.FIND_LOCKED, [orderId]);
    await manager.query(previous.START_PAYMENT, [now(), now(), orderId]);
    await manager.query(previous.INSERT_REQUEST, [orderId, 1, 'before', randomUUID()]);
    await manager.query(previous.MARK_INTENT_ENDING, [intentId, orderId]);
    await manager.query(previous.UPSERT_PROVIDER_REFUND, [
      'sandbox',
      `re_${randomUUID()}`,
      orderId,
      1,
      'succeeded',
      null,
    ]);
  });
}

async function writeAsNow(orderId: string): Promise<void> {
  await shop.dataSource.transaction(async (manager) => {
    const order = (await orders().findLocked(manager, orderId))!;
    Object.assign(order.intent!, { isEnding: false, startedAt: now() });
    await orders().save(manager, order);
    await refunds().upsertProviderRefund(
      manager,
      'sandbox',
      orderId,
      atProvider({ amountCents: 1, status: 'succeeded' }),
    );
    await refunds().insertRequest(manager, orderId, { reason: 'now', amountCents: 1 });
  });
}

describe('both versions at once', () => {
  it('write the intents and refunds of the same orders without a deadlock, and agree', async () => {
    const paid = [await office.createPaidOrder(), await office.createPaidOrder()];
    const writes = Array.from({ length: 40 }, (_, index) => paid[index % 2]!).flatMap(({ id, intentId }) => [
      () => writeAsBefore(id, intentId),
      () => writeAsNow(id),
    ]);
    const remaining = writes.values();
    const work = async () => {
      for (const write of remaining) await write();
    };
    await Promise.all(Array.from({ length: 8 }, work));
    for (const { id } of paid) {
      const intent = await readIntent(id);
      expect(await readPrevious(id)).toMatchObject({
        payment_intent_id: intent?.id,
        canceling_intent_id: intent?.isEnding ? intent.id : null,
        payment_started_at: intent?.startedAt,
      });
      const sources = 'SELECT source, count(*)::int AS count FROM order_refunds WHERE order_id = $1 GROUP BY source';
      expect(await shop.query(`${sources} ORDER BY source`, [id])).toEqual([
        { source: 'provider', count: 40 },
        { source: 'shop', count: 40 },
      ]);
      expect(await shop.query('SELECT max(n)::int AS n FROM refunds WHERE order_id = $1', [id])).toEqual([{ n: 40 }]);
    }
  });
});
