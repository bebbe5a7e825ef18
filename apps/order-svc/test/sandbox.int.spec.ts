import { asGuest, asUser, waitFor } from '@shop/testing';
import { AdminActions } from './support/admin-actions.js';
import { type PaidOrder, PaidOrders } from './support/paid-orders.js';
import { findAtPrinter, toReference } from './support/printer-setup.js';
import { PRINTER_SECRET, TestShop, WEBHOOK_SECRET } from './support/test-shop.js';

let shop: TestShop;
const office = new AdminActions(() => shop);
const orders = new PaidOrders(() => shop);

/** No keys of Stripe: the shop has those of the sandbox, which sends its webhooks over the network. */
beforeAll(async () => {
  shop = await TestShop.open({}, 'sandbox');
  shop.stripe.sendWebhooksTo({ url: `${shop.service.url}/api/webhooks/stripe`, secret: WEBHOOK_SECRET });
  await shop.sandbox.sendPrinterWebhooks(`${shop.service.url}/api/webhooks/printful/${PRINTER_SECRET}`);
});
afterAll(() => shop.close());

/** A call of apps/sandbox/README.md. */
async function play(path: string, body: object = {}): Promise<{ id: string }> {
  const response = await fetch(new URL(`/sandbox/control/${path}`, shop.sandbox.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as { id: string };
}

type CreatedOrder = PaidOrder & { intentId: string };

/** Paid with this card, in its change window. */
async function createOrder(card = '4242424242424242'): Promise<CreatedOrder> {
  const who = asUser();
  const { intentId } = await shop.checkOut(who);
  await shop.stripe.payByCard(intentId, card);
  const { order } = await shop.getPlacedOrder(who, intentId);
  await orders.addPrintFiles(order);
  return { id: order.id, itemId: order.items[0]?.id ?? '', who, product: await shop.addProduct(), intentId };
}

const expectHolds = ({ id }: PaidOrder, expected: unknown[]) =>
  waitFor(async () =>
    expect(
      await shop.query(
        'SELECT kind, released_by AS "releasedBy", release_reason AS reason FROM fulfilment_holds WHERE order_id = $1',
        [id],
      ),
    ).toEqual(expected),
  );

async function expectNotPrinted(order: PaidOrder): Promise<void> {
  await orders.submitOnce(order);
  expect(await findAtPrinter(shop.sandbox, order)).toBeNull();
}

const expectPrinted = (order: PaidOrder) =>
  waitFor(async () => expect(await findAtPrinter(shop.sandbox, order)).not.toBeNull());

const open = (kind: string) => [{ kind, releasedBy: null, reason: null }];

it('names the sandbox, its key and its script to the browser', async () => {
  expect((await shop.service.call('GET', '/api/checkout/config')).json()).toMatchObject({
    provider: 'sandbox',
    publishableKey: 'pk_test_sandbox',
    scriptUrl: '/sandbox/stripe.js',
  });
});

it('is paid by card at the sandbox, disputed and refunded, each reported by webhook', async () => {
  const { intentId } = await shop.checkOut(asUser());
  const { id } = await shop.getOrderRow(intentId);
  const orderId = id as string;
  await shop.stripe.payByCard(intentId, '4000000000000002');
  await waitFor(async () => expect((await shop.getOrderRow(intentId)).payment_status).toBe('failed'));
  await shop.stripe.payByCard(intentId, '4242424242424242');
  await waitFor(async () =>
    expect(await shop.getOrderRow(intentId)).toMatchObject({ status: 'paid', payment_status: 'paid' }),
  );
  expect(await office.getOrder(orderId)).toMatchObject({ payment: { provider: 'sandbox' } });

  expect((await office.requestRefund(orderId, '10.00')).status).toBe(201);
  await shop.stripe.control.refund(intentId, 500);
  await waitFor(async () =>
    expect((await office.getOrder(orderId)).payment.refunds).toMatchObject([
      { amount: '10.00', refundedAt: expect.any(String) },
      { amount: '5.00', refundedAt: expect.any(String) },
    ]),
  );
  await shop.stripe.control.openDispute(intentId, 'product_not_received');
  await waitFor(async () =>
    expect((await office.getOrder(orderId)).payment.disputes).toMatchObject([
      { reason: 'product_not_received', status: 'needs_response' },
    ]),
  );
});

describe('the sandbox plays', () => {
  it.each([
    ['a card', '4000000000000259'],
    ['a call', null],
  ])('a dispute that %s opens, and that is won or lost', async (_, card) => {
    const openDispute = async (): Promise<CreatedOrder & { disputeId: string }> => {
      const order = await createOrder(card ?? undefined);
      if (!card) await play(`stripe/payment_intents/${order.intentId}/dispute`, { reason: 'fraudulent' });
      await expectHolds(order, open('dispute'));
      const [dispute] = await shop.query('SELECT dispute_id AS id FROM disputes WHERE order_id = $1', [order.id]);
      return { ...order, disputeId: String(dispute?.id) };
    };
    const won = await openDispute();
    await expectNotPrinted(won);
    await play(`stripe/disputes/${won.disputeId}/close`, { status: 'won' });
    await expectPrinted(won);
    const lost = await openDispute();
    await play(`stripe/disputes/${lost.disputeId}/close`, { status: 'lost' });
    await waitFor(async () => expect((await orders.getOrder(lost)).order.status).toBe('cancelled'));
  });

  it.each([
    ['a card', '4000000000009235'],
    ['a call', null],
  ])('a review that %s opens, and that is approved or refused', async (_, card) => {
    const openReview = async (): Promise<CreatedOrder & { reviewId: string }> => {
      const order = await createOrder(card ?? undefined);
      if (!card) await play(`stripe/payment_intents/${order.intentId}/review`);
      await expectHolds(order, open('payment-review'));
      const [review] = await shop.query('SELECT reference AS id FROM fulfilment_holds WHERE order_id = $1', [order.id]);
      return { ...order, reviewId: String(review?.id) };
    };
    const approved = await openReview();
    await expectNotPrinted(approved);
    expect(await orders.getOrder(approved)).toMatchObject({ isPaymentUnderReview: true });
    await play(`stripe/reviews/${approved.reviewId}/close`, { reason: 'approved' });
    await expectPrinted(approved);
    const refused = await openReview();
    await play(`stripe/reviews/${refused.reviewId}/close`, { reason: 'refunded_as_fraud' });
    await play(`stripe/payment_intents/${refused.intentId}/refund`);
    await waitFor(async () => expect((await orders.getOrder(refused)).order.status).toBe('cancelled'));
    await expectHolds(refused, [{ kind: 'payment-review', releasedBy: 'order', reason: null }]);
  });

  it.each([
    ['a card', '4000000000005423'],
    ['a call', null],
  ])('an early warning of fraud by %s', async (_, card) => {
    const order = await createOrder(card ?? undefined);
    if (!card) await play(`stripe/payment_intents/${order.intentId}/fraud-warning`);
    await expectHolds(order, open('fraud-warning'));
    await expectNotPrinted(order);
  });

  it('a second parcel, one that comes back, and one that is sent again', async () => {
    const order = await createOrder();
    await orders.submitOnce(order);
    await expectPrinted(order);
    const parcels = `printful/orders/${toReference(order)}`;
    const expectParcels = (expected: object) =>
      waitFor(async () => expect(await orders.getOrder(order)).toMatchObject(expected));
    await play(`${parcels}/ship`, { tracking_number: '9400', is_partial: true });
    await expectParcels({ order: { status: 'shipped' }, tracking: { number: '9400', isPartial: true } });
    await play(`${parcels}/ship`, { tracking_number: '9500' });
    await expectParcels({ tracking: { number: '9400', further: [{ number: '9500' }] } });
    await play(`${parcels}/return`, { reason: 'Unknown street' });
    await expectParcels({ parcelReturn: { reason: 'Unknown street' } });
    await play(`${parcels}/ship`, { tracking_number: '9600', is_reshipment: true });
    await expectParcels({ tracking: { further: [{ number: '9500' }, { number: '9600', isReshipment: true }] } });
    expect((await orders.getOrder(order)).parcelReturn).toBeUndefined();
  });

  it('ten declines, which end the order', async () => {
    const guest = asGuest();
    const { intentId } = await shop.checkOut(guest);
    for (let n = 1; n <= 10; n += 1) await shop.stripe.payByCard(intentId, '4000000000000002');
    await waitFor(async () => expect((await shop.getOrderRow(intentId)).status).toBe('cancelled'));
    expect((await shop.submitShipping(guest)).status).toBe(429);
    expect(await shop.stripe.getIntent(intentId)).toMatchObject({ status: 'canceled' });
  });
});
