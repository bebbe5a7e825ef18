import { randomUUID } from 'node:crypto';
import { checkoutConfigSchema, checkoutSchema, placedOrderSchema, type Checkout } from '@shop/contracts/order';
import { asGuest, asUser, type Answer } from '@shop/testing';
import { ADDRESS, intentOf, Shop } from './shop.js';

let shop: Shop;
beforeAll(async () => {
  shop = await Shop.open();
});
afterAll(() => shop.close());

const intentsOf = (orderId: string) =>
  shop.rows('SELECT amount_cents, status FROM sandbox_intents WHERE order_id = $1 ORDER BY created_at', [orderId]);
const offers = (answers: readonly Answer[]) =>
  new Set(
    answers.map((answer) =>
      [
        answer.json<Checkout>().clientSecret,
        answer.json<Checkout>().orderNumber,
        answer.json<Checkout>().revision,
      ].join(),
    ),
  );
const ordersOf = (guestId: string | undefined) => shop.rows('SELECT * FROM orders WHERE guest_id = $1', [guestId]);

describe('the shipping call', () => {
  it('makes the order with its totals, and answers with what the browser pays with', async () => {
    const guest = asGuest();
    await shop.fillCart(guest, { basePrice: '18.69' }, { quantity: 3 });
    const answer = await shop.ship(guest);
    expect(answer.status).toBe(200);
    expect(checkoutSchema.parse(answer.json())).toEqual(answer.json());
    const { orderNumber, clientSecret } = answer.json<Checkout>();
    expect(orderNumber).toMatch(/^PA-[0-9A-HJKMNP-TV-Z]{10}$/);
    const placed = await shop.placed(guest, intentOf(clientSecret));
    expect(placedOrderSchema.parse(placed)).toEqual(placed);
    // 56.07 + 9.99 + 4.4856, rounded half up
    expect(placed).toMatchObject({
      state: 'open',
      paymentMessage: null,
      order: {
        orderNumber,
        status: 'created',
        paymentStatus: 'pending',
        email: null,
        subtotal: '56.07',
        shipping: '9.99',
        tax: '4.49',
        total: '70.55',
        shippingAddress: ADDRESS,
      },
    });
    expect(
      await shop.rows('SELECT amount_cents, currency FROM sandbox_intents WHERE client_secret = $1', [clientSecret]),
    ).toEqual([{ amount_cents: 7_055, currency: 'usd' }]);
  });

  it('leaves the cart as it is', async () => {
    const guest = asGuest();
    const { cart } = await shop.fillCart(guest);
    await shop.ship(guest);
    expect(await shop.cart(guest)).toEqual(cart);
  });

  it('keeps the order of a signed-in customer under the account and its e-mail', async () => {
    const user = asUser({ email: 'pat@example.org' });
    const { intentId } = await shop.checkOut(user);
    expect(await shop.orderRow(intentId)).toMatchObject({
      user_id: user.userId,
      guest_id: null,
      email: 'pat@example.org',
    });
  });

  it('tells order.placed once, when the intent exists', async () => {
    const guest = asGuest();
    const { intentId } = await shop.checkOut(guest);
    await shop.ship(guest, { city: 'Chicago' });
    const { id } = await shop.orderRow(intentId);
    expect(await shop.eventsOf(id as string)).toEqual(['order.placed']);
  });

  it('brings the same order up to date when a changed cart is sent, with an intent of its own, and ends the one before', async () => {
    const guest = asGuest();
    const first = await shop.checkOut(guest);
    await shop.fillCart(guest, { basePrice: '10.00' });
    const second = (await shop.ship(guest, { name: 'Chris Doe' })).json<Checkout>();
    expect(second.orderNumber).toBe(first.orderNumber);
    const { order } = await shop.placed(guest, intentOf(second.clientSecret));
    expect(order).toMatchObject({ subtotal: '34.00', total: '46.71', shippingAddress: { name: 'Chris Doe' } });
    expect(second.order).toEqual(order);
    expect(order.items).toHaveLength(2);
    expect(await intentsOf(order.id)).toEqual([
      { amount_cents: 3_591, status: 'canceled' },
      { amount_cents: 4_671, status: 'open' },
    ]);
    expect(await ordersOf(guest.guestId)).toHaveLength(1);
    expect(await shop.eventsOf(order.id)).toEqual(['order.placed']);
  });

  it('keeps the intent of the same cart, whatever the address', async () => {
    const guest = asGuest();
    const first = await shop.checkOut(guest);
    const same = (await shop.ship(guest)).json<Checkout>();
    expect([same.clientSecret, same.revision]).toEqual([first.clientSecret, first.revision]);
    const moved = (await shop.ship(guest, { city: 'Chicago' })).json<Checkout>();
    expect(moved).toMatchObject({ clientSecret: first.clientSecret, order: { shippingAddress: { city: 'Chicago' } } });
    expect(moved.revision).not.toBe(first.revision);
  });

  it('makes one order of twelve parallel calls, with one intent', async () => {
    const guest = asGuest();
    await shop.fillCart(guest);
    const answers = await Promise.all(Array.from({ length: 12 }, () => shop.ship(guest)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
    expect(offers(answers).size).toBe(1);
    const orders = await ordersOf(guest.guestId);
    expect(orders).toHaveLength(1);
    expect(await shop.rows('SELECT 1 FROM sandbox_intents WHERE order_id = $1', [orders[0]?.id])).toHaveLength(1);
    expect(await shop.eventsOf(orders[0]?.id as string)).toEqual(['order.placed']);
  });

  it('makes one order of parallel calls to two instances', async () => {
    const other = await shop.secondInstance();
    try {
      const guest = asGuest();
      await shop.fillCart(guest);
      const ship = (service: typeof other) =>
        service.call('POST', '/api/checkout/shipping', { as: guest, body: ADDRESS });
      const answers = await Promise.all([shop.service, other, shop.service, other, shop.service, other].map(ship));
      expect(offers(answers).size).toBe(1);
      expect(await ordersOf(guest.guestId)).toHaveLength(1);
    } finally {
      await other.stop();
    }
  });

  it('ends with order, intent and cart at one total when the cart is changed meanwhile', async () => {
    const guest = asGuest();
    const { product, cart } = await shop.fillCart(guest);
    const more = () =>
      shop.add(guest, { productId: product.id, generatedImageId: cart.items[0]?.generatedImageId ?? '' });
    const answers = await Promise.all([shop.ship(guest), more(), shop.ship(guest), more(), shop.ship(guest), more()]);
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    await shop.ship(guest);
    const [order] = await ordersOf(guest.guestId);
    const payable = (await intentsOf(order?.id as string)).filter(({ status }) => status === 'open');
    expect(await shop.cart(guest)).toMatchObject({ itemCount: 4, subtotal: '96.00' });
    expect(order?.total_cents).toBe(9_600 + 999 + 768);
    expect(payable).toEqual([{ amount_cents: order?.total_cents, status: 'open' }]);
  });

  it('goes on with the same intent where the process died before it was noted', async () => {
    const guest = asGuest();
    const { intentId, clientSecret, orderNumber } = await shop.checkOut(guest);
    await shop.rows('UPDATE orders SET payment_intent_id = NULL, client_secret = NULL WHERE payment_intent_id = $1', [
      intentId,
    ]);
    expect((await shop.ship(guest, { city: 'Chicago' })).json()).toMatchObject({ clientSecret, orderNumber });
    expect(await shop.orderRow(intentId)).toMatchObject({ shipping_address: { city: 'Chicago' } });
  });

  it('ends even an intent that nobody noted before the order costs something else', async () => {
    const guest = asGuest();
    const { intentId, order } = await shop.checkOut(guest);
    await shop.rows('UPDATE orders SET payment_intent_id = NULL, client_secret = NULL WHERE payment_intent_id = $1', [
      intentId,
    ]);
    await shop.fillCart(guest, { basePrice: '10.00' });
    expect((await shop.ship(guest)).json()).toMatchObject({ order: { total: '46.71' } });
    expect(await intentsOf(order.id)).toEqual([
      { amount_cents: 3_591, status: 'canceled' },
      { amount_cents: 4_671, status: 'open' },
    ]);
  });

  it.each([
    ['nobody', undefined],
    ['a session without a cart', asGuest()],
  ])('answers %s that the cart is empty', async (_, who) => {
    const answer = await shop.ship(who);
    expect([answer.status, answer.text]).toEqual([409, 'Your cart is empty']);
  });

  it('answers that the cart is empty once all is removed, and leaves no order', async () => {
    const guest = asGuest();
    const { cart } = await shop.fillCart(guest);
    await shop.service.call('DELETE', `/api/cart/${cart.items[0]?.id}`, { as: guest });
    expect((await shop.ship(guest)).text).toBe('Your cart is empty');
    expect(await ordersOf(guest.guestId)).toEqual([]);
  });

  it.each([
    ['name', 'Name is required'],
    ['address', 'Address is required'],
    ['city', 'City is required'],
    ['state', 'State is required'],
    ['zip', 'ZIP code is required'],
    ['country', 'Country is required'],
  ])('asks for the %s', async (field, sentence) => {
    const guest = asGuest();
    await shop.fillCart(guest);
    const answer = await shop.ship(guest, { [field]: '  ' });
    expect([answer.status, answer.text]).toEqual([400, sentence]);
  });

  it.each(['\u0000', 'Pat \ud800'])('refuses the name %j, which no database keeps', async (name) => {
    expect((await shop.ship(asGuest(), { name })).text).toBe('The text holds a character that cannot be kept.');
  });

  it('takes a name in any script', async () => {
    const guest = asGuest();
    await shop.fillCart(guest);
    expect((await shop.ship(guest, { name: 'Žofie 🐶 山田' })).status).toBe(200);
  });

  it('tells each field that is wrong to a client that asks for a problem document', async () => {
    const answer = await shop.service.call('POST', '/api/checkout/shipping', {
      as: asGuest(),
      body: { ...ADDRESS, name: '', zip: '' },
      headers: { accept: 'application/problem+json' },
    });
    expect(answer.json()).toMatchObject({
      status: 400,
      errors: { name: 'Name is required', zip: 'ZIP code is required' },
    });
  });

  it('refuses a total that a price rise has made too large', async () => {
    const guest = asGuest();
    const { product } = await shop.fillCart(guest);
    await shop.sells({ ...product, basePrice: '99999999.99' });
    await shop.cart(guest);
    expect((await shop.ship(guest)).status).toBe(422);
  });

  it('keeps unknown fields out', async () => {
    const guest = asGuest();
    const { intentId } = await shop.checkOut(guest);
    await shop.ship(guest, { total: '0.01', status: 'paid' } as never);
    expect(await shop.orderRow(intentId)).toMatchObject({
      status: 'created',
      total_cents: 3_591,
      shipping_address: ADDRESS,
    });
  });
});

describe('what the browser has to know about payment', () => {
  it('is that the sandbox takes it', async () => {
    const answer = await shop.service.call('GET', '/api/checkout/config');
    expect(checkoutConfigSchema.parse(answer.json())).toEqual({ provider: 'sandbox', publishableKey: null });
  });
});

describe('the placed order', () => {
  it.each([
    ['another session', () => asGuest()],
    ['another account', () => asUser()],
    ['nobody', () => undefined],
  ])('is not found by %s', async (_, who) => {
    const { intentId } = await shop.checkOut(asGuest());
    const answer = await shop.service.call('GET', `/api/checkout/orders/${intentId}`, { as: who() });
    expect([answer.status, answer.text]).toEqual([404, 'Not found']);
  });

  it.each(['pi_unknown', randomUUID(), '%27%20OR%201=1', '%00'])('is not found by the intent %s', async (intentId) => {
    expect((await shop.service.call('GET', `/api/checkout/orders/${intentId}`, { as: asGuest() })).status).toBe(404);
  });
});
