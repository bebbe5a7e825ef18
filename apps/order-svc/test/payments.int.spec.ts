import { randomUUID } from 'node:crypto';
import type { Cart, Order } from '@shop/contracts/order';
import { asGuest, asUser, eventually } from '@shop/testing';
import { signWebhook } from '../src/payments/webhook-signature.js';
import { CARDS, Shop, WEBHOOK_SECRET } from './shop.js';
import { deliver, eventAbout, paySilently } from './webhooks.js';

let shop: Shop;
beforeAll(async () => {
  shop = await Shop.open();
});
afterAll(() => shop.close());

const PAID = { status: 'paid', payment_status: 'paid' };
const OPEN = { status: 'created', payment_status: 'pending' };
const untilRow = (intentId: string, expected: Record<string, unknown>) => eventually(async () => expect(await shop.orderRow(intentId)).toMatchObject(expected));
const idOf = async (intentId: string) => (await shop.orderRow(intentId)).id as string;

describe('a card of the sandbox', () => {
  it('pays the order by a signed webhook, and empties the cart', async () => {
    const guest = asGuest();
    const { clientSecret, intentId } = await shop.checkOut(guest);
    const answer = await shop.confirm(guest, clientSecret);
    expect([answer.status, answer.json()]).toEqual([200, { paymentIntentId: intentId, status: 'succeeded' }]);
    await untilRow(intentId, PAID);
    expect(await shop.cart(guest)).toMatchObject({ items: [], itemCount: 0 });
    expect(await shop.eventsOf(await idOf(intentId))).toEqual(['order.placed', 'order.paid', 'order.status-changed']);
  });

  it.each([
    [CARDS.declined, 'Your card was declined.'],
    [CARDS.withoutFunds, 'Your card has insufficient funds.'],
  ])('%s fails the payment, which is tried again on the same intent and succeeds', async (cardNumber, sentence) => {
    const guest = asGuest();
    const { clientSecret, intentId } = await shop.checkOut(guest);
    const declined = await shop.confirm(guest, clientSecret, cardNumber);
    expect([declined.status, declined.text]).toEqual([422, sentence]);
    await untilRow(intentId, { status: 'created', payment_status: 'failed', payment_message: sentence });
    expect(await shop.placed(guest, intentId)).toMatchObject({ state: 'failed', paymentMessage: sentence });

    expect((await shop.confirm(guest, clientSecret)).status).toBe(200);
    await untilRow(intentId, { ...PAID, payment_message: null });
    expect(await shop.placed(guest, intentId)).toMatchObject({ state: 'paid', paymentMessage: null });
    expect(await shop.eventsOf(await idOf(intentId))).toEqual(['order.placed', 'order.payment-failed', 'order.paid', 'order.status-changed']);
  });

  it('keeps the cart where it is declined', async () => {
    const guest = asGuest();
    const { clientSecret, intentId } = await shop.checkOut(guest);
    await shop.confirm(guest, clientSecret, CARDS.declined);
    await untilRow(intentId, { payment_status: 'failed' });
    expect((await shop.cart(guest)).itemCount).toBe(1);
  });

  it('makes a failed payment pending again with the next shipping call', async () => {
    const guest = asGuest();
    const { clientSecret, intentId } = await shop.checkOut(guest);
    await shop.confirm(guest, clientSecret, CARDS.declined);
    await untilRow(intentId, { payment_status: 'failed' });
    expect((await shop.ship(guest)).json()).toMatchObject({ clientSecret });
    expect(await shop.orderRow(intentId)).toMatchObject(OPEN);
  });

  it.each([
    ['4111 1111 1111 1111', {}, 422, 'Your card number is incorrect.'],
    [CARDS.accepted, { expiry: '01/20' }, 422, 'Your card has expired.'],
    [CARDS.accepted, { expiry: '12/99' }, 422, "Your card's expiration date is invalid."],
    ['4242', {}, 400, 'Your card number is incomplete.'],
    [CARDS.accepted, { expiry: '1/3' }, 400, "Your card's expiration date is incomplete."],
    [CARDS.accepted, { cvc: '1' }, 400, "Your card's security code is incomplete."],
  ])('%s with %j never reaches a bank', async (cardNumber, change, status, sentence) => {
    const guest = asGuest();
    const { clientSecret, intentId } = await shop.checkOut(guest);
    const answer = await shop.confirm(guest, clientSecret, cardNumber, change);
    expect([answer.status, answer.text]).toEqual([status, sentence]);
    expect(await shop.placed(guest, intentId)).toMatchObject({ state: 'open' });
  });

  it('is charged once, however often the button is pressed', async () => {
    const guest = asGuest();
    const { clientSecret, intentId } = await shop.checkOut(guest);
    const answers = await Promise.all(Array.from({ length: 6 }, () => shop.confirm(guest, clientSecret)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    await untilRow(intentId, PAID);
    expect(await shop.rows(`SELECT 1 FROM sandbox_webhooks WHERE payload LIKE '%' || $1 || '%'`, [intentId])).toHaveLength(1);
  });

  it('pays nothing with a secret that nobody was given', async () => {
    const answer = await shop.confirm(asGuest(), 'pi_0_secret_0');
    expect([answer.status, answer.text]).toEqual([404, 'Not found']);
  });

  it('needs a session', async () => {
    expect((await shop.service.call('POST', '/api/sandbox/payments/confirm', { body: {} })).status).toBe(401);
  });

  it('takes out of the cart only what was paid for', async () => {
    const guest = asGuest();
    const { product, cart } = await shop.fillCart(guest, {}, { quantity: 2 });
    const { clientSecret } = (await shop.ship(guest)).json<{ clientSecret: string }>();
    await shop.add(guest, { productId: product.id, generatedImageId: cart.items[0]?.generatedImageId ?? '', quantity: 3 });
    const { product: later } = await shop.fillCart(guest);
    await shop.confirm(guest, clientSecret);
    await eventually(async () => expect((await shop.cart(guest)).itemCount).toBe(4));
    const left = (await shop.cart(guest)).items.map(({ productId, quantity }) => [productId, quantity]);
    expect(left).toEqual([
      [later.id, 1],
      [product.id, 3],
    ]);
  });

  it('leaves room for a second order of the same cart', async () => {
    const guest = asGuest();
    const first = await shop.checkOut(guest);
    await shop.confirm(guest, first.clientSecret);
    await untilRow(first.intentId, PAID);
    const second = await shop.checkOut(guest);
    expect(second.orderNumber).not.toBe(first.orderNumber);
    await shop.confirm(guest, second.clientSecret);
    await untilRow(second.intentId, PAID);
  });
});

describe("the provider's webhook", () => {
  it.each<[string, (body: string) => string | undefined]>([
    ['no signature', () => ''],
    ['a signature of another secret', (body) => signWebhook('not the secret of the sandbox', body)],
    ['a signature of other bytes', (body) => signWebhook(WEBHOOK_SECRET, `${body} `)],
    ['a signature that is too old', (body) => signWebhook(WEBHOOK_SECRET, body, Math.floor(Date.now() / 1000) - 301)],
    ['garbage for a signature', () => 't=now,v1=yes'],
  ])('is refused with %s', async (_, signatureOf) => {
    const { intentId } = await shop.checkOut(asGuest());
    const event = await eventAbout(shop, intentId, { status: 'succeeded' });
    const answer = await deliver(shop, event, signatureOf(JSON.stringify(event)));
    expect([answer.status, answer.text]).toEqual([400, 'The signature of this webhook is not valid.']);
    expect(await shop.orderRow(intentId)).toMatchObject(OPEN);
  });

  it('is applied once of ten times, five of them at the same moment', async () => {
    const { intentId } = await shop.checkOut(asGuest());
    const event = await eventAbout(shop, intentId, { status: 'succeeded' });
    const together = await Promise.all(Array.from({ length: 5 }, () => deliver(shop, event)));
    const after = [];
    for (let time = 0; time < 5; time += 1) after.push(await deliver(shop, event));
    expect([...together, ...after].map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(await shop.orderRow(intentId)).toMatchObject(PAID);
    expect(await shop.eventsOf(await idOf(intentId))).toEqual(['order.placed', 'order.paid', 'order.status-changed']);
  });

  it('three times beside the return page in parallel makes one paid order and one order.paid', async () => {
    const guest = asGuest();
    const { intentId } = await shop.checkOut(guest);
    await paySilently(shop, intentId);
    const event = await eventAbout(shop, intentId);
    const other = await eventAbout(shop, intentId);
    await Promise.all([
      deliver(shop, event),
      shop.placed(guest, intentId),
      deliver(shop, event),
      shop.placed(guest, intentId),
      deliver(shop, other),
      shop.ship(guest),
      shop.placed(guest, intentId),
    ]);
    expect(await shop.placed(guest, intentId)).toMatchObject({ state: 'paid' });
    expect((await shop.eventsOf(await idOf(intentId))).filter((type) => type === 'order.paid')).toHaveLength(1);
    expect((await shop.cart(guest)).itemCount).toBe(0);
  });

  it('that tells a decline after the payment changes nothing', async () => {
    const { intentId } = await shop.checkOut(asGuest());
    const declined = await eventAbout(shop, intentId, { failureMessage: 'Your card was declined.' });
    await deliver(shop, await eventAbout(shop, intentId, { status: 'succeeded' }));
    expect((await deliver(shop, declined)).status).toBe(200);
    expect(await shop.orderRow(intentId)).toMatchObject(PAID);
  });

  it.each([
    ['less', { amountCents: 3_590 }],
    ['more', { amountCents: 3_592 }],
    ['another currency', { currency: 'eur' }],
  ])('of %s is not taken as paid, and does not stand in the way of the right one', async (_, change) => {
    const { intentId } = await shop.checkOut(asGuest());
    await deliver(shop, await eventAbout(shop, intentId, { status: 'succeeded', ...change }));
    expect(await shop.orderRow(intentId)).toMatchObject(OPEN);
    await deliver(shop, await eventAbout(shop, intentId, { status: 'succeeded' }));
    expect(await shop.orderRow(intentId)).toMatchObject(PAID);
  });

  it('about an intent of somebody else is taken and passed over', async () => {
    const { intentId } = await shop.checkOut(asGuest());
    const event = await eventAbout(shop, intentId, { id: `pi_${randomUUID()}`, status: 'succeeded' });
    expect((await deliver(shop, event)).status).toBe(200);
    expect(await shop.orderRow(intentId)).toMatchObject(OPEN);
  });

  it('without a body is refused', async () => {
    expect((await shop.service.call('POST', '/api/webhooks/stripe')).status).toBe(400);
  });
});

describe('the return page', () => {
  it('learns of a payment whose webhook never came, by asking', async () => {
    const guest = asGuest();
    const { intentId } = await shop.checkOut(guest);
    await paySilently(shop, intentId);
    expect(await shop.placed(guest, intentId)).toMatchObject({ state: 'paid', order: { status: 'paid', paymentStatus: 'paid' } });
  });

  it('still says open while nothing is known', async () => {
    const guest = asGuest();
    const { intentId } = await shop.checkOut(guest);
    expect(await shop.placed(guest, intentId)).toMatchObject({ state: 'open', paymentMessage: null });
  });

  it('says failed for an order that was cancelled', async () => {
    const guest = asGuest();
    const { intentId } = await shop.checkOut(guest);
    await shop.rows(`UPDATE sandbox_intents SET status = 'canceled' WHERE id = $1`, [intentId]);
    expect(await shop.placed(guest, intentId)).toMatchObject({ state: 'failed', order: { status: 'cancelled' } });
  });
});

describe('a shipping call while a payment is on its way', () => {
  it('finds the cart paid where the payment has succeeded unheard', async () => {
    const guest = asGuest();
    const { intentId } = await shop.checkOut(guest);
    await paySilently(shop, intentId);
    const answer = await shop.ship(guest);
    expect([answer.status, answer.text]).toEqual([409, 'Your cart is empty']);
    expect(await shop.orderRow(intentId)).toMatchObject(PAID);
  });

  it('makes a second order of what was added since', async () => {
    const guest = asGuest();
    const { intentId, orderNumber } = await shop.checkOut(guest);
    await paySilently(shop, intentId);
    await shop.fillCart(guest, { basePrice: '10.00' });
    const answer = (await shop.ship(guest)).json<{ orderNumber: string; clientSecret: string }>();
    expect(answer.orderNumber).not.toBe(orderNumber);
    expect(await shop.orderRow(intentId)).toMatchObject(PAID);
    expect(await shop.orderRow(answer.clientSecret.split('_secret_')[0] ?? '')).toMatchObject({ ...OPEN, subtotal_cents: 1_000 });
  });

  it('waits for a payment that is being processed', async () => {
    const guest = asGuest();
    const { intentId } = await shop.checkOut(guest);
    await shop.rows(`UPDATE sandbox_intents SET status = 'processing' WHERE id = $1`, [intentId]);
    await shop.fillCart(guest);
    const answer = await shop.ship(guest);
    expect([answer.status, answer.text]).toEqual([409, 'Your payment is being confirmed. Please wait a moment.']);
    expect(await shop.orderRow(intentId)).toMatchObject({ ...OPEN, total_cents: 3_591 });
  });

  it('makes a new order where the intent was cancelled at the provider', async () => {
    const guest = asGuest();
    const { intentId, orderNumber } = await shop.checkOut(guest);
    await shop.rows(`UPDATE sandbox_intents SET status = 'canceled' WHERE id = $1`, [intentId]);
    const answer = (await shop.ship(guest)).json<{ orderNumber: string }>();
    expect(answer.orderNumber).not.toBe(orderNumber);
    expect(await shop.orderRow(intentId)).toMatchObject({ status: 'cancelled' });
  });
});

describe('My Orders', () => {
  const listFor = async (who: ReturnType<typeof asUser>) => (await shop.service.call('GET', '/api/orders', { as: who })).json<Order[]>();

  it('shows what was tried, newest first, and nothing that was only addressed', async () => {
    const user = asUser();
    const first = await shop.checkOut(user);
    expect(await listFor(user)).toEqual([]);
    await shop.confirm(user, first.clientSecret);
    await untilRow(first.intentId, PAID);
    const second = await shop.checkOut(user);
    await shop.confirm(user, second.clientSecret, CARDS.declined);
    await untilRow(second.intentId, { payment_status: 'failed' });

    const orders = await listFor(user);
    expect(orders.map(({ orderNumber, paymentStatus, items }) => [orderNumber, paymentStatus, items.length])).toEqual([
      [second.orderNumber, 'failed', 1],
      [first.orderNumber, 'paid', 1],
    ]);
  });

  it('shows an order whose payment is being processed', async () => {
    const user = asUser();
    const { intentId, orderNumber } = await shop.checkOut(user);
    await shop.rows(`UPDATE sandbox_intents SET status = 'processing' WHERE id = $1`, [intentId]);
    await shop.placed(user, intentId);
    expect((await listFor(user)).map((order) => order.orderNumber)).toEqual([orderNumber]);
  });

  it("shows nothing of another's", async () => {
    const { clientSecret, intentId } = await shop.checkOut(asUser());
    await shop.confirm(asUser(), clientSecret);
    await untilRow(intentId, PAID);
    expect(await listFor(asUser())).toEqual([]);
  });

  it.each([
    ['nobody', undefined],
    ['a guest', asGuest()],
  ])('is not shown to %s', async (_, who) => {
    const answer = await shop.service.call('GET', '/api/orders', { as: who });
    expect([answer.status, answer.text]).toEqual([401, 'Not signed in']);
  });
});

it('a cart is usable right after its order was paid', async () => {
  const user = asUser();
  const { clientSecret, intentId } = await shop.checkOut(user);
  await Promise.all([shop.confirm(user, clientSecret), shop.fillCart(user), shop.fillCart(user)]);
  await untilRow(intentId, PAID);
  expect((await shop.service.call('GET', '/api/cart', { as: user })).json<Cart>().itemCount).toBe(2);
});
