import { randomUUID } from 'node:crypto';
import { asGuest } from '@shop/testing';
import { PaymentProviderRegistry } from '../src/payments/payment-provider.registry.js';
import { ADDRESS, TestShop } from './support/test-shop.js';

let shop: TestShop;
beforeAll(async () => {
  shop = await TestShop.open({ PAYMENT_POLL_INTERVAL_MS: '60000' });
});
beforeEach(() => shop.stripe.clearFaults());
afterAll(() => shop.close());

const provider = () => shop.service.get(PaymentProviderRegistry).current;

const newIntent = () => {
  const orderId = randomUUID();
  return {
    orderId,
    orderNumber: 'PA-0000000001',
    amountCents: 3_591,
    currency: 'usd',
    shippingAddress: ADDRESS,
    idempotencyKey: `pi-create:${orderId}`,
  };
};

const newAddress = () => ({
  shippingAddress: { ...ADDRESS, city: 'Chicago' },
  idempotencyKey: `pi-update:${randomUUID()}`,
});

const newRefund = (amountCents: number | null) => ({
  orderId: randomUUID(),
  n: 1,
  amountCents,
  idempotencyKey: `refund:${randomUUID()}:1`,
});

async function payIntent(): Promise<string> {
  const { id } = await provider().createIntent(newIntent());
  await shop.stripe.pay(id);
  return id;
}

describe('the payment provider', () => {
  it('returns the same intent for the same request and key', async () => {
    const request = newIntent();
    const [made, again] = [await provider().createIntent(request), await provider().createIntent(request)];
    expect(made).toMatchObject({
      id: expect.stringMatching(/^pi_/),
      clientSecret: expect.stringMatching(`^${made.id}_secret_`),
      status: 'open',
      amountCents: 3_591,
      currency: 'usd',
      failureMessage: null,
    });
    expect(again).toEqual(made);
    expect(await provider().retrieveIntent(made.id)).toEqual(made);
    expect(await provider().updateIntent(made.id, newAddress())).toEqual(made);
    await expect(provider().retrieveIntent('pi_unknown')).rejects.toMatchObject({ code: 'PAYMENT_INTENT_UNKNOWN' });
  });

  it('does not change or cancel a paid intent', async () => {
    const id = await payIntent();
    expect(await provider().updateIntent(id, newAddress())).toMatchObject({ amountCents: 3_591, status: 'succeeded' });
    expect(await provider().cancelIntent(id)).toMatchObject({ status: 'succeeded' });
  });

  it('cancels what was left as abandoned, also repeatedly', async () => {
    const { id } = await provider().createIntent(newIntent());
    for (let times = 1; times <= 2; times += 1)
      expect(await provider().cancelIntent(id)).toMatchObject({ status: 'canceled' });
    expect(await provider().updateIntent(id, newAddress())).toMatchObject({ status: 'canceled', amountCents: 3_591 });
    expect(await shop.stripe.getIntent(id)).toMatchObject({ cancellation_reason: 'abandoned' });
  });

  it('refunds a part, then the remainder, each once per key, and nothing that was not paid', async () => {
    const { id } = await provider().createIntent(newIntent());
    await expect(provider().refund(id, newRefund(null))).rejects.toThrow();
    await shop.stripe.pay(id);
    await expect(provider().refund(id, newRefund(3_592))).rejects.toMatchObject({ code: 'REFUND_TOO_MUCH' });
    const part = newRefund(1_000);
    const first = await provider().refund(id, part);
    expect(first).toMatchObject({
      id: expect.stringMatching(/^re_/),
      intentId: id,
      amountCents: 1_000,
      status: 'succeeded',
      failure: null,
      isOurs: true,
    });
    expect(await provider().refund(id, part)).toEqual(first);
    const rest = await provider().refund(id, newRefund(null));
    expect(rest.amountCents).toBe(2_591);
    expect((await provider().listRefunds(id)).map(({ amountCents }) => amountCents).sort()).toEqual([1_000, 2_591]);
    expect(await provider().retrieveRefund(id, rest.id)).toEqual(rest);
  });
});

describe('Stripe', () => {
  it('gets requests in the pinned version, without telemetry, with our key', async () => {
    const request = newIntent();
    await provider().createIntent(request);
    await provider().createIntent(request);
    const [first, second] = shop.stripe.listCalls('POST', '/v1/payment_intents');
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
    expect(shop.stripe.calls[0]?.params).toEqual({
      amount: '3591',
      currency: 'usd',
      'automatic_payment_methods[enabled]': 'true',
      description: 'Order PA-0000000001',
      'metadata[orderId]': request.orderId,
      'metadata[orderNumber]': 'PA-0000000001',
      'metadata[shop]': 'shop.example.com',
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
    shop.stripe.faults.next.push({ status: 500, error: { type: 'api_error', message: 'Our fault' } });
    await expect(provider().createIntent(request)).rejects.toMatchObject({ code: 'PAYMENT_PROVIDER_FAILED' });
    expect(await provider().createIntent(request)).toMatchObject({ status: 'open', amountCents: 3_591 });
    expect(shop.stripe.calls.map(({ headers }) => headers['idempotency-key'])).toEqual([
      request.idempotencyKey,
      request.idempotencyKey,
      `${request.idempotencyKey}:2`,
    ]);
  });

  async function failRefund() {
    const id = await payIntent();
    const request = newRefund(1_000);
    shop.stripe.faults.next.push({ status: 500, error: { type: 'api_error', message: 'Our fault' } });
    await expect(provider().refund(id, request)).rejects.toMatchObject({ code: 'PAYMENT_PROVIDER_FAILED' });
    return { id, request };
  }

  it('is searched for a refund that it made despite a fault', async () => {
    const { id, request } = await failRefund();
    const made = await shop.stripe.refund(id, 1_000, {
      metadata: { orderId: request.orderId, refund: String(request.n) },
    });
    expect(await provider().refund(id, request)).toMatchObject({ id: made.id, amountCents: 1_000 });
    expect(await provider().listRefunds(id)).toHaveLength(1);
  });

  it('gets a retry of the library after a broken connection', async () => {
    shop.stripe.faults.next.push('hang up');
    expect(await provider().createIntent(newIntent())).toMatchObject({ status: 'open' });
    const keys = shop.stripe.calls.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  it('lists every refund, however many pages they are', async () => {
    const id = await payIntent();
    const made: string[] = [];
    for (let n = 1; n <= 101; n += 1) made.push((await shop.stripe.refund(id, 1)).id);
    expect((await provider().listRefunds(id)).map((refund) => refund.id).sort()).toEqual(made.sort());
  });

  it.each(['succeeded', 'pending'] as const)(
    'refuses more than is left after a refund in the Dashboard (%s)',
    async (status) => {
      const id = await payIntent();
      const made = await shop.stripe.refund(id, 3_591, status === 'pending' ? { status } : {});
      await expect(provider().refund(id, newRefund(null))).rejects.toMatchObject({ code: 'REFUND_TOO_MUCH' });
      expect(await provider().listRefunds(id)).toMatchObject([{ id: made.id, status, isOurs: false }]);
    },
  );
});

describe('a payment that many pages poll', () => {
  const countReads = (intentId: string) => shop.stripe.listCalls('GET', `/v1/payment_intents/${intentId}`).length;

  it('is read from the provider once per interval', async () => {
    const [who, other] = [asGuest(), asGuest()];
    const [{ intentId }, neighbour] = [await shop.checkOut(who), await shop.checkOut(other)];
    const together = await Promise.all(Array.from({ length: 10 }, () => shop.getPlacedOrder(who, intentId)));
    const after = await shop.getPlacedOrder(who, intentId);
    expect([...together, after].map(({ state }) => state)).toEqual(Array.from({ length: 11 }, () => 'open'));
    expect(countReads(intentId)).toBe(1);

    await shop.stripe.pay(neighbour.intentId);
    expect((await shop.getPlacedOrder(other, neighbour.intentId)).state).toBe('paid');
  });

  it('is read again at once if the provider did not answer', async () => {
    const who = asGuest();
    const { intentId } = await shop.checkOut(who);
    shop.stripe.faults.failingPath = '/v1/payment_intents';
    expect((await shop.getPlacedOrder(who, intentId)).state).toBe('open');
    shop.stripe.faults.failingPath = null;
    await shop.stripe.pay(intentId);
    expect((await shop.getPlacedOrder(who, intentId)).state).toBe('paid');
  });
});
