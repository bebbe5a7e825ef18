import { randomUUID } from 'node:crypto';
import type { Checkout, CustomerOrder, OwnOrder } from '@shop/contracts/order';
import { asGuest, asUser, waitFor } from '@shop/testing';
import type Stripe from 'stripe';
import { PaymentProviderRegistry } from '../src/payments/payment-provider.registry.js';
import { MoneyPage } from './support/money-page.js';
import { describePaymentProvider, newIntent, newRefund } from './support/payment-provider-contract.js';
import { CARDS, getIntentId } from './support/test-shop.js';
import { type FakeIntent, LIBRARY_TRIES } from './support/stripe-server.js';
import { deliverStripeWebhook, stripeEvent, stripeSetup } from './support/stripe-setup.js';

const setup = stripeSetup();
const moneyPage = new MoneyPage(() => setup.shop);
const { office } = moneyPage;

const reconcile = () => setup.shop.reconcilePayments();
const readOrder = (intentId: string) => setup.shop.getOrderRow(intentId);
const setAge = (intentId: string, column: 'updated_at' | 'awaited_since' | 'started_at', interval: string) =>
  setup.shop.query(
    column === 'updated_at'
      ? `UPDATE orders SET updated_at = now() - $2::interval WHERE id = (SELECT order_id FROM payment_intents WHERE intent_id = $1)`
      : `UPDATE payment_intents SET ${column} = now() - $2::interval WHERE intent_id = $1`,
    [intentId, interval],
  );
/** The status of the intent at Stripe, and that of its order. */
const readStatuses = async (intentId: string) => [
  setup.stripe.intent(intentId).status,
  (await readOrder(intentId)).status,
];
const PAID = { status: 'paid', payment_status: 'paid' };
const OPEN = { status: 'created', payment_status: 'pending' };

describe('checkout', () => {
  const connectionFaults = (): 'hang up'[] => Array.from({ length: LIBRARY_TRIES }, () => 'hang up');

  /** Checks out, adds an item and checks out again. */
  async function checkOutChangedCart() {
    const guest = asGuest();
    const first = await setup.shop.checkOut(guest);
    await setup.shop.fillCart(guest, { basePrice: '10.00' });
    const second = (await setup.shop.submitShipping(guest)).json<Checkout>();
    return { guest, first, second: { ...second, intentId: getIntentId(second.clientSecret) } };
  }

  describe('the checkout with Stripe', () => {
    it('gives the browser the public key only', async () => {
      const answer = await setup.shop.service.call('GET', '/api/checkout/config');
      expect(answer.json()).toMatchObject({ provider: 'stripe', publishableKey: 'pk_test_shop' });
    });

    it('updates the address at Stripe under its own key, and never the amount', async () => {
      const guest = asGuest();
      const { intentId, order } = await setup.shop.checkOut(guest);
      expect((await setup.shop.submitShipping(guest, { city: 'Chicago', country: 'Estados Unidos' })).status).toBe(200);
      expect(setup.stripe.intent(intentId)).toMatchObject({
        amount: 3_591,
        shipping: { address: { city: 'Chicago', country: 'US' } },
      });
      const updates = setup.stripe.listCalls('POST', `/v1/payment_intents/${intentId}`);
      expect(updates.map(({ headers }) => headers['idempotency-key'])).toEqual([`pi-update:${order.id}:1`]);
      expect(updates[0]?.params).not.toHaveProperty('amount');
    });

    it('cancels the intent of a changed cart before it makes the next under its own key', async () => {
      const { guest, first, second } = await checkOutChangedCart();
      const { id } = second.order;
      expect(setup.stripe.intent(first.intentId)).toMatchObject({ amount: 3_591, status: 'canceled' });
      expect(setup.stripe.intent(second.intentId)).toMatchObject({
        amount: 4_671,
        status: 'requires_payment_method',
        metadata: { orderId: id },
      });
      const writes = setup.stripe.calls
        .filter(({ method }) => method === 'POST')
        .map(({ path, headers }) => [path, headers['idempotency-key']]);
      expect(writes.slice(-2)).toEqual([
        [`/v1/payment_intents/${first.intentId}/cancel`, expect.anything()],
        ['/v1/payment_intents', `pi-create:${id}/1`],
      ]);
      expect(await setup.shop.getPlacedOrder(guest, second.intentId)).toMatchObject({ order: { total: '46.71' } });
    });

    it('gives no secret to a guest without an email', async () => {
      const guest = asGuest();
      await setup.shop.fillCart(guest);
      const displayed = (await setup.shop.submitShipping(guest)).json<Checkout>();
      expect(displayed).toMatchObject({ clientSecret: '', order: { total: '35.91' } });
      const rejected = await setup.shop.requestPayment(guest, displayed);
      expect([rejected.status, rejected.text]).toEqual([400, 'Invalid email address']);

      const { clientSecret } = (await setup.shop.requestPayment(guest, displayed, 'guest@example.com')).json<{
        clientSecret: string;
      }>();
      expect(setup.stripe.intent(getIntentId(clientSecret))).toMatchObject({
        amount: 3_591,
        client_secret: clientSecret,
      });
      expect((await setup.shop.submitShipping(guest)).json()).toMatchObject({
        clientSecret,
        order: { email: 'guest@example.com' },
      });
    });

    it('makes one intent of two parallel calls, of which Stripe refuses one for now', async () => {
      const guest = asGuest();
      await setup.shop.fillCart(guest);
      const created = () => setup.stripe.listCalls('POST', '/v1/payment_intents');
      let release = (): void => undefined;
      setup.stripe.responseGate = new Promise<void>((resolve) => (release = resolve));
      const calls = Promise.all([setup.shop.submitShipping(guest), setup.shop.submitShipping(guest)]);
      await waitFor(() => expect(created()).toHaveLength(2));
      release();
      const answers = await calls;
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const [{ order }, other] = [answers[0].json<Checkout>(), answers[1].json<Checkout>()];
      expect([other.order.id, other.revision]).toEqual([order.id, answers[0].json<Checkout>().revision]);
      expect([...setup.stripe.intents.values()].filter(({ metadata }) => metadata.orderId === order.id)).toHaveLength(
        1,
      );
      expect(new Set(created().map(({ headers }) => headers['idempotency-key']))).toEqual(
        new Set([`pi-create:${order.id}`]),
      );
    });

    it('is refused with a message while Stripe is down, and works later', async () => {
      const guest = asGuest();
      const { cart } = await setup.shop.fillCart(guest);
      setup.stripe.faults.push(...connectionFaults());
      const answer = await setup.shop.submitShipping(guest);
      expect([answer.status, answer.text]).toEqual([
        503,
        "We can't reach our payment provider. Your cart is kept, and nothing was charged. Please try again in a moment.",
      ]);
      expect(await setup.shop.getCart(guest)).toEqual(cart);
      expect((await setup.shop.submitShipping(guest)).status).toBe(200);
    });

    it('accepts a smaller order after one that was too large, which is detached from the cart', async () => {
      const guest = asGuest();
      const { cart } = await setup.shop.fillCart(guest, { basePrice: '600000.00' }, { quantity: 2 });
      expect((await setup.shop.submitShipping(guest)).status).toBe(422);
      expect(
        (await setup.shop.service.call('PATCH', `/api/cart/${cart.items[0]?.id}`, { as: guest, body: { quantity: 1 } }))
          .status,
      ).toBe(200);
      const answer = await setup.shop.submitShipping(guest);
      expect(answer.status).toBe(200);
      expect(answer.json<Checkout>().order.subtotal).toBe('600000.00');
      const orders = await setup.shop.query(
        `SELECT status, cart_id IS NULL AS is_detached, NOT EXISTS (SELECT FROM payment_intents i WHERE i.order_id = o.id AND i.n = o.canceled_intents) AS is_without_intent
           FROM orders o WHERE guest_id = $1 ORDER BY created_at`,
        [guest.guestId],
      );
      expect(orders).toEqual([
        { status: 'created', is_detached: true, is_without_intent: true },
        { status: 'created', is_detached: false, is_without_intent: false },
      ]);
    });

    it('is open while Stripe does not answer, also after a decline', async () => {
      const guest = asGuest();
      const { intentId } = await setup.shop.checkOut(guest);
      setup.stripe.decline(intentId, 'Your card was declined.');
      expect(await setup.shop.getPlacedOrder(guest, intentId)).toMatchObject({ state: 'failed' });
      setup.stripe.pay(intentId);
      setup.stripe.faults.push(...connectionFaults());
      expect(await setup.shop.getPlacedOrder(guest, intentId)).toMatchObject({ state: 'open' });
      expect(await setup.shop.getPlacedOrder(guest, intentId)).toMatchObject({ state: 'paid' });
    });

    it('has no card form of the sandbox beside it', async () => {
      const guest = asGuest();
      const { clientSecret } = await setup.shop.checkOut(guest);
      expect((await setup.shop.payWithCard(guest, clientSecret, CARDS.accepted)).status).toBe(404);
    });

    it('makes another order of a cart whose intent Stripe does not know', async () => {
      const guest = asGuest();
      const { intentId, orderNumber } = await setup.shop.checkOut(guest);
      setup.stripe.intents.delete(intentId);
      const displayed = (await setup.shop.submitShipping(guest)).json<Checkout>();
      expect(displayed.orderNumber).not.toBe(orderNumber);
      await setAge(intentId, 'updated_at', '25 hours');
      await reconcile();
      expect(await readOrder(intentId)).toMatchObject({ status: 'cancelled', payment_status: 'pending' });
    });
  });

  it('makes a new order of a cart whose order was to be paid at the sandbox, and never asks Stripe about the old intent', async () => {
    const who = asUser();
    const { order, intentId } = await setup.shop.checkOut(who);
    const old = intentId.replace('pi_', 'pi_sandbox_');
    await setup.shop.query(`UPDATE orders SET payment_provider = 'sandbox' WHERE id = $1`, [order.id]);
    await setup.shop.query(
      `UPDATE payment_intents SET intent_id = $2, client_secret = $2 || '_secret_1' WHERE order_id = $1`,
      [order.id, old],
    );
    await setup.shop.query(
      `INSERT INTO sandbox_intents (id, client_secret, idempotency_key, order_id, amount_cents, currency) VALUES ($2, $2 || '_secret_1', $2, $1, 3591, 'usd')`,
      [order.id, old],
    );
    const next = (await setup.shop.submitShipping(who)).json<Checkout>();
    expect(next.order.id).not.toBe(order.id);
    expect(setup.stripe.intents.has(getIntentId(next.clientSecret))).toBe(true);
    await setAge(old, 'updated_at', '25 hours');
    await reconcile();
    expect(await readOrder(old)).toMatchObject({ status: 'cancelled' });
    expect(setup.stripe.calls.some(({ path }) => path.includes(old))).toBe(false);
  });
});

const provider = () => setup.shop.service.get(PaymentProviderRegistry).current;
describePaymentProvider(provider, (id) => setup.stripe.pay(id));

describe('Stripe', () => {
  it('gets requests in the pinned version, without telemetry, with our key', async () => {
    const request = newIntent();
    await provider().createIntent(request);
    await provider().createIntent(request);
    const [first, second] = setup.stripe.listCalls('POST', '/v1/payment_intents');
    expect(first?.headers).toMatchObject({
      'stripe-version': '2026-10-28.endive',
      'idempotency-key': request.idempotencyKey,
      authorization: 'Bearer sk_test_shop',
    });
    expect(second?.headers['x-stripe-client-telemetry']).toBeUndefined();
  });

  it('gets the order and its address, and no email address', async () => {
    const request = newIntent();
    await provider().createIntent(request);
    expect(setup.stripe.calls[0]?.params).toEqual({
      amount: '3591',
      currency: 'usd',
      'automatic_payment_methods[enabled]': 'true',
      description: 'Order PA-0000000001',
      'metadata[orderId]': request.orderId,
      'metadata[orderNumber]': 'PA-0000000001',
      'metadata[shop]': 'PetArt',
      'shipping[name]': 'Pat Doe',
      'shipping[address][line1]': '1 Main St',
      'shipping[address][city]': 'Springfield',
      'shipping[address][state]': 'IL',
      'shipping[address][postal_code]': '62701',
      'shipping[address][country]': 'US',
    });
  });

  it('rejects another request with the same key', async () => {
    const request = newIntent();
    await provider().createIntent(request);
    await expect(provider().createIntent({ ...request, amountCents: 1 })).rejects.toMatchObject({
      code: 'PAYMENT_KEY_REUSED',
      kind: 'provider-failed',
    });
  });

  it('gets another key after a fault, because it repeats the fault for the same key', async () => {
    const request = newIntent();
    setup.stripe.faults.push({ status: 500, error: { type: 'api_error', message: 'Our fault' } });
    await expect(provider().createIntent(request)).rejects.toMatchObject({ code: 'PAYMENT_PROVIDER_FAILED' });
    expect(await provider().createIntent(request)).toMatchObject({ status: 'open', amountCents: 3_591 });
    expect(setup.stripe.calls.map(({ headers }) => headers['idempotency-key'])).toEqual([
      request.idempotencyKey,
      request.idempotencyKey,
      `${request.idempotencyKey}:2`,
    ]);
  });

  async function failRefund() {
    const { id } = await provider().createIntent(newIntent());
    setup.stripe.pay(id);
    const request = newRefund(1_000);
    setup.stripe.faults.push({ status: 500, error: { type: 'api_error', message: 'Our fault' } });
    await expect(provider().refund(id, request)).rejects.toMatchObject({ code: 'PAYMENT_PROVIDER_FAILED' });
    return { id, request };
  }

  it('is searched for a refund that it made despite a fault', async () => {
    const { id, request } = await failRefund();
    const made = setup.stripe.makeRefund(id, 1_000, { orderId: request.orderId, refund: String(request.n) });
    expect(await provider().refund(id, request)).toMatchObject({ id: made.id, amountCents: 1_000 });
    expect(await provider().listRefunds(id)).toHaveLength(1);
  });

  it('gets a retry of the library after a broken connection', async () => {
    setup.stripe.faults.push('hang up');
    expect(await provider().createIntent(newIntent())).toMatchObject({ status: 'open' });
    const keys = setup.stripe.calls.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  it('lists every refund, however many pages they are', async () => {
    const { id } = await provider().createIntent(newIntent());
    setup.stripe.pay(id);
    const made = Array.from({ length: 101 }, () => setup.stripe.makeRefund(id, 1).id);
    expect((await provider().listRefunds(id)).map((refund) => refund.id).sort()).toEqual(made.sort());
  });

  it.each(['succeeded', 'pending'] as const)(
    'refuses more than is left after a refund in the Dashboard (%s)',
    async (status) => {
      const { id } = await provider().createIntent(newIntent());
      setup.stripe.pay(id);
      const made = Object.assign(setup.stripe.makeRefund(id, 3_591), { status });
      await expect(provider().refund(id, newRefund(null))).rejects.toMatchObject({ code: 'REFUND_TOO_MUCH' });
      expect(await provider().listRefunds(id)).toMatchObject([{ id: made.id, status, isOurs: false }]);
    },
  );

  it('cancels what was left as abandoned', async () => {
    const { id } = await provider().createIntent(newIntent());
    await provider().cancelIntent(id);
    expect(setup.stripe.intent(id)).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' });
  });
});

/** The error of a card whose customer failed to authenticate. */
const notAuthenticated = (paymentMethod: string) =>
  ({
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message: 'We are unable to authenticate your payment method.',
    payment_method: { id: paymentMethod },
  }) as Stripe.PaymentIntent.LastPaymentError;

const nowSeconds = () => Math.floor(Date.now() / 1000);

describe('a webhook of Stripe', () => {
  it('pays the order, once, however often and from how many sides it comes', async () => {
    const guest = asGuest();
    const { intentId } = await setup.shop.checkOut(guest);
    const event = stripeEvent('payment_intent.succeeded', setup.stripe.pay(intentId));
    const answers = await Promise.all([1, 2, 3].map(() => deliverStripeWebhook(setup.shop, event)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await readOrder(intentId)).toMatchObject(PAID);
    expect(await setup.shop.listEventTypes((await readOrder(intentId)).id as string)).toEqual([
      'order.placed',
      'order.paid',
      'order.status-changed',
    ]);
    expect((await setup.shop.getCart(guest)).itemCount).toBe(0);
  });

  it('is refused with another secret', async () => {
    const { intentId } = await setup.shop.checkOut(asGuest());
    const answer = await deliverStripeWebhook(
      setup.shop,
      stripeEvent('payment_intent.succeeded', {
        ...setup.stripe.intent(intentId),
        status: 'succeeded',
        amount_received: 3_591,
      }),
      { secret: 'whsec_of_somebody_else' },
    );
    expect([answer.status, answer.text]).toEqual([400, 'The signature of this webhook is not valid.']);
    expect(await readOrder(intentId)).toMatchObject(OPEN);
  });

  it('about an intent of another shop on the same account is ignored', async () => {
    const { intentId } = await setup.shop.checkOut(asGuest());
    const foreign = { ...setup.stripe.intent(intentId), status: 'succeeded', amount_received: 3_591, metadata: {} };
    expect((await setup.sendWebhook('payment_intent.succeeded', foreign)).status).toBe(200);
    for (const [n, metadata] of [
      { orderId: randomUUID() },
      { orderId: '1042' },
      { orderId: randomUUID(), shop: 'another.example' },
    ].entries()) {
      expect(
        (await setup.sendWebhook('payment_intent.succeeded', { ...foreign, id: `pi_of_another_shop_${n}`, metadata }))
          .status,
      ).toBe(200);
    }
    expect(await readOrder(intentId)).toMatchObject(OPEN);
    expect(
      await setup.shop.query(`SELECT intent_id FROM ledger_entries WHERE intent_id LIKE 'pi_of_another_shop%'`),
    ).toEqual([]);
  });

  it('about an intent with the mark of a former site address is accepted for an order of this shop', async () => {
    const { intentId, order } = await setup.shop.checkOut(asGuest());
    const formerlyMarked = { ...setup.stripe.pay(intentId), metadata: { shop: 'former.example', orderId: order.id } };
    await setup.sendWebhook('payment_intent.succeeded', formerlyMarked);
    expect(await readOrder(intentId)).toMatchObject(PAID);
    await setup.sendWebhook('payment_intent.succeeded', { ...formerlyMarked, id: 'pi_of_former_address' });
    expect(
      await setup.shop.query(`SELECT order_id FROM ledger_entries WHERE intent_id = 'pi_of_former_address'`),
    ).toEqual([{ order_id: null }]);
  });

  it('of a failed challenge is one decline, however often it arrives', async () => {
    const guest = asGuest();
    const { intentId } = await setup.shop.checkOut(guest);
    setup.stripe.change(intentId, { status: 'requires_action' });
    expect(await setup.shop.getPlacedOrder(guest, intentId)).toMatchObject({ state: 'open' });
    const failed = setup.stripe.change(intentId, {
      status: 'requires_payment_method',
      last_payment_error: notAuthenticated('pm_1'),
    });
    for (const copy of [1, 2])
      expect([copy, (await setup.sendWebhook('payment_intent.payment_failed', failed)).status]).toEqual([copy, 200]);
    expect(await setup.shop.getPlacedOrder(guest, intentId)).toMatchObject({ state: 'failed' });
    await setup.shop.submitShipping(guest);
    await reconcile();
    const declines = async () =>
      (await setup.shop.listEventTypes((await readOrder(intentId)).id as string)).filter(
        (type) => type === 'order.payment-failed',
      );
    expect([await declines(), (await readOrder(intentId)).payment_status]).toEqual([
      ['order.payment-failed'],
      'pending',
    ]);

    await setup.sendWebhook(
      'payment_intent.payment_failed',
      setup.stripe.change(intentId, { last_payment_error: notAuthenticated('pm_2') }),
    );
    expect([await declines(), (await readOrder(intentId)).payment_status]).toEqual([
      ['order.payment-failed', 'order.payment-failed'],
      'failed',
    ]);
  });

  it('that arrives late is checked at Stripe: a superseded decline is none', async () => {
    const { intentId } = await setup.shop.checkOut(asGuest());
    const late = stripeEvent(
      'payment_intent.payment_failed',
      setup.stripe.decline(intentId, 'Your card was declined.'),
      {
        created: nowSeconds() - 600,
      },
    );
    setup.stripe.pay(intentId);
    expect((await deliverStripeWebhook(setup.shop, late)).status).toBe(200);
    expect(await readOrder(intentId)).toMatchObject(PAID);
  });

  it.each([
    ['another amount', { amount_received: 100 }],
    ['another currency', { currency: 'eur' }],
  ])('of %s leaves the order unpaid, and is in the timeline', async (_, change) => {
    const { intentId } = await setup.shop.checkOut(asGuest());
    const { id } = await readOrder(intentId);
    setup.stripe.pay(intentId);
    const answer = await setup.sendWebhook('payment_intent.succeeded', setup.stripe.change(intentId, change));
    expect(answer.status).toBe(200);
    expect(await readOrder(intentId)).toMatchObject(OPEN);
    expect((await office.getOrder(id as string)).timeline.map(({ action }) => action)).toEqual([
      'order.amount-mismatch',
      'order.placed',
    ]);
  });
});

const PROCESSING: Partial<FakeIntent> = { status: 'processing' };

const waitingFor = (type: keyof Stripe.PaymentIntent.NextAction): Partial<FakeIntent> => ({
  status: 'requires_action',
  next_action: { type },
});

describe('an order without changes for a day', () => {
  it.each([
    ['is processing', PROCESSING],
    ['waits for micro-deposits', waitingFor('verify_with_microdeposits')],
  ])('stays open while its payment %s, and is paid by it', async (_, change) => {
    const { intentId } = await setup.shop.checkOut(asUser());
    setup.stripe.change(intentId, change);
    await setAge(intentId, 'updated_at', '25 hours');
    for (let times = 1; times <= 2; times += 1) await reconcile();
    expect(await readStatuses(intentId)).toEqual([change.status, 'created']);
    setup.stripe.pay(intentId);
    await reconcile();
    expect(await readOrder(intentId)).toMatchObject(PAID);
  });

  it('is cancelled if the customer never completed a short challenge', async () => {
    const { intentId } = await setup.shop.checkOut(asGuest());
    setup.stripe.change(intentId, waitingFor('use_stripe_sdk'));
    await setAge(intentId, 'updated_at', '25 hours');
    await reconcile();
    expect(await readStatuses(intentId)).toEqual(['canceled', 'cancelled']);
  });

  it('waits 14 days for its customer, and for a bank without limit', async () => {
    const [waiting, processing] = [await setup.shop.checkOut(asGuest()), await setup.shop.checkOut(asGuest())];
    setup.stripe.change(waiting.intentId, waitingFor('verify_with_microdeposits'));
    setup.stripe.change(processing.intentId, PROCESSING);
    for (const { intentId } of [waiting, processing]) await setAge(intentId, 'updated_at', '20 days');
    await reconcile();
    for (const { intentId } of [waiting, processing]) await setAge(intentId, 'awaited_since', '13 days');
    await reconcile();
    expect((await readOrder(waiting.intentId)).status).toBe('created');
    for (const { intentId } of [waiting, processing]) await setAge(intentId, 'awaited_since', '15 days');
    await reconcile();
    expect(await readStatuses(waiting.intentId)).toEqual(['canceled', 'cancelled']);
    expect(await readStatuses(processing.intentId)).toEqual(['processing', 'created']);
  });
});

describe('the return page', () => {
  it.each([
    ['waits for its customer', waitingFor('verify_with_microdeposits')],
    [
      'is a debit on its way',
      {
        ...PROCESSING,
        latest_charge: { object: 'charge', payment_method_details: { type: 'sepa_debit' } } as Stripe.Charge,
      },
    ],
  ])('says that a bank takes days if the payment %s', async (_, change) => {
    const who = asGuest();
    const { intentId } = await setup.shop.checkOut(who);
    setup.stripe.change(intentId, change);
    expect(await setup.shop.getPlacedOrder(who, intentId)).toMatchObject({ state: 'open', isAwaitingBank: true });
    setup.stripe.pay(intentId);
    const paid = await setup.shop.getPlacedOrder(who, intentId);
    expect([paid.state, paid.isAwaitingBank]).toEqual(['paid', undefined]);
  });
});

describe('an open order that its customer views', () => {
  async function listPaymentInProgress(who: ReturnType<typeof asUser>, orderId: string) {
    const [one, list] = [
      await setup.shop.service.call('GET', `/api/orders/${orderId}`, { as: who }),
      await setup.shop.service.call('GET', '/api/orders', { as: who }),
    ];
    return [
      one.json<CustomerOrder>().isPaymentInProgress,
      ...list.json<OwnOrder[]>().map(({ isPaymentInProgress }) => isPaymentInProgress),
    ];
  }

  it('is not being paid once its customer has left the checkout after a decline', async () => {
    const who = asUser();
    const { intentId, order } = await setup.shop.checkOut(who);
    setup.stripe.decline(intentId, 'Your card was declined.');
    await setup.shop.getPlacedOrder(who, intentId);
    expect(await listPaymentInProgress(who, order.id)).toEqual([false, false]);
    const again = (await setup.shop.submitShipping(who)).json<Checkout>();
    expect([(await readOrder(intentId)).payment_status, await listPaymentInProgress(who, order.id)]).toEqual([
      'pending',
      [false, false],
    ]);
    await setup.shop.requestPayment(who, again);
    expect(await listPaymentInProgress(who, order.id)).toEqual([true, true]);
    await setAge(intentId, 'started_at', '11 minutes');
    expect(await listPaymentInProgress(who, order.id)).toEqual([false, false]);
  });
});

describe('a cart that is changed while its order is being paid', () => {
  const changeCart = async (who: ReturnType<typeof asUser>) => {
    await setup.shop.fillCart(who, { basePrice: '10.00' });
    return setup.shop.submitShipping(who);
  };

  it('cannot be ordered during the payment', async () => {
    const who = asUser();
    const { intentId } = await setup.shop.checkOut(who);
    setup.stripe.change(intentId, PROCESSING);
    expect((await changeCart(who)).text).toBe('Your payment is being confirmed. Please wait a moment.');
    const charge = { object: 'charge', payment_method_details: { type: 'us_bank_account' } } as Stripe.Charge;
    setup.stripe.change(intentId, { latest_charge: charge });
    expect((await changeCart(who)).text).toBe(
      'Your bank is still working on your payment. You can order more once it is done.',
    );
    expect(setup.stripe.intent(intentId).status).toBe('processing');
    setup.stripe.pay(intentId);
    await reconcile();
    expect(await readOrder(intentId)).toMatchObject({ ...PAID, subtotal_cents: 2_400 });
  });

  it('gets another order if the customer has days to pay, and the voucher still pays the first', async () => {
    const who = asUser();
    const { intentId } = await setup.shop.checkOut(who);
    setup.stripe.change(intentId, waitingFor('boleto_display_details'));
    const next = (await changeCart(who)).json<Checkout>();
    expect([next.order.total, getIntentId(next.clientSecret)]).toEqual([
      '46.71',
      expect.not.stringContaining(intentId),
    ]);
    expect(await readStatuses(intentId)).toEqual(['requires_action', 'created']);

    setup.stripe.pay(intentId);
    await reconcile();
    expect(await readOrder(intentId)).toMatchObject({ ...PAID, total_cents: 3_591 });
    expect((await setup.shop.getCart(who)).items).toHaveLength(1);
    const { order } = (await setup.shop.submitShipping(who)).json<Checkout>();
    expect([order.id === next.order.id, order.total]).toEqual([true, '20.79']);
  });
});
