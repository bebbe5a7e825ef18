import type { Cart } from '@shop/contracts/order';
import { asGuest, asUser, eventually } from '@shop/testing';
import { CARDS, Shop } from './shop.js';

let shop: Shop;
beforeAll(async () => {
  shop = await Shop.open();
});
afterAll(() => shop.close());

const PAID = { status: 'paid', payment_status: 'paid' };
const OPEN = { status: 'created', payment_status: 'pending' };
const untilRow = (intentId: string, expected: Record<string, unknown>) =>
  eventually(async () => expect(await shop.orderRow(intentId)).toMatchObject(expected));
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
    expect(await shop.eventsOf(await idOf(intentId))).toEqual([
      'order.placed',
      'order.payment-failed',
      'order.paid',
      'order.status-changed',
    ]);
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
    expect(
      await shop.rows(`SELECT 1 FROM sandbox_webhooks WHERE payload LIKE '%' || $1 || '%'`, [intentId]),
    ).toHaveLength(1);
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
    await shop.add(guest, {
      productId: product.id,
      generatedImageId: cart.items[0]?.generatedImageId ?? '',
      quantity: 3,
    });
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

it('a cart is usable right after its order was paid', async () => {
  const user = asUser();
  const { clientSecret, intentId } = await shop.checkOut(user);
  await Promise.all([shop.confirm(user, clientSecret), shop.fillCart(user), shop.fillCart(user)]);
  await untilRow(intentId, PAID);
  expect((await shop.service.call('GET', '/api/cart', { as: user })).json<Cart>().itemCount).toBe(2);
});
