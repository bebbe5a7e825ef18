import { jest } from '@jest/globals';
import type { IdentityClaims } from '@shop/contracts/common';
import { ERASED } from '@shop/contracts/order';
import { asGuest, asUser, readMetric, waitFor } from '@shop/testing';
import { CleanupService } from '../src/customer-data/cleanup.service.js';
import { PaymentProviderRegistry } from '../src/payments/payment-provider.registry.js';
import { CONFIG } from '@shop/service-kit';
import type { Config } from '../src/config.js';
import { sandboxFaultsSchema } from '../src/payments/sandbox/sandbox-faults.rules.js';
import { AdminActions } from './support/admin-actions.js';
import { describePaymentProvider } from './support/payment-provider-contract.js';
import { settleSandbox } from '../src/payments/sandbox/sandbox-bank.service.js';
import { deliverSandboxWebhook } from '../src/payments/sandbox/sandbox-webhooks.service.js';
import { SandboxProvider } from '../src/payments/sandbox/sandbox.provider.js';
import { payWithoutWebhook } from './support/webhooks.js';
import { CARDS, TestShop } from './support/test-shop.js';

let shop: TestShop;
beforeAll(async () => {
  shop = await TestShop.open({ SANDBOX_PROCESSING_MS: '3600000', PAYMENT_POLL_INTERVAL_MS: '60000' });
});
afterEach(() => void jest.restoreAllMocks());
afterAll(() => shop.close());

const office = new AdminActions(() => shop);
const PAID = { status: 'paid', payment_status: 'paid' };
const waitForOrder = (intentId: string, expected: Record<string, unknown>) =>
  waitFor(async () => expect(await shop.getOrderRow(intentId)).toMatchObject(expected));
const getOrderId = async (intentId: string) => (await shop.getOrderRow(intentId)).id as string;

describe('a sandbox card', () => {
  it('pays the order by a signed webhook, and empties the cart', async () => {
    const guest = asGuest();
    const paidBefore = await readMetric(shop.service, 'orders_paid_total');
    const { clientSecret, intentId } = await shop.checkOut(guest);
    const answer = await shop.payWithCard(guest, clientSecret);
    expect([answer.status, answer.json()]).toEqual([200, { paymentIntentId: intentId, status: 'succeeded' }]);
    await waitForOrder(intentId, PAID);
    expect(await shop.getCart(guest)).toMatchObject({ items: [], itemCount: 0 });
    expect(await shop.listEventTypes(await getOrderId(intentId))).toEqual([
      'order.placed',
      'order.paid',
      'order.status-changed',
    ]);
    expect(await readMetric(shop.service, 'orders_paid_total')).toBe(paidBefore + 1);
  });

  it('is declined, and another card pays the same intent', async () => {
    const [cardNumber, message] = [CARDS.withoutFunds, 'Your card has insufficient funds.'];
    const guest = asGuest();
    const { clientSecret, intentId } = await shop.checkOut(guest);
    const declined = await shop.payWithCard(guest, clientSecret, cardNumber);
    expect([declined.status, declined.text]).toEqual([422, message]);
    await waitForOrder(intentId, { status: 'created', payment_status: 'failed', payment_message: message });
    expect(await shop.getPlacedOrder(guest, intentId)).toMatchObject({ state: 'failed', paymentMessage: message });

    expect((await shop.payWithCard(guest, clientSecret)).status).toBe(200);
    await waitForOrder(intentId, { ...PAID, payment_message: null });
    expect(await shop.getPlacedOrder(guest, intentId)).toMatchObject({ state: 'paid', paymentMessage: null });
    expect(await shop.listEventTypes(await getOrderId(intentId))).toEqual([
      'order.placed',
      'order.payment-failed',
      'order.paid',
      'order.status-changed',
    ]);
  });

  it.each([
    ['4111 1111 1111 1111', {}, 422, 'Your card number is incorrect.'],
    ['4242', {}, 400, 'Your card number is incomplete.'],
  ])('%s with %j is rejected before the bank is asked', async (cardNumber, change, status, message) => {
    const guest = asGuest();
    const { clientSecret, intentId } = await shop.checkOut(guest);
    const answer = await shop.payWithCard(guest, clientSecret, cardNumber, change);
    expect([answer.status, answer.text]).toEqual([status, message]);
    expect(await shop.getPlacedOrder(guest, intentId)).toMatchObject({ state: 'open' });
  });

  it('is charged once, however often the button is pressed', async () => {
    const guest = asGuest();
    const { clientSecret, intentId } = await shop.checkOut(guest);
    const answers = await Promise.all(Array.from({ length: 6 }, () => shop.payWithCard(guest, clientSecret)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    await waitForOrder(intentId, PAID);
    expect(
      await shop.query(`SELECT 1 FROM sandbox_webhooks WHERE payload LIKE '%' || $1 || '%'`, [intentId]),
    ).toHaveLength(1);
  });

  it('pays nothing with an unknown secret', async () => {
    const answer = await shop.payWithCard(asGuest(), 'pi_0_secret_0');
    expect([answer.status, answer.text]).toEqual([404, 'Not found']);
  });
});

const AUTHENTICATION_FAILED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.';

const answerChallenge = (who: IdentityClaims, clientSecret: string, answer: 'complete' | 'fail') =>
  shop.service.call('POST', '/api/sandbox/payments/challenge', { as: who, body: { clientSecret, answer } });

const withFaults = (faults: string) =>
  jest.replaceProperty(shop.service.get<Config>(CONFIG), 'SANDBOX_FAULTS', sandboxFaultsSchema.parse(faults));

/** Webhooks of this action wait for an hour, or until `releaseWebhooks`. */
async function withDelayedWebhooks(action: () => Promise<unknown>): Promise<void> {
  const faults = withFaults('late:60m');
  await action();
  faults.restore();
}

async function releaseWebhooks(intentId: string): Promise<void> {
  await shop.startJobs(deliverSandboxWebhook);
  await waitFor(async () =>
    expect(
      await shop.query(`SELECT 1 FROM sandbox_webhooks WHERE payload LIKE '%' || $1 || '%' AND delivered_at IS NULL`, [
        intentId,
      ]),
    ).toEqual([]),
  );
}

/** Ends the simulated bank delay. */
async function endBankDelay(intentId: string): Promise<void> {
  await shop.query(`UPDATE sandbox_intents SET settles_at = now() WHERE id = $1`, [intentId]);
  await shop.startJobs(settleSandbox, intentId);
}

async function startChallenge(card = CARDS.challenged) {
  const guest = asGuest();
  const checkout = await shop.checkOut(guest);
  const confirmation = await shop.payWithCard(guest, checkout.clientSecret, card);
  return { guest, ...checkout, asked: confirmation };
}

describe('a bank that asks its customer', () => {
  it('takes nothing before the answer, and says what for', async () => {
    const { guest, intentId, asked } = await startChallenge();
    expect([asked.status, asked.json()]).toEqual([
      200,
      { paymentIntentId: intentId, status: 'requires_action', challenge: { amount: '35.91', last4: '3155' } },
    ]);
    expect(await shop.getPlacedOrder(guest, intentId)).toMatchObject({
      state: 'open',
      order: { paymentStatus: 'pending' },
    });
  });

  it('fails the payment if the customer refuses, and the order is paid with another card', async () => {
    const { guest, intentId, clientSecret } = await startChallenge();
    const declined = await answerChallenge(guest, clientSecret, 'fail');
    expect([declined.status, declined.text]).toEqual([422, AUTHENTICATION_FAILED]);
    await waitForOrder(intentId, {
      status: 'created',
      payment_status: 'failed',
      payment_message: AUTHENTICATION_FAILED,
    });
    await shop.payWithCard(guest, clientSecret);
    await waitForOrder(intentId, PAID);
  });
});

describe('a bank that takes its time', () => {
  it('pays later', async () => {
    const user = asUser();
    const { intentId, clientSecret } = await shop.checkOut(user);
    const given = await shop.payWithCard(user, clientSecret, CARDS.slow);
    expect([given.status, given.json()]).toEqual([200, { paymentIntentId: intentId, status: 'processing' }]);
    expect(await shop.getPlacedOrder(user, intentId)).toMatchObject({ state: 'open' });
    await endBankDelay(intentId);
    await waitForOrder(intentId, PAID);
    expect(await shop.listEventTypes(await getOrderId(intentId))).toEqual([
      'order.placed',
      'order.paid',
      'order.status-changed',
    ]);
  });
});

describe('a decline that the return page found by asking', () => {
  it('is not published again for its webhook, which arrives during the next attempt', async () => {
    const guest = asGuest();
    const { intentId, clientSecret } = await shop.checkOut(guest);
    await withDelayedWebhooks(() => shop.payWithCard(guest, clientSecret, CARDS.declined));
    expect(await shop.getPlacedOrder(guest, intentId)).toMatchObject({ state: 'failed' });
    await shop.submitShipping(guest);
    await releaseWebhooks(intentId);
    expect(await shop.getOrderRow(intentId)).toMatchObject({ payment_status: 'pending' });
    expect(await shop.listEventTypes(await getOrderId(intentId))).toEqual(['order.placed', 'order.payment-failed']);
  });
});

describe('a dispute after the payment', () => {
  async function paidWith(card: string) {
    const guest = asGuest();
    const { intentId, clientSecret } = await shop.checkOut(guest);
    await shop.payWithCard(guest, clientSecret, card);
    await waitForOrder(intentId, PAID);
    return { intentId, orderId: await getOrderId(intentId) };
  }
  const refund = (intentId: string, orderId: string) =>
    shop.service
      .get(PaymentProviderRegistry)
      .current.refund(intentId, { orderId, n: 1, amountCents: null, idempotencyKey: `refund:${orderId}:1` });

  it('has a response date, and is lost later', async () => {
    const { intentId, orderId } = await paidWith(CARDS.disputed);
    const disputes = () =>
      shop.query(
        'SELECT amount_cents, reason, status, respond_by > now() AS open, closed_at IS NOT NULL AS closed FROM disputes WHERE order_id = $1',
        [orderId],
      );
    await waitFor(async () =>
      expect(await disputes()).toEqual([
        { amount_cents: 3_591, reason: 'fraudulent', status: 'needs_response', open: true, closed: false },
      ]),
    );
    await expect(refund(intentId, orderId)).rejects.toMatchObject({ code: 'REFUND_DISPUTED' });
    await shop.query(`UPDATE sandbox_disputes SET respond_by = now() WHERE intent_id = $1`, [intentId]);
    await shop.startJobs(settleSandbox);
    await waitFor(async () => expect(await disputes()).toMatchObject([{ status: 'lost', closed: true }]));
  });
});

describe('sandbox faults', () => {
  async function pay() {
    const guest = asGuest();
    const checkout = await shop.checkOut(guest);
    expect((await shop.payWithCard(guest, checkout.clientSecret)).status).toBe(200);
    return checkout;
  }
  /** Null: the webhook is not sent. */
  const listDelays = async (intentId: string) =>
    (
      await shop.query(
        `SELECT round(extract(epoch FROM job.run_at - w.created_at) / 60)::int AS minutes
         FROM sandbox_webhooks w LEFT JOIN graphile_worker.jobs job ON job.key = $2 || ':' || w.id WHERE payload LIKE '%' || $1 || '%'`,
        [intentId, deliverSandboxWebhook.name],
      )
    ).map(({ minutes }) => minutes);

  it('late: the order is paid when the webhook arrives', async () => {
    withFaults('late:60m');
    const { intentId } = await pay();
    expect(await shop.getOrderRow(intentId)).toMatchObject({ status: 'created' });
    expect(await listDelays(intentId)).toEqual([60]);
    await shop.startJobs(deliverSandboxWebhook);
    await waitFor(async () => expect(await shop.getOrderRow(intentId)).toMatchObject(PAID));
  });

  it('lost: reconciliation finds the payment', async () => {
    withFaults('lost');
    const { intentId } = await pay();
    expect(await listDelays(intentId)).toEqual([null]);
    await shop.reconcilePayments();
    expect(await shop.getOrderRow(intentId)).toMatchObject(PAID);
  });

  it('lost: reconciliation processes a dispute and a refund that failed later, once', async () => {
    withFaults('lost');
    const paidWith = async (card: string) => {
      const guest = asGuest();
      const { intentId, clientSecret } = await shop.checkOut(guest);
      expect((await shop.payWithCard(guest, clientSecret, card)).status).toBe(200);
      expect(await shop.getPlacedOrder(guest, intentId)).toMatchObject({ state: 'paid' });
      return (await shop.getOrderRow(intentId)).id as string;
    };
    const [disputed, refunded] = [await paidWith(CARDS.disputed), await paidWith(CARDS.refundFails)];
    await office.requestRefund(refunded, '10.00');
    await shop.query('UPDATE sandbox_refunds SET settles_at = now()');
    await shop.startJobs(settleSandbox);
    await waitFor(async () =>
      expect(await shop.query(`SELECT 1 FROM sandbox_refunds WHERE settles_at IS NOT NULL`)).toEqual([]),
    );
    for (let times = 1; times <= 2; times += 1) {
      await shop.query(`UPDATE provider_event_cursors SET polled_at = polled_at - interval '61 minutes'`);
      await shop.reconcilePayments();
    }
    expect((await office.getOrder(disputed)).payment.disputes).toMatchObject([
      { reason: 'fraudulent', status: 'needs_response' },
    ]);
    expect((await office.getOrder(refunded)).payment.refunds).toMatchObject([
      { amount: '10.00', failure: 'expired_or_canceled_card' },
    ]);
    const entries = await shop.query(
      `SELECT kind FROM ledger_entries WHERE order_id = ANY($1) AND kind <> 'intent-created' ORDER BY kind`,
      [[disputed, refunded]],
    );
    expect(entries.map(({ kind }) => kind)).toEqual([
      'disputed',
      'refund-failed',
      'refunded',
      'succeeded',
      'succeeded',
    ]);
  });
});

describePaymentProvider(
  () => shop.service.get(PaymentProviderRegistry).current,
  (id) => payWithoutWebhook(shop, id),
);

describe('a payment that many pages poll', () => {
  it('is read from the provider once per interval', async () => {
    const [who, other] = [asGuest(), asGuest()];
    const [{ intentId }, neighbour] = [await shop.checkOut(who), await shop.checkOut(other)];
    const reads = jest.spyOn(shop.service.get(SandboxProvider), 'retrieveIntent');
    const together = await Promise.all(Array.from({ length: 10 }, () => shop.getPlacedOrder(who, intentId)));
    const after = await shop.getPlacedOrder(who, intentId);
    expect([...together, after].map(({ state }) => state)).toEqual(Array.from({ length: 11 }, () => 'open'));
    expect(reads.mock.calls.filter(([id]) => id === intentId)).toHaveLength(1);

    await payWithoutWebhook(shop, neighbour.intentId);
    expect((await shop.getPlacedOrder(other, neighbour.intentId)).state).toBe('paid');
  });

  it('is read again at once if the provider did not answer', async () => {
    const who = asGuest();
    const { intentId } = await shop.checkOut(who);
    jest.spyOn(shop.service.get(SandboxProvider), 'retrieveIntent').mockRejectedValueOnce(new Error('no answer'));
    expect((await shop.getPlacedOrder(who, intentId)).state).toBe('open');
    await payWithoutWebhook(shop, intentId);
    expect((await shop.getPlacedOrder(who, intentId)).state).toBe('paid');
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
      `INSERT INTO ledger_entries (provider, intent_id, kind, reference, order_id, amount_cents, currency, happened_at) VALUES ('sandbox', $1, 'succeeded', $1, $2, 100, 'usd', now())`,
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
      'Name, address and e-mail were removed: the order was not paid.',
    );
    expect(anonymised.timeline.filter(({ action }) => action === 'order.anonymised')).toHaveLength(1);
    expect((await office.changeNote(old.id, 'who was it?')).text).toContain(
      'The personal data of this order was removed',
    );
    for (const { id } of [recent, withMoney, paid])
      expect(await office.getOrder(id)).toMatchObject({ anonymisedAt: null, shippingAddress: { name: 'Pat Doe' } });
  });

  it('deletes payment events and confirmed prices after 90 days', async () => {
    await shop.fillCart(asGuest());
    for (const [days, id] of [
      [91, 'evt_old'],
      [89, 'evt_recent'],
    ])
      await shop.query(
        `INSERT INTO payment_events (provider, event_id, order_id, applied_at) VALUES ('sandbox', $1, gen_random_uuid(), now() - make_interval(days => $2))`,
        [id, days],
      );
    const confirm = (days: number) =>
      shop.query(
        `INSERT INTO confirmed_prices (cart_id, session_hash, unit_prices_cents, confirmed_at) SELECT id, $1, '{}', now() - make_interval(days => $1::text::int) FROM carts LIMIT 1`,
        [String(days)],
      );
    for (const days of [91, 89]) await confirm(days);
    await runCleanup();
    const listed = async (sql: string) => (await shop.query(sql)).map(({ id }) => id);
    expect(
      await listed(`SELECT event_id AS id FROM payment_events WHERE event_id IN ('evt_old', 'evt_recent')`),
    ).toEqual(['evt_recent']);
    expect(await listed(`SELECT session_hash AS id FROM confirmed_prices WHERE session_hash IN ('91', '89')`)).toEqual([
      '89',
    ]);
  });
});
