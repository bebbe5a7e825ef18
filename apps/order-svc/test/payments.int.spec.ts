import { randomUUID } from 'node:crypto';
import { type Checkout, type CustomerOrder, ERASED, type OwnOrder } from '@shop/contracts-order';
import { asGuest, asUser, readMetric, waitFor } from '@shop/testing';
import Stripe from 'stripe';
import { CleanupService } from '../src/customer-data/cleanup.service.js';
import { MoneyPage } from './support/money-page.js';
import { CARDS, getIntentId, LIBRARY_TRIES, STRIPE_ACCOUNT, TestShop, WEBHOOK_SECRET } from './support/test-shop.js';

let shop: TestShop;
beforeAll(async () => {
  shop = await TestShop.open();
});
beforeEach(() => shop.stripe.clearFaults());
afterAll(() => shop.close());

const moneyPage = new MoneyPage(() => shop);
const { office } = moneyPage;

const reconcile = () => shop.reconcilePayments();
const readOrder = (intentId: string) => shop.getOrderRow(intentId);
const setAge = (intentId: string, column: 'updated_at' | 'awaited_since' | 'started_at', interval: string) =>
  shop.query(
    column === 'updated_at'
      ? `UPDATE orders SET updated_at = now() - $2::interval WHERE id = (SELECT order_id FROM payment_intents WHERE intent_id = $1)`
      : `UPDATE payment_intents SET ${column} = now() - $2::interval WHERE intent_id = $1`,
    [intentId, interval],
  );
/** The status of the intent at Stripe, and that of its order. */
const readStatuses = async (intentId: string) => [
  (await shop.stripe.getIntent(intentId)).status,
  (await readOrder(intentId)).status,
];
const PAID = { status: 'paid', payment_status: 'paid' };
const OPEN = { status: 'created', payment_status: 'pending' };

describe('checkout', () => {
  const connectionFaults = (): 'hang up'[] => Array.from({ length: LIBRARY_TRIES }, () => 'hang up');

  /** Checks out, adds an item and checks out again. */
  async function checkOutChangedCart() {
    const guest = asGuest();
    const first = await shop.checkOut(guest);
    await shop.fillCart(guest, { basePrice: '10.00' });
    const second = (await shop.submitShipping(guest)).json<Checkout>();
    return { guest, first, second: { ...second, intentId: getIntentId(second.clientSecret) } };
  }

  describe('the checkout with Stripe', () => {
    it('updates the address at Stripe under its own key, and never the amount', async () => {
      const guest = asGuest();
      const { intentId, order } = await shop.checkOut(guest);
      expect((await shop.submitShipping(guest, { city: 'Chicago', country: 'Estados Unidos' })).status).toBe(200);
      expect(await shop.stripe.getIntent(intentId)).toMatchObject({
        amount: 3_591,
        shipping: { address: { city: 'Chicago', country: 'US' } },
      });
      const updates = shop.stripe.listCalls('POST', `/v1/payment_intents/${intentId}`);
      expect(updates.map(({ headers }) => headers['idempotency-key'])).toEqual([`pi-update:${order.id}:1`]);
      expect(updates[0]?.params).not.toHaveProperty('amount');
    });

    it('cancels the intent of a changed cart before it makes the next under its own key', async () => {
      const { guest, first, second } = await checkOutChangedCart();
      const { id } = second.order;
      expect(await shop.stripe.getIntent(first.intentId)).toMatchObject({ amount: 3_591, status: 'canceled' });
      expect(await shop.stripe.getIntent(second.intentId)).toMatchObject({
        amount: 4_671,
        status: 'requires_payment_method',
        metadata: { orderId: id },
      });
      const writes = shop.stripe.calls
        .filter(({ method }) => method === 'POST')
        .map(({ path, headers }) => [path, headers['idempotency-key']]);
      expect(writes.slice(-2)).toEqual([
        [`/v1/payment_intents/${first.intentId}/cancel`, expect.anything()],
        ['/v1/payment_intents', `pi-create:${id}/1`],
      ]);
      expect(await shop.getPlacedOrder(guest, second.intentId)).toMatchObject({ order: { total: '46.71' } });
    });

    it('makes one intent of two parallel calls, of which Stripe refuses one for now', async () => {
      const guest = asGuest();
      await shop.fillCart(guest);
      const created = () => shop.stripe.listCalls('POST', '/v1/payment_intents');
      let release = (): void => undefined;
      shop.stripe.faults.gate = new Promise<void>((resolve) => (release = resolve));
      const calls = Promise.all([shop.submitShipping(guest), shop.submitShipping(guest)]);
      await waitFor(() => expect(created()).toHaveLength(2));
      release();
      const answers = await calls;
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const [{ order }, other] = [answers[0].json<Checkout>(), answers[1].json<Checkout>()];
      expect([other.order.id, other.revision]).toEqual([order.id, answers[0].json<Checkout>().revision]);
      const made = (await shop.stripe.listIntents()).filter(({ metadata }) => metadata.orderId === order.id);
      expect(made).toHaveLength(1);
      expect(new Set(created().map(({ headers }) => headers['idempotency-key']))).toEqual(
        new Set([`pi-create:${order.id}`]),
      );
    });

    it('is refused with a message while Stripe is down, and works later', async () => {
      const guest = asGuest();
      const { cart } = await shop.fillCart(guest);
      shop.stripe.faults.next.push(...connectionFaults());
      const answer = await shop.submitShipping(guest);
      expect([answer.status, answer.text]).toEqual([
        503,
        "We can't reach our payment provider. Your cart is kept, and nothing was charged. Please try again in a moment.",
      ]);
      expect(await shop.getCart(guest)).toEqual(cart);
      expect((await shop.submitShipping(guest)).status).toBe(200);
    });

    it('accepts a smaller order after one that was too large, which is detached from the cart', async () => {
      const guest = asGuest();
      const { cart } = await shop.fillCart(guest, { basePrice: '600000.00' }, { quantity: 2 });
      expect((await shop.submitShipping(guest)).status).toBe(422);
      expect(
        (await shop.service.call('PATCH', `/api/cart/${cart.items[0]?.id}`, { as: guest, body: { quantity: 1 } }))
          .status,
      ).toBe(200);
      const answer = await shop.submitShipping(guest);
      expect(answer.status).toBe(200);
      expect(answer.json<Checkout>().order.subtotal).toBe('600000.00');
      const orders = await shop.query(
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
      const { intentId } = await shop.checkOut(guest);
      await shop.stripe.decline(intentId);
      expect(await shop.getPlacedOrder(guest, intentId)).toMatchObject({ state: 'failed' });
      await shop.stripe.pay(intentId);
      shop.stripe.faults.next.push(...connectionFaults());
      expect(await shop.getPlacedOrder(guest, intentId)).toMatchObject({ state: 'open' });
      expect(await shop.getPlacedOrder(guest, intentId)).toMatchObject({ state: 'paid' });
    });

    it('makes another order of a cart whose intent Stripe does not know', async () => {
      const guest = asGuest();
      const { intentId, orderNumber } = await shop.checkOut(guest);
      await shop.stripe.deleteObject(intentId);
      const displayed = (await shop.submitShipping(guest)).json<Checkout>();
      expect(displayed.orderNumber).not.toBe(orderNumber);
      await setAge(intentId, 'updated_at', '25 hours');
      await reconcile();
      expect(await readOrder(intentId)).toMatchObject({ status: 'cancelled', payment_status: 'pending' });
    });
  });
});

/** What the sandbox recorded last. */
async function getLastEvent(): Promise<Stripe.Event> {
  const event = (await shop.stripe.listEvents()).at(-1);
  if (!event) throw new Error('There is no event');
  return event;
}

const listProviderErrors = async () => (await shop.query('SELECT code FROM provider_errors')).map(({ code }) => code);

async function sendSigned(payload: string): Promise<[number, string]> {
  const { status, text } = await shop.service.call('POST', '/api/webhooks/stripe', {
    body: payload,
    headers: {
      'content-type': 'application/json',
      'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRET }),
    },
  });
  return [status, text];
}

describe('ten declines of one order within an hour', () => {
  const decline = async (intentId: string, times: number) => {
    for (let n = 1; n <= times; n += 1) await shop.payByCard(intentId, CARDS.declined);
  };

  it('cancel its payment, stop its customer for an hour, and are shown to the admins', async () => {
    const [guest, other] = [asGuest(), asGuest()];
    const { intentId, orderNumber } = await shop.checkOut(guest);
    const { id } = await readOrder(intentId);
    await decline(intentId, 9);
    expect((await shop.submitShipping(guest)).status).toBe(200);
    await decline(intentId, 1);
    expect(await readOrder(intentId)).toMatchObject({ status: 'cancelled' });
    expect(await shop.stripe.getIntent(intentId)).toMatchObject({ status: 'canceled' });
    const refused = await shop.submitShipping(guest);
    expect([refused.status, refused.text]).toEqual([429, expect.stringMatching(/^Too many payments were declined\./)]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500);
    expect((await shop.getCart(guest)).itemCount).toBe(1);
    await shop.checkOut(other);
    const money = await office.getMoney();
    expect(money.discrepancies.find(({ orderId }) => orderId === id)).toMatchObject({
      kind: 'payment-stopped',
      orderNumber,
      action: null,
    });
    await shop.query(`UPDATE orders SET payment_stopped_at = now() - interval '61 minutes' WHERE id = $1`, [id]);
    expect((await shop.submitShipping(guest)).status).toBe(200);
  });

  it('leave a payment alone that succeeds before they are reported', async () => {
    const guest = asGuest();
    const { intentId } = await shop.checkOut(guest);
    await decline(intentId, 9);
    await shop.stripe.payByCard(intentId, CARDS.declined);
    const tenth = await getLastEvent();
    await shop.stripe.payByCard(intentId, CARDS.accepted);
    expect((await shop.deliverEvent(tenth)).status).toBe(200);
    expect(await readOrder(intentId)).toMatchObject(PAID);
    await shop.fillCart(guest);
    expect((await shop.submitShipping(guest)).status).toBe(200);
  });

  it('do not count when they are older', async () => {
    const { intentId } = await shop.checkOut(asGuest());
    const failed = { ...(await shop.stripe.getIntent(intentId)), status: 'requires_payment_method' };
    for (let n = 1; n <= 12; n += 1)
      await shop.query(
        `INSERT INTO ledger_entries (provider, intent_id, kind, reference, order_id, amount_cents, currency, happened_at)
         SELECT 'stripe', $1, 'failed', $1 || '_' || $2::text, order_id, 100, 'usd', now() - interval '2 hours' FROM payment_intents WHERE intent_id = $1`,
        [failed.id, n],
      );
    await decline(intentId, 3);
    expect(await readOrder(intentId)).toMatchObject({ status: 'created', payment_status: 'failed' });
  });
});

describe('a webhook of Stripe', () => {
  it('pays the order, once, however often and from how many sides it comes', async () => {
    const guest = asGuest();
    const paidBefore = await readMetric(shop.service, 'orders_paid_total');
    const { intentId } = await shop.checkOut(guest);
    await shop.stripe.pay(intentId);
    const event = await getLastEvent();
    const answers = await Promise.all([1, 2, 3].map(() => shop.deliverEvent(event)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await readOrder(intentId)).toMatchObject(PAID);
    expect(await shop.listEventTypes((await readOrder(intentId)).id as string)).toEqual([
      'order.placed',
      'order.paid',
      'order.status-changed',
    ]);
    expect((await shop.getCart(guest)).itemCount).toBe(0);
    expect(await readMetric(shop.service, 'orders_paid_total')).toBe(paidBefore + 1);
  });

  it('is refused without a signature, with another secret, and without a body', async () => {
    const { intentId } = await shop.checkOut(asGuest());
    await shop.stripe.pay(intentId);
    const event = await getLastEvent();
    const refused = [400, 'The signature of this webhook is not valid.'];
    const answers = [
      await shop.deliverEvent(event, 'whsec_of_somebody_else'),
      await shop.service.call('POST', '/api/webhooks/stripe', { body: event }),
    ];
    expect(answers.map(({ status, text }) => [status, text])).toEqual([refused, refused]);
    expect((await shop.service.call('POST', '/api/webhooks/stripe')).status).toBe(400);
    expect(await readOrder(intentId)).toMatchObject(OPEN);
  });

  it.each([
    ['the other mode', 'other-mode', { livemode: true }],
    ['another account', 'other-account', { account: 'acct_of_somebody_else' }],
  ])('of %s is accepted, counted and reported, and changes nothing', async (_, reason, change) => {
    const countOf = () => readMetric(shop.service, 'payment_webhooks_unusable_total');
    const { intentId } = await shop.checkOut(asGuest());
    const before = await countOf();
    const paid = await shop.stripe.pay(intentId);
    expect((await shop.sendEvent('payment_intent.succeeded', paid, change)).status).toBe(200);
    expect(await readOrder(intentId)).toMatchObject(OPEN);
    expect(await countOf()).toBe(before + 1);
    expect(await listProviderErrors()).toContain(`WEBHOOK_${reason.toUpperCase().replace('-', '_')}`);
  });

  it('that is signed and cannot be read is refused and reported, and one of almost 1 MB is read', async () => {
    const unreadable = ['{"id": ', '{"id":"evt_1","type":"refund.updated","created":1,"livemode":false,"data":{}}'];
    for (const payload of unreadable) expect(await sendSigned(payload)).toEqual([400, 'This webhook can not be read.']);
    expect(await listProviderErrors()).toContain('WEBHOOK_UNREADABLE');
    const event = await shop.stripe.createEvent(STRIPE_ACCOUNT, 'customer.created', { note: 'x'.repeat(1_000_000) });
    expect((await shop.deliverEvent(event)).status).toBe(200);
    event.data.object = { note: 'x'.repeat(1_100_000) } as never;
    expect((await shop.deliverEvent(event)).status).toBe(413);
  });

  it('about an intent of another shop on the same account is ignored', async () => {
    const { intentId } = await shop.checkOut(asGuest());
    const foreign = {
      ...(await shop.stripe.getIntent(intentId)),
      status: 'succeeded',
      amount_received: 3_591,
      metadata: {},
    };
    expect((await shop.sendEvent('payment_intent.succeeded', foreign)).status).toBe(200);
    for (const [n, metadata] of [
      { orderId: randomUUID() },
      { orderId: '1042' },
      { orderId: randomUUID(), shop: 'another.example' },
    ].entries()) {
      expect(
        (await shop.sendEvent('payment_intent.succeeded', { ...foreign, id: `pi_of_another_shop_${n}`, metadata }))
          .status,
      ).toBe(200);
    }
    expect(await readOrder(intentId)).toMatchObject(OPEN);
    expect(await shop.query(`SELECT intent_id FROM ledger_entries WHERE intent_id LIKE 'pi_of_another_shop%'`)).toEqual(
      [],
    );
  });

  it('about an intent with the mark of a former site address is accepted for an order of this shop', async () => {
    const { intentId, order } = await shop.checkOut(asGuest());
    const formerlyMarked = {
      ...(await shop.stripe.pay(intentId)),
      metadata: { shop: 'former.example', orderId: order.id },
    };
    await shop.sendEvent('payment_intent.succeeded', formerlyMarked);
    expect(await readOrder(intentId)).toMatchObject(PAID);
    await shop.sendEvent('payment_intent.succeeded', { ...formerlyMarked, id: 'pi_of_former_address' });
    expect(await shop.query(`SELECT order_id FROM ledger_entries WHERE intent_id = 'pi_of_former_address'`)).toEqual([
      { order_id: null },
    ]);
  });

  it('of a decline that the return page found first is no other decline, also during the next attempt', async () => {
    const guest = asGuest();
    const { intentId } = await shop.checkOut(guest);
    const message = 'Your card was declined.';
    const listDeclines = async () =>
      (await shop.listEventTypes((await readOrder(intentId)).id as string)).filter(
        (type) => type === 'order.payment-failed',
      );
    await shop.stripe.payByCard(intentId, CARDS.challenged);
    expect(await shop.getPlacedOrder(guest, intentId)).toMatchObject({ state: 'open' });
    await shop.stripe.payByCard(intentId, CARDS.declined);
    const event = await getLastEvent();
    expect(await shop.getPlacedOrder(guest, intentId)).toMatchObject({ state: 'failed', paymentMessage: message });
    await shop.submitShipping(guest);
    for (const copy of [1, 2]) expect([copy, (await shop.deliverEvent(event)).status]).toEqual([copy, 200]);
    await reconcile();
    expect([await listDeclines(), (await readOrder(intentId)).payment_status]).toEqual([
      ['order.payment-failed'],
      'pending',
    ]);

    await shop.payByCard(intentId, CARDS.declined);
    expect([(await listDeclines()).length, (await readOrder(intentId)).payment_message]).toEqual([2, message]);
    await shop.payByCard(intentId);
    expect(await readOrder(intentId)).toMatchObject({ ...PAID, payment_message: null });
  });

  it('that arrives late is checked at Stripe: a superseded decline is none', async () => {
    const { intentId } = await shop.checkOut(asGuest());
    const declined = await shop.stripe.decline(intentId);
    await shop.stripe.pay(intentId);
    const created = Math.floor(Date.now() / 1000) - 600;
    expect((await shop.sendEvent('payment_intent.payment_failed', declined, { created })).status).toBe(200);
    expect(await readOrder(intentId)).toMatchObject(PAID);
  });

  it.each([
    ['another amount', { amount_received: 100 }],
    ['another currency', { currency: 'eur' }],
  ])('of %s leaves the order unpaid, and is in the timeline', async (_, change) => {
    const { intentId } = await shop.checkOut(asGuest());
    const { id } = await readOrder(intentId);
    await shop.stripe.pay(intentId);
    const answer = await shop.sendEvent('payment_intent.succeeded', await shop.stripe.changeIntent(intentId, change));
    expect(answer.status).toBe(200);
    expect(await readOrder(intentId)).toMatchObject(OPEN);
    expect((await office.getOrder(id as string)).timeline.map(({ action }) => action)).toEqual([
      'order.amount-mismatch',
      'order.placed',
    ]);
  });
});

const PROCESSING: Partial<Stripe.PaymentIntent> = { status: 'processing' };

const chargeBy = (type: string) => ({ object: 'charge', payment_method_details: { type } }) as Stripe.Charge;

const waitingFor = (type: keyof Stripe.PaymentIntent.NextAction): Partial<Stripe.PaymentIntent> => ({
  status: 'requires_action',
  next_action: { type },
});

describe('an order without changes for a day', () => {
  it.each([
    ['is processing', PROCESSING],
    ['waits for micro-deposits', waitingFor('verify_with_microdeposits')],
  ])('stays open while its payment %s, and is paid by it', async (_, change) => {
    const { intentId } = await shop.checkOut(asUser());
    await shop.stripe.changeIntent(intentId, change);
    await setAge(intentId, 'updated_at', '25 hours');
    for (let times = 1; times <= 2; times += 1) await reconcile();
    expect(await readStatuses(intentId)).toEqual([change.status, 'created']);
    await shop.stripe.pay(intentId);
    await reconcile();
    expect(await readOrder(intentId)).toMatchObject(PAID);
  });

  it('is cancelled if the customer never completed a short challenge', async () => {
    const { intentId } = await shop.checkOut(asGuest());
    await shop.stripe.changeIntent(intentId, waitingFor('use_stripe_sdk'));
    await setAge(intentId, 'updated_at', '25 hours');
    await reconcile();
    expect(await readStatuses(intentId)).toEqual(['canceled', 'cancelled']);
  });

  it('waits 14 days for its customer, and for a bank without limit', async () => {
    const [waiting, processing] = [await shop.checkOut(asGuest()), await shop.checkOut(asGuest())];
    await shop.stripe.changeIntent(waiting.intentId, waitingFor('verify_with_microdeposits'));
    await shop.stripe.changeIntent(processing.intentId, PROCESSING);
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
    ['is a debit on its way', { ...PROCESSING, latest_charge: chargeBy('sepa_debit') }],
  ])('says that a bank takes days if the payment %s', async (_, change) => {
    const who = asGuest();
    const { intentId } = await shop.checkOut(who);
    await shop.stripe.changeIntent(intentId, change);
    expect(await shop.getPlacedOrder(who, intentId)).toMatchObject({ state: 'open', isAwaitingBank: true });
    await shop.stripe.pay(intentId);
    const paid = await shop.getPlacedOrder(who, intentId);
    expect([paid.state, paid.isAwaitingBank]).toEqual(['paid', undefined]);
  });
});

describe('an open order that its customer views', () => {
  async function listPaymentInProgress(who: ReturnType<typeof asUser>, orderId: string) {
    const [one, list] = [
      await shop.service.call('GET', `/api/orders/${orderId}`, { as: who }),
      await shop.service.call('GET', '/api/orders', { as: who }),
    ];
    return [
      one.json<CustomerOrder>().isPaymentInProgress,
      ...list.json<OwnOrder[]>().map(({ isPaymentInProgress }) => isPaymentInProgress),
    ];
  }

  it('is not being paid once its customer has left the checkout after a decline', async () => {
    const who = asUser();
    const { intentId, order } = await shop.checkOut(who);
    await shop.stripe.decline(intentId);
    await shop.getPlacedOrder(who, intentId);
    expect(await listPaymentInProgress(who, order.id)).toEqual([false, false]);
    const again = (await shop.submitShipping(who)).json<Checkout>();
    expect([(await readOrder(intentId)).payment_status, await listPaymentInProgress(who, order.id)]).toEqual([
      'pending',
      [false, false],
    ]);
    await shop.requestPayment(who, again);
    expect(await listPaymentInProgress(who, order.id)).toEqual([true, true]);
    await setAge(intentId, 'started_at', '11 minutes');
    expect(await listPaymentInProgress(who, order.id)).toEqual([false, false]);
  });
});

describe('a cart that is changed while its order is being paid', () => {
  const changeCart = async (who: ReturnType<typeof asUser>) => {
    await shop.fillCart(who, { basePrice: '10.00' });
    return shop.submitShipping(who);
  };

  it('cannot be ordered during the payment', async () => {
    const who = asUser();
    const { intentId } = await shop.checkOut(who);
    await shop.stripe.changeIntent(intentId, PROCESSING);
    expect((await changeCart(who)).text).toBe('Your payment is being confirmed. Please wait a moment.');
    await shop.stripe.changeIntent(intentId, { latest_charge: chargeBy('us_bank_account') });
    expect((await changeCart(who)).text).toBe(
      'Your bank is still working on your payment. You can order more once it is done.',
    );
    expect((await shop.stripe.getIntent(intentId)).status).toBe('processing');
    await shop.stripe.pay(intentId);
    await reconcile();
    expect(await readOrder(intentId)).toMatchObject({ ...PAID, subtotal_cents: 2_400 });
  });

  it('gets another order if the customer has days to pay, and the voucher still pays the first', async () => {
    const who = asUser();
    const { intentId } = await shop.checkOut(who);
    await shop.stripe.changeIntent(intentId, waitingFor('boleto_display_details'));
    const next = (await changeCart(who)).json<Checkout>();
    expect([next.order.total, getIntentId(next.clientSecret)]).toEqual([
      '46.71',
      expect.not.stringContaining(intentId),
    ]);
    expect(await readStatuses(intentId)).toEqual(['requires_action', 'created']);

    await shop.stripe.pay(intentId);
    await reconcile();
    expect(await readOrder(intentId)).toMatchObject({ ...PAID, total_cents: 3_591 });
    expect((await shop.getCart(who)).items).toHaveLength(1);
    const { order } = (await shop.submitShipping(who)).json<Checkout>();
    expect([order.id === next.order.id, order.total]).toEqual([true, '20.79']);
  });
});

describe('the cleanup', () => {
  const runCleanup = () => shop.service.get(CleanupService).runCleanup();

  /** An order that was cancelled before it was paid. */
  async function cancelledOrder(days: number) {
    const { id, who, intentId } = await office.createUnpaidOrder(asUser());
    expect((await office.changeStatus(id, 'cancelled')).status).toBe(200);
    await shop.query('UPDATE orders SET updated_at = now() - make_interval(days => $2) WHERE id = $1', [id, days]);
    return { id, who, intentId };
  }

  it('removes the personal data of orders that were cancelled unpaid 30 days ago', async () => {
    const [old, recent, withMoney] = [await cancelledOrder(31), await cancelledOrder(29), await cancelledOrder(31)];
    await shop.query(
      `INSERT INTO ledger_entries (provider, intent_id, kind, reference, order_id, amount_cents, currency, happened_at) VALUES ('stripe', $1, 'succeeded', $1, $2, 100, 'usd', now())`,
      [withMoney.intentId, withMoney.id],
    );
    const paid = await office.createPaidOrder();
    await office.changeStatus(paid.id, 'cancelled');
    await shop.query(`UPDATE orders SET updated_at = now() - interval '31 days' WHERE id = $1`, [paid.id]);
    for (let times = 1; times <= 2; times += 1) await runCleanup();
    const anonymised = await office.getOrder(old.id);
    expect(anonymised).toMatchObject({
      status: 'cancelled',
      total: '35.91',
      userId: null,
      email: null,
      shippingAddress: { name: ERASED, address: ERASED, city: ERASED, state: 'IL', zip: ERASED, country: 'US' },
      anonymisedAt: expect.any(String),
    });
    expect(anonymised.timeline.map(({ summary }) => summary)[0]).toBe(
      'Name, address and email were removed: the order was not paid.',
    );
    expect(anonymised.timeline.filter(({ action }) => action === 'order.anonymised')).toHaveLength(1);
    expect((await office.changeNote(old.id, 'who was it?')).text).toContain(
      'The personal data of this order was removed',
    );
    for (const { id } of [recent, withMoney, paid])
      expect(await office.getOrder(id)).toMatchObject({ anonymisedAt: null, shippingAddress: { name: 'Pat Doe' } });
  });

  it('deletes payment events and confirmed prices after 90 days, and keys of additions after a day', async () => {
    await shop.fillCart(asGuest());
    for (const [days, id] of [
      [91, 'evt_old'],
      [89, 'evt_recent'],
    ])
      await shop.query(
        `INSERT INTO payment_events (provider, event_id, order_id, applied_at) VALUES ('stripe', $1, gen_random_uuid(), now() - make_interval(days => $2))`,
        [id, days],
      );
    const confirm = (days: number) =>
      shop.query(
        `INSERT INTO confirmed_prices (cart_id, session_hash, unit_prices_cents, confirmed_at) SELECT id, $1, '{}', now() - make_interval(days => $1::text::int) FROM carts LIMIT 1`,
        [String(days)],
      );
    for (const days of [91, 89]) await confirm(days);
    for (const hours of [25, 23])
      await shop.query(
        `INSERT INTO cart_additions (key, cart_id, line_key, quantity, added_at) SELECT gen_random_uuid(), id, 'test', $1, now() - make_interval(hours => $1) FROM carts LIMIT 1`,
        [hours],
      );
    await runCleanup();
    expect(await shop.query(`SELECT quantity AS hours FROM cart_additions WHERE line_key = 'test'`)).toEqual([
      { hours: 23 },
    ]);
    const listed = async (sql: string) => (await shop.query(sql)).map(({ id }) => id);
    expect(
      await listed(`SELECT event_id AS id FROM payment_events WHERE event_id IN ('evt_old', 'evt_recent')`),
    ).toEqual(['evt_recent']);
    expect(await listed(`SELECT session_hash AS id FROM confirmed_prices WHERE session_hash IN ('91', '89')`)).toEqual([
      '89',
    ]);
  });
});
