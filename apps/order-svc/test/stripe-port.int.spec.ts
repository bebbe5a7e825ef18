import { randomUUID } from 'node:crypto';
import type { PaymentProvider } from '../src/payments/payment-provider.js';
import { PaymentProviders } from '../src/payments/payment-providers.js';
import { ADDRESS, Shop } from './shop.js';
import { StripeServer } from './stripe-server.js';
import { stripeEnv } from './stripe-shop.js';
import { paySilently } from './webhooks.js';

let shop: Shop;
let stripe: StripeServer;
let provider: PaymentProvider;

const newIntent = (change: { amountCents?: number } = {}) => {
  const orderId = randomUUID();
  return {
    orderId,
    orderNumber: 'PA-0000000001',
    amountCents: 3_591,
    currency: 'usd',
    shippingAddress: ADDRESS,
    idempotencyKey: `pi-create:${orderId}`,
    ...change,
  };
};
const change = () => ({
  shippingAddress: { ...ADDRESS, city: 'Chicago' },
  idempotencyKey: `pi-update:${randomUUID()}`,
});
const refund = (amountCents: number | null) => ({
  orderId: randomUUID(),
  n: 1,
  amountCents,
  idempotencyKey: `refund:${randomUUID()}:1`,
});

describe.each(['sandbox', 'stripe'] as const)('%s as a payment provider', (name) => {
  beforeAll(async () => {
    stripe = await StripeServer.start();
    shop = await Shop.open({ env: name === 'stripe' ? stripeEnv(stripe) : {} });
    provider = shop.service.get(PaymentProviders).current;
  });
  afterAll(async () => {
    await shop.close();
    await stripe.stop();
  });

  /** Pays, and says nothing. */
  const pay = async (id: string): Promise<void> => {
    if (name === 'stripe') stripe.pay(id);
    else await paySilently(shop, id);
  };

  it('says its name', () => {
    expect(provider.name).toBe(name);
  });

  it('makes an intent that may be paid', async () => {
    const made = await provider.createIntent(newIntent());
    expect(made).toMatchObject({
      id: expect.stringMatching(/^pi_/),
      clientSecret: expect.stringMatching(`^${made.id}_secret_`),
      status: 'open',
      amountCents: 3_591,
      currency: 'usd',
      failureMessage: null,
    });
    expect(await provider.retrieveIntent(made.id)).toEqual(made);
  });

  it('makes one intent of the same request under the same key', async () => {
    const request = newIntent();
    const [one, other] = [await provider.createIntent(request), await provider.createIntent(request)];
    expect(other).toEqual(one);
  });

  it('takes another address while it may be paid, at the same amount', async () => {
    const made = await provider.createIntent(newIntent());
    expect(await provider.updateIntent(made.id, change())).toEqual(made);
  });

  it('leaves one that was paid as it is, with its status', async () => {
    const { id } = await provider.createIntent(newIntent());
    await pay(id);
    expect(await provider.updateIntent(id, change())).toMatchObject({ amountCents: 3_591, status: 'succeeded' });
    expect(await provider.cancelIntent(id)).toMatchObject({ status: 'succeeded' });
  });

  it('cancels what was left, once and again', async () => {
    const { id } = await provider.createIntent(newIntent());
    expect(await provider.cancelIntent(id)).toMatchObject({ status: 'canceled' });
    expect(await provider.cancelIntent(id)).toMatchObject({ status: 'canceled' });
    expect(await provider.updateIntent(id, change())).toMatchObject({ status: 'canceled', amountCents: 3_591 });
  });

  it('gives a part back, then the rest, each once for its key', async () => {
    const { id } = await provider.createIntent(newIntent());
    await pay(id);
    const part = refund(1_000);
    const first = await provider.refund(id, part);
    expect(first).toMatchObject({
      id: expect.stringMatching(/^re_/),
      intentId: id,
      amountCents: 1_000,
      status: 'succeeded',
      failure: null,
      isOurs: true,
    });
    expect(await provider.refund(id, part)).toEqual(first);
    const rest = await provider.refund(id, refund(null));
    expect(rest.amountCents).toBe(2_591);
    expect((await provider.listRefunds(id)).map(({ amountCents }) => amountCents).sort()).toEqual([1_000, 2_591]);
    expect(await provider.retrieveRefund(rest.id)).toEqual(rest);
  });

  it('gives nothing back of what was not paid, nor more than was', async () => {
    const { id } = await provider.createIntent(newIntent());
    await expect(provider.refund(id, refund(null))).rejects.toThrow();
    await pay(id);
    await expect(provider.refund(id, refund(3_592))).rejects.toThrow();
    expect(await provider.listRefunds(id)).toEqual([]);
  });

  it('knows no intent that it did not make', async () => {
    await expect(provider.retrieveIntent('pi_unknown')).rejects.toThrow();
  });
});

describe('what is Stripe’s own', () => {
  beforeAll(async () => {
    stripe = await StripeServer.start();
    shop = await Shop.open({ env: stripeEnv(stripe) });
    provider = shop.service.get(PaymentProviders).current;
  });
  afterAll(async () => {
    await shop.close();
    await stripe.stop();
  });
  beforeEach(() => {
    stripe.seen.length = 0;
    stripe.faults.length = 0;
  });

  it('is asked in the pinned version, without telemetry, under our key', async () => {
    const request = newIntent();
    await provider.createIntent(request);
    await provider.createIntent(request);
    const [first, second] = stripe.callsOf('POST', '/v1/payment_intents');
    expect(first?.headers).toMatchObject({
      'stripe-version': '2026-10-28.endive',
      'idempotency-key': request.idempotencyKey,
      authorization: 'Bearer sk_test_shop',
    });
    expect(second?.headers['x-stripe-client-telemetry']).toBeUndefined();
  });

  it('is told the order, where it goes, and no e-mail', async () => {
    const request = newIntent();
    await provider.createIntent(request);
    expect(stripe.seen[0]?.params).toEqual({
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

  it('refuses another request under the same key', async () => {
    const request = newIntent();
    await provider.createIntent(request);
    await expect(provider.createIntent({ ...request, amountCents: 1 })).rejects.toMatchObject({
      code: 'PAYMENT_KEY_REUSED',
      kind: 'provider-failed',
    });
  });

  it('repeats its own fault under the same key, so that another key is taken', async () => {
    const request = newIntent();
    stripe.faults.push({ status: 500, error: { type: 'api_error', message: 'Our fault' } });
    await expect(provider.createIntent(request)).rejects.toMatchObject({ code: 'PAYMENT_PROVIDER_FAILED' });
    expect(await provider.createIntent(request)).toMatchObject({ status: 'open', amountCents: 3_591 });
    expect(stripe.seen.map(({ headers }) => headers['idempotency-key'])).toEqual([
      request.idempotencyKey,
      request.idempotencyKey,
      `${request.idempotencyKey}:2`,
    ]);
  });

  async function failedRefund() {
    const { id } = await provider.createIntent(newIntent());
    stripe.pay(id);
    const request = refund(1_000);
    stripe.faults.push({ status: 500, error: { type: 'api_error', message: 'Our fault' } });
    await expect(provider.refund(id, request)).rejects.toMatchObject({ code: 'PAYMENT_PROVIDER_FAILED' });
    return { id, request };
  }

  it('repeats its own fault under a refund’s key: what it made all the same is found', async () => {
    const { id, request } = await failedRefund();
    const made = stripe.makeRefund(id, 1_000, { orderId: request.orderId });
    expect(await provider.refund(id, request)).toMatchObject({ id: made.id, amountCents: 1_000 });
    expect(await provider.listRefunds(id)).toHaveLength(1);
  });

  it('repeats its own fault under a refund’s key: what it did not make is asked for under another', async () => {
    const { id, request } = await failedRefund();
    expect(await provider.refund(id, request)).toMatchObject({ amountCents: 1_000, status: 'succeeded' });
    expect(stripe.callsOf('POST', '/v1/refunds').map(({ headers }) => headers['idempotency-key'])).toEqual([
      request.idempotencyKey,
      request.idempotencyKey,
      `${request.idempotencyKey}:2`,
    ]);
    expect(await provider.listRefunds(id)).toHaveLength(1);
  });

  it('is asked again by the library where the line was cut', async () => {
    stripe.faults.push('hang up');
    expect(await provider.createIntent(newIntent())).toMatchObject({ status: 'open' });
    const keys = stripe.seen.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  it('lists every refund, however many pages they are', async () => {
    const { id } = await provider.createIntent(newIntent());
    stripe.pay(id);
    const made = Array.from({ length: 101 }, () => stripe.makeRefund(id, 1).id);
    expect((await provider.listRefunds(id)).map((refund) => refund.id).sort()).toEqual(made.sort());
  });

  it.each(['succeeded', 'pending'] as const)(
    'makes nobody else’s refund the shop’s own, %s or not: nothing is left',
    async (status) => {
      const { id } = await provider.createIntent(newIntent());
      stripe.pay(id);
      const made = Object.assign(stripe.makeRefund(id, 3_591), { status });
      await expect(provider.refund(id, refund(null))).rejects.toMatchObject({ code: 'REFUND_TOO_MUCH' });
      expect(await provider.listRefunds(id)).toMatchObject([{ id: made.id, status, isOurs: false }]);
    },
  );

  it('cancels what was left as abandoned', async () => {
    const { id } = await provider.createIntent(newIntent());
    await provider.cancelIntent(id);
    expect(stripe.intent(id)).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' });
  });
});
