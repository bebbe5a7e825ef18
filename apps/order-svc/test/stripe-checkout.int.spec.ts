import type { Checkout } from '@shop/contracts/order';
import { asGuest, asUser, eventually } from '@shop/testing';
import { PaymentSweep } from '../src/payments/payment-sweep.js';
import { CARDS, intentOf, Shop } from './shop.js';
import { StripeServer, TRIES, type Fault } from './stripe-server.js';
import { stripeEnv, stripeShopOf } from './stripe-shop.js';

const fault = (status: number, type: Fault['error']['type'], code?: string): Fault => ({
  status,
  error: { type, message: 'For developers only', code },
});

const outOfReach = (): 'hang up'[] => Array.from({ length: TRIES }, () => 'hang up');

const own = stripeShopOf();

/** Shown and sent, then sent again with something more in the cart. */
async function changedCart() {
  const guest = asGuest();
  const first = await own.shop.checkOut(guest);
  await own.shop.fillCart(guest, { basePrice: '10.00' });
  const second = (await own.shop.ship(guest)).json<Checkout>();
  return { guest, first, second: { ...second, intentId: intentOf(second.clientSecret) } };
}

describe('the checkout with Stripe', () => {
  it('tells the browser its public key, and never the secret one', async () => {
    const answer = await own.shop.service.call('GET', '/api/checkout/config');
    expect(answer.json()).toEqual({ provider: 'stripe', publishableKey: 'pk_test_shop' });
  });

  it('keeps with the order who takes its money', async () => {
    const { intentId, clientSecret } = await own.shop.checkOut(asGuest());
    expect(own.stripe.intent(intentId)).toMatchObject({ amount: 3_591, client_secret: clientSecret });
    expect(await own.shop.orderRow(intentId)).toMatchObject({ payment_provider: 'stripe' });
  });

  it('tells Stripe another address under a key of its own, and never another amount', async () => {
    const guest = asGuest();
    const { intentId, order } = await own.shop.checkOut(guest);
    expect((await own.shop.ship(guest, { city: 'Chicago', country: 'United States' })).status).toBe(200);
    expect(own.stripe.intent(intentId)).toMatchObject({ amount: 3_591, shipping: { address: { city: 'Chicago' } } });
    const updates = own.stripe.callsOf('POST', `/v1/payment_intents/${intentId}`);
    expect(updates.map(({ headers }) => headers['idempotency-key'])).toEqual([`pi-update:${order.id}:1`]);
    expect(updates[0]?.params).not.toHaveProperty('shipping[address][country]');
    expect(updates[0]?.params).not.toHaveProperty('amount');
  });

  it('ends the intent of a cart that was changed, before the order costs something else, and makes another under a key of its own', async () => {
    const { guest, first, second } = await changedCart();
    const { id } = second.order;
    expect(own.stripe.intent(first.intentId)).toMatchObject({ amount: 3_591, status: 'canceled' });
    expect(own.stripe.intent(second.intentId)).toMatchObject({
      amount: 4_671,
      status: 'requires_payment_method',
      metadata: { orderId: id },
    });
    const writes = own.stripe.seen
      .filter(({ method }) => method === 'POST')
      .map(({ path, headers }) => [path, headers['idempotency-key']]);
    expect(writes.slice(-2)).toEqual([
      [`/v1/payment_intents/${first.intentId}/cancel`, expect.anything()],
      ['/v1/payment_intents', `pi-create:${id}/1`],
    ]);
    expect(await own.shop.placed(guest, second.intentId)).toMatchObject({ order: { total: '46.71' } });
  });

  it('goes on with the order where Stripe tells of the end of the intent before', async () => {
    const { guest, first, second } = await changedCart();
    expect((await own.tell('payment_intent.canceled', own.stripe.intent(first.intentId))).status).toBe(200);
    own.stripe.pay(second.intentId);
    expect(await own.shop.placed(guest, second.intentId)).toMatchObject({ state: 'paid', order: { total: '46.71' } });
  });

  it('goes on where the process died between the end of an intent and the next one, whatever Stripe tells meanwhile', async () => {
    const guest = asGuest();
    const { intentId, order } = await own.shop.checkOut(guest);
    await own.shop.fillCart(guest, { basePrice: '10.00' });
    await own.shop.rows('UPDATE orders SET ending_intent_id = payment_intent_id WHERE id = $1', [order.id]);
    own.stripe.change(intentId, { status: 'canceled' });
    expect((await own.tell('payment_intent.canceled', own.stripe.intent(intentId))).status).toBe(200);
    expect(
      (await own.shop.aboutToPay(guest, { orderNumber: order.orderNumber, revision: 'any' }, 'guest@example.com'))
        .status,
    ).toBe(409);

    const shown = (await own.shop.ship(guest)).json<Checkout>();
    expect(shown.order).toMatchObject({ id: order.id, status: 'created', total: '46.71' });
    expect(own.stripe.intent(intentOf(shown.clientSecret))).toMatchObject({
      amount: 4_671,
      status: 'requires_payment_method',
    });
  });

  it('keeps the order of a payment that was on its way when the cart was changed', async () => {
    const guest = asGuest();
    const { intentId } = await own.shop.checkOut(guest);
    await own.shop.fillCart(guest, { basePrice: '10.00' });
    own.stripe.change(intentId, { status: 'processing' });
    expect((await own.shop.ship(guest)).text).toBe('Your payment is being confirmed. Please wait a moment.');
    own.stripe.pay(intentId);
    expect(await own.shop.placed(guest, intentId)).toMatchObject({ state: 'paid', order: { total: '35.91' } });
    expect(await own.shop.cart(guest)).toMatchObject({ subtotal: '10.00' });
  });

  it('gives nobody the secret of a guest without an e-mail: that is all Stripe needs (D44)', async () => {
    const guest = asGuest();
    await own.shop.fillCart(guest);
    const shown = (await own.shop.ship(guest)).json<Checkout>();
    expect(shown).toMatchObject({ clientSecret: '', order: { total: '35.91' } });
    const refused = await own.shop.aboutToPay(guest, shown);
    expect([refused.status, refused.text]).toEqual([400, 'Invalid email address']);

    const { clientSecret } = (await own.shop.aboutToPay(guest, shown, 'guest@example.com')).json<{
      clientSecret: string;
    }>();
    expect(own.stripe.intent(intentOf(clientSecret))).toMatchObject({ amount: 3_591, client_secret: clientSecret });
    expect((await own.shop.ship(guest)).json()).toMatchObject({ clientSecret, order: { email: 'guest@example.com' } });
  });

  it('makes one intent of parallel calls', async () => {
    const guest = asGuest();
    await own.shop.fillCart(guest);
    const answers = await Promise.all(Array.from({ length: 6 }, () => own.shop.ship(guest)));
    expect(new Set(answers.map((answer) => answer.json<Checkout>().revision)).size).toBe(1);
    expect(
      new Set(own.stripe.callsOf('POST', '/v1/payment_intents').map(({ headers }) => headers['idempotency-key'])).size,
    ).toBe(1);
  });

  it('makes one intent of two calls under way at once, of which Stripe refuses one for now', async () => {
    const guest = asGuest();
    await own.shop.fillCart(guest);
    const created = () => own.stripe.callsOf('POST', '/v1/payment_intents');
    let goOn = (): void => undefined;
    own.stripe.held = new Promise<void>((resolve) => (goOn = resolve));
    const calls = Promise.all([own.shop.ship(guest), own.shop.ship(guest)]);
    await eventually(() => expect(created()).toHaveLength(2));
    goOn();
    const answers = await calls;
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const [{ order }, other] = [answers[0].json<Checkout>(), answers[1].json<Checkout>()];
    expect([other.order.id, other.revision]).toEqual([order.id, answers[0].json<Checkout>().revision]);
    expect([...own.stripe.intents.values()].filter(({ metadata }) => metadata.orderId === order.id)).toHaveLength(1);
    expect(new Set(created().map(({ headers }) => headers['idempotency-key']))).toEqual(
      new Set([`pi-create:${order.id}`]),
    );
  });

  it.each<[string, Fault | 'hang up', number, string]>([
    [
      'is down',
      'hang up',
      503,
      "We can't reach our payment provider. Your cart is kept, and nothing was charged. Please try again in a moment.",
    ],
    [
      'has a fault',
      fault(500, 'api_error'),
      502,
      'Our payment provider has a problem. Your cart is kept, and nothing was charged. Please try again in a moment.',
    ],
    [
      'has too much to do',
      fault(429, 'invalid_request_error', 'rate_limit'),
      503,
      'Our payment provider is very busy. Your cart is kept, and nothing was charged. Please try again in a moment.',
    ],
    [
      'does not know the key',
      fault(401, 'authentication_error'),
      503,
      'Card payments are not available right now. Your cart is kept, and nothing was charged. Please try again later.',
    ],
    [
      'refuses the request',
      fault(400, 'invalid_request_error'),
      502,
      'The payment could not be prepared. Your cart is kept, and nothing was charged. Please try again later.',
    ],
  ])(
    'where Stripe %s answers in plain words, keeps the cart, and goes on later',
    async (_, trouble, status, sentence) => {
      const guest = asGuest();
      const { cart } = await own.shop.fillCart(guest);
      own.stripe.faults.push(...(trouble === 'hang up' ? outOfReach() : [trouble]));
      const answer = await own.shop.ship(guest);
      expect([answer.status, answer.text]).toEqual([status, sentence]);
      expect(await own.shop.cart(guest)).toEqual(cart);
      expect((await own.shop.ship(guest)).status).toBe(200);
    },
  );

  it('refuses an order that is more than Stripe takes at once', async () => {
    const guest = asGuest();
    await own.shop.fillCart(guest, { basePrice: '999999.00' });
    const answer = await own.shop.ship(guest);
    expect([answer.status, answer.text]).toEqual([
      422,
      'This is more than one payment can be. Please order it in smaller parts.',
    ]);
  });

  it('takes the order in smaller parts after that, and lets go of what it refused', async () => {
    const guest = asGuest();
    const { cart } = await own.shop.fillCart(guest, { basePrice: '600000.00' }, { quantity: 2 });
    expect((await own.shop.ship(guest)).status).toBe(422);
    expect(
      (await own.shop.service.call('PATCH', `/api/cart/${cart.items[0]?.id}`, { as: guest, body: { quantity: 1 } }))
        .status,
    ).toBe(200);
    const answer = await own.shop.ship(guest);
    expect(answer.status).toBe(200);
    expect(answer.json<Checkout>().order.subtotal).toBe('600000.00');
    const orders = await own.shop.rows(
      'SELECT status, cart_id IS NULL AS is_let_go, payment_intent_id IS NULL AS is_without_intent FROM orders WHERE guest_id = $1 ORDER BY created_at',
      [guest.guestId],
    );
    expect(orders).toEqual([
      { status: 'created', is_let_go: true, is_without_intent: true },
      { status: 'created', is_let_go: false, is_without_intent: false },
    ]);
  });

  it('learns by asking what no webhook told', async () => {
    const guest = asGuest();
    const { intentId } = await own.shop.checkOut(guest);
    own.stripe.pay(intentId);
    expect(await own.shop.placed(guest, intentId)).toMatchObject({ state: 'paid' });
    expect(own.stripe.callsOf('GET', `/v1/payment_intents/${intentId}`)[0]?.params).toEqual({
      'expand[0]': 'latest_charge',
    });
  });

  it('still says open while Stripe does not answer', async () => {
    const guest = asGuest();
    const { intentId } = await own.shop.checkOut(guest);
    own.stripe.faults.push(...outOfReach());
    expect(await own.shop.placed(guest, intentId)).toMatchObject({ state: 'open' });
  });

  it('says open, not failed, while Stripe does not answer, also where a card was declined before: the next one may have paid', async () => {
    const guest = asGuest();
    const { intentId } = await own.shop.checkOut(guest);
    own.stripe.decline(intentId, 'Your card was declined.');
    expect(await own.shop.placed(guest, intentId)).toMatchObject({ state: 'failed' });
    own.stripe.pay(intentId);
    own.stripe.faults.push(...outOfReach());
    expect(await own.shop.placed(guest, intentId)).toMatchObject({ state: 'open' });
    expect(await own.shop.placed(guest, intentId)).toMatchObject({ state: 'paid' });
  });

  it('has no card form of the sandbox beside it', async () => {
    const guest = asGuest();
    const { clientSecret } = await own.shop.checkOut(guest);
    expect((await own.shop.confirm(guest, clientSecret, CARDS.accepted)).status).toBe(404);
  });

  it('makes another order of a cart whose intent another account of Stripe has', async () => {
    const guest = asGuest();
    const { intentId, orderNumber } = await own.shop.checkOut(guest);
    own.stripe.intents.delete(intentId);
    const shown = (await own.shop.ship(guest)).json<Checkout>();
    expect(shown.orderNumber).not.toBe(orderNumber);
    await own.shop.rows(`UPDATE orders SET updated_at = now() - interval '25 hours' WHERE payment_intent_id = $1`, [
      intentId,
    ]);
    await own.shop.service.get(PaymentSweep).run();
    expect(await own.shop.orderRow(intentId)).toMatchObject({ status: 'cancelled', payment_status: 'pending' });
  });

  it('cancels what was left for a day, together with its intent', async () => {
    const { intentId } = await own.shop.checkOut(asGuest());
    await own.shop.rows(`UPDATE orders SET updated_at = now() - interval '25 hours' WHERE payment_intent_id = $1`, [
      intentId,
    ]);
    await own.shop.service.get(PaymentSweep).run();
    expect(own.stripe.intent(intentId)).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' });
    expect(await own.shop.orderRow(intentId)).toMatchObject({ status: 'cancelled' });
  });
});

describe('a shop that is switched over', () => {
  let stripe: StripeServer;
  let shop: Shop;
  beforeEach(async () => {
    stripe = await StripeServer.start();
    shop = await Shop.open();
  });
  afterEach(async () => {
    await shop.close();
    await stripe.stop();
  });

  it('from the sandbox to Stripe makes a new order of the cart, and Stripe never hears of the old intent', async () => {
    const guest = asUser();
    const old = await shop.checkOut(guest);
    const switched = await shop.secondInstance(stripeEnv(stripe));
    try {
      const body = {
        name: 'Pat Doe',
        address: '1 Main St',
        city: 'Springfield',
        state: 'IL',
        zip: '62701',
        country: 'US',
      };
      const answer = await switched.call('POST', '/api/checkout/shipping', { as: guest, body });
      const intentId = intentOf(answer.json<{ clientSecret: string }>().clientSecret);
      expect(stripe.intents.has(intentId)).toBe(true);
      expect(await shop.orderRow(old.intentId)).toMatchObject({ payment_provider: 'sandbox', status: 'created' });

      await shop.rows(`UPDATE orders SET updated_at = now() - interval '25 hours' WHERE payment_intent_id = $1`, [
        old.intentId,
      ]);
      await switched.get(PaymentSweep).run();
      expect(await shop.orderRow(old.intentId)).toMatchObject({ status: 'cancelled' });
      expect(stripe.seen.some(({ path }) => path.includes(old.intentId))).toBe(false);

      const free = await switched.call('POST', '/api/sandbox/payments/confirm', {
        as: guest,
        body: { clientSecret: old.clientSecret, cardNumber: CARDS.accepted, expiry: '12/34', cvc: '123' },
      });
      expect(free.status).toBe(404);
    } finally {
      await switched.stop();
    }
  });
});
