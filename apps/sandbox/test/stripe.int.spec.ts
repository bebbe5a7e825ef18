import { createTestDatabase, waitFor, type TestDatabase } from '@shop/testing';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { startSandbox, type Sandbox } from '../testing/index.js';
import fixtures from './stripe-fixtures.json' with { type: 'json' };

let database: TestDatabase;
let sandbox: Sandbox;
let stripe: Stripe;

const connect = (key: string): Stripe => {
  const { hostname, port } = new URL(sandbox.url);
  return new Stripe(key, { protocol: 'http', host: hostname, port, maxNetworkRetries: 0, telemetry: false });
};

beforeAll(async () => {
  database = await createTestDatabase();
  // Long enough for a call while the bank processes, also on a busy machine.
  sandbox = await startSandbox({ databaseUrl: database.url, env: { SANDBOX_PROCESSING_MS: '1500' } });
  stripe = connect('sk_test_shop');
});
afterAll(async () => {
  await sandbox.stop();
  await database.drop();
});
beforeEach(() => sandbox.stripe.clearFaults());

const NEW_INTENT: Stripe.PaymentIntentCreateParams = {
  amount: 3_591,
  currency: 'usd',
  automatic_payment_methods: { enabled: true },
  description: 'Order PA-1',
  metadata: { orderId: '1' },
  shipping: { name: 'Pat Doe', address: { line1: '1 Main St', city: 'Springfield', country: 'US' } },
};
const createIntent = () => stripe.paymentIntents.create(NEW_INTENT);

/** What the script in the browser sends. */
async function call(
  method: 'GET' | 'POST',
  path: string,
  params: Record<string, string>,
  key = 'pk_test_shop',
): Promise<{ status: number; body: Stripe.PaymentIntent & { error?: Stripe.StripeRawError } }> {
  const form = new URLSearchParams(params).toString();
  const response = await fetch(
    `${sandbox.url}/sandbox/v1/payment_intents/${path}${method === 'GET' ? `?${form}` : ''}`,
    {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-www-form-urlencoded' },
      ...(method === 'POST' && { body: form }),
    },
  );
  return { status: response.status, body: (await response.json()) as Stripe.PaymentIntent };
}

const confirm = (
  { id, client_secret: secret }: Pick<Stripe.PaymentIntent, 'id' | 'client_secret'>,
  number = '4242 4242 4242 4242',
  key?: string,
) =>
  call(
    'POST',
    `${id}/confirm`,
    {
      client_secret: secret ?? '',
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '34',
      'payment_method_data[card][cvc]': '123',
      return_url: 'http://localhost/order-complete',
    },
    key,
  );
const authenticate = ({ id, client_secret: secret }: Stripe.PaymentIntent, outcome: string) =>
  call('POST', `${id}/authenticate`, { client_secret: secret ?? '', outcome });
const retrieve = (id: string) => stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });

async function createPaidIntent(number?: string): Promise<Stripe.PaymentIntent> {
  const intent = await createIntent();
  expect((await confirm(intent, number)).status).toBe(200);
  return retrieve(intent.id);
}
const listEventTypes = async (intentId: string): Promise<string[]> =>
  (await sandbox.stripe.listEvents())
    .filter(({ data }) => JSON.stringify(data).includes(intentId))
    .map(({ type }) => type);

describe('payment intents', () => {
  it('are paid by the browser with the publishable key and the client secret', async () => {
    const intent = await createIntent();
    const { status, body } = await confirm(intent);
    expect([status, body.status, body.metadata]).toEqual([200, 'succeeded', undefined]);
    expect(await retrieve(intent.id)).toMatchObject({
      status: 'succeeded',
      amount_received: 3_591,
      metadata: { orderId: '1' },
      latest_charge: { paid: true, amount: 3_591, payment_method_details: { card: { last4: '4242' } } },
    });
    expect(await listEventTypes(intent.id)).toEqual(['payment_intent.succeeded']);
    expect(await confirm(intent)).toMatchObject({
      status: 400,
      body: { error: { code: 'payment_intent_unexpected_state', payment_intent: { status: 'succeeded' } } },
    });
  });

  it.each([
    ['4000 0000 0000 0002', 'generic_decline', 'Your card was declined.'],
    ['4000 0000 0000 9995', 'insufficient_funds', 'Your card has insufficient funds.'],
  ])('stay open after a decline of %s, and can be paid then', async (number, declineCode, message) => {
    const intent = await createIntent();
    const { status, body } = await confirm(intent, number);
    expect(status).toBe(402);
    expect(body.error).toMatchObject({ type: 'card_error', code: 'card_declined', decline_code: declineCode, message });
    const declined = await retrieve(intent.id);
    expect(declined).toMatchObject({ status: 'requires_payment_method', last_payment_error: { message } });
    expect(declined.last_payment_error?.charge).toMatch(/^ch_/);
    expect((await confirm(intent)).body.status).toBe('succeeded');
    expect(await listEventTypes(intent.id)).toEqual(['payment_intent.payment_failed', 'payment_intent.succeeded']);
  });

  it('have no attempt after a number that no card has', async () => {
    const intent = await createIntent();
    expect(await confirm(intent, '1234')).toMatchObject({ status: 402, body: { error: { code: 'incorrect_number' } } });
    expect(await retrieve(intent.id)).toMatchObject({ last_payment_error: null });
    expect(await listEventTypes(intent.id)).toEqual([]);
  });

  it('wait for 3-D Secure, which the customer completes or fails', async () => {
    const intent = await createIntent();
    const challenged = await confirm(intent, '4000002500003155');
    expect(challenged).toMatchObject({
      status: 200,
      body: { status: 'requires_action', next_action: { type: 'use_stripe_sdk' } },
    });
    expect(await authenticate(intent, 'fail')).toMatchObject({
      status: 400,
      body: { error: { code: 'payment_intent_authentication_failure' } },
    });
    expect((await authenticate(intent, 'succeed')).body.error?.code).toBe('payment_intent_unexpected_state');
    await confirm(intent, '4000002500003155');
    expect((await authenticate(intent, 'succeed')).body.status).toBe('succeeded');
    const other = await createIntent();
    await confirm(other, '4000008400001629');
    expect((await authenticate(other, 'succeed')).status).toBe(402);
  });

  it.each([
    ['4000000000001018', 'succeeded', 'payment_intent.succeeded'],
    ['4000000000001026', 'requires_payment_method', 'payment_intent.payment_failed'],
  ])('of the slow card %s are %s in the end', async (number, status, event) => {
    const intent = await createIntent();
    expect((await confirm(intent, number)).body.status).toBe('processing');
    await expect(stripe.paymentIntents.cancel(intent.id)).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
    await waitFor(async () => expect((await retrieve(intent.id)).status).toBe(status));
    expect(await listEventTypes(intent.id)).toEqual(['payment_intent.processing', event]);
  });

  it('are changed and canceled while they are open', async () => {
    const { id } = await createIntent();
    const shipping = { name: 'Pat Doe', address: { line1: '2 Main St', city: 'Chicago', country: 'US' } };
    expect(await stripe.paymentIntents.update(id, { shipping })).toMatchObject({
      shipping: { address: { city: 'Chicago' } },
    });
    expect(await stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' })).toMatchObject({
      status: 'canceled',
      cancellation_reason: 'abandoned',
    });
    await expect(stripe.paymentIntents.update(id, { shipping })).rejects.toMatchObject({
      statusCode: 400,
      code: 'payment_intent_unexpected_state',
    });
  });

  it.each([
    [{ ...NEW_INTENT, amount: 100_000_000 }, 'amount_too_large'],
    [{ ...NEW_INTENT, amount: 49 }, 'amount_too_small'],
    [{ ...NEW_INTENT, colour: 'red' }, 'parameter_unknown'],
    [{ currency: 'usd' }, 'parameter_invalid'],
  ])('are not made of %j: %s', async (params, code) => {
    await expect(stripe.paymentIntents.create(params as Stripe.PaymentIntentCreateParams)).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 400,
      code,
    });
  });

  it('are not found by another account, another publishable key or another secret', async () => {
    const intent = await createIntent();
    await expect(connect('sk_test_other').paymentIntents.retrieve(intent.id)).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    });
    expect((await confirm(intent, undefined, 'pk_test_other')).status).toBe(404);
    expect((await confirm({ id: intent.id, client_secret: 'pi_secret_other' })).status).toBe(404);
    expect((await call('GET', intent.id, { client_secret: 'other' })).status).toBe(404);
    expect((await call('GET', intent.id, { client_secret: intent.client_secret ?? '' })).body.id).toBe(intent.id);
    await expect(connect('sk_live_shop').paymentIntents.retrieve(intent.id)).rejects.toMatchObject({
      type: 'StripeAuthenticationError',
    });
    expect((await stripe.accounts.retrieveCurrent()).id).not.toBe(
      (await connect('sk_test_other').accounts.retrieveCurrent()).id,
    );
  });
});

describe('idempotency keys', () => {
  const create = (idempotencyKey: string, change: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
    stripe.paymentIntents.create({ ...NEW_INTENT, ...change }, { idempotencyKey });

  it('repeat the first answer, and refuse other parameters', async () => {
    const first = await create('once');
    expect((await create('once')).id).toBe(first.id);
    await expect(create('once', { amount: 100 })).rejects.toMatchObject({
      type: 'StripeIdempotencyError',
      statusCode: 400,
    });
    expect((await connect('sk_test_other').paymentIntents.create(NEW_INTENT, { idempotencyKey: 'once' })).id).not.toBe(
      first.id,
    );
  });

  it('repeat a fault, which is not to be tried again, and a refusal, but not an answer to wrong parameters', async () => {
    sandbox.stripe.faults.next.push({ status: 500, error: { type: 'api_error', message: 'Our fault' } });
    await expect(create('fault')).rejects.toMatchObject({ headers: { 'stripe-should-retry': 'false' } });
    await expect(create('fault')).rejects.toMatchObject({
      statusCode: 500,
      headers: { 'idempotent-replayed': 'true', 'stripe-should-retry': 'false' },
    });
    await expect(create('refused', { amount: 1 })).rejects.toMatchObject({ statusCode: 400 });
    expect(await create('refused')).toMatchObject({ amount: 3_591 });
    const { id } = await createPaidIntent();
    const dispute = await sandbox.stripe.control.openDispute(id);
    const refund = (idempotencyKey: string) => stripe.refunds.create({ payment_intent: id }, { idempotencyKey });
    await expect(refund('disputed')).rejects.toMatchObject({ code: 'charge_disputed' });
    await sandbox.stripe.control.closeDispute(dispute.id, 'won');
    await sandbox.stripe.changeCharge(id, { disputed: false });
    await expect(refund('disputed')).rejects.toMatchObject({
      code: 'charge_disputed',
      headers: { 'idempotent-replayed': 'true' },
    });
    expect(await refund('won')).toMatchObject({ status: 'succeeded' });
  });

  it('refuse a second call while the first one runs, and one whose connection broke is done once', async () => {
    let release = (): void => undefined;
    sandbox.stripe.faults.gate = new Promise<void>((resolve) => (release = resolve));
    const calls = [create('slow'), create('slow')];
    await expect(Promise.race(calls)).rejects.toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' });
    release();
    const [{ id } = { id: '' }] = (await Promise.allSettled(calls)).flatMap((call) =>
      call.status === 'fulfilled' ? call.value : [],
    );
    expect((await create('slow')).id).toBe(id);

    // Stripe's library retries a closed connection once.
    sandbox.stripe.faults.next.push('hang up after', 'hang up after');
    await expect(create('lost')).rejects.toMatchObject({ type: 'StripeConnectionError' });
    const before = (await sandbox.stripe.listIntents()).length;
    await create('lost');
    expect(await sandbox.stripe.listIntents()).toHaveLength(before);
  });
});

describe('refunds', () => {
  it('give back a part and then the rest, at most what was paid', async () => {
    const { id, latest_charge } = await createPaidIntent();
    const part = await stripe.refunds.create({ payment_intent: id, amount: 1_000, metadata: { refund: '1' } });
    await expect(stripe.refunds.create({ payment_intent: id, amount: 2_592 })).rejects.toMatchObject({
      statusCode: 400,
    });
    const rest = await stripe.refunds.create({ payment_intent: id });
    expect([part.status, rest.amount]).toEqual(['succeeded', 2_591]);
    await expect(stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    });
    expect((await stripe.refunds.list({ payment_intent: id })).data.map((refund) => refund.id)).toEqual([
      rest.id,
      part.id,
    ]);
    expect(await stripe.refunds.retrieve(part.id)).toEqual(expect.objectContaining({ metadata: { refund: '1' } }));
    expect(await stripe.charges.retrieve((latest_charge as Stripe.Charge).id)).toMatchObject({ refunded: true });
    await expect(stripe.refunds.create({ payment_intent: (await createIntent()).id })).rejects.toMatchObject({
      statusCode: 400,
    });
    await expect(stripe.refunds.list({ payment_intent: 'pi_none' })).rejects.toMatchObject({ statusCode: 404 });
  });

  it.each([
    ['4000000000007726', ['pending', 'succeeded'], 'refund.updated'],
    ['4000000000005126', ['succeeded', 'failed'], 'refund.failed'],
  ])('to the card %s are %j', async (number, [first, last], event) => {
    const { id } = await createPaidIntent(number);
    const refund = await stripe.refunds.create({ payment_intent: id });
    expect(refund.status).toBe(first);
    await waitFor(async () => expect((await stripe.refunds.retrieve(refund.id)).status).toBe(last));
    expect(await listEventTypes(id)).toEqual(['payment_intent.succeeded', 'refund.created', 'charge.refunded', event]);
  });

  it('are refused while the bank decides about a dispute', async () => {
    const { id } = await createPaidIntent('4000000000000259');
    expect(await listEventTypes(id)).toEqual(['payment_intent.succeeded', 'charge.dispute.created']);
    await expect(stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({ code: 'charge_disputed' });
    const [dispute] = (await stripe.disputes.list({ payment_intent: id })).data;
    expect(dispute).toMatchObject({ reason: 'fraudulent', status: 'needs_response', amount: 3_591 });
    await sandbox.stripe.control.closeDispute(dispute?.id ?? '', 'won');
    expect((await stripe.disputes.retrieve(dispute?.id ?? '')).status).toBe('won');
  });
});

describe('events', () => {
  it('are listed in pages, newest first, by type and time', async () => {
    const from = Math.floor(Date.now() / 1_000);
    await sandbox.stripe.clear();
    const paid = [await createPaidIntent(), await createPaidIntent(), await createPaidIntent()];
    const params = { types: ['payment_intent.succeeded'], created: { gte: from } };
    const first = await stripe.events.list({ ...params, limit: 2 });
    const next = await stripe.events.list({ ...params, limit: 1, starting_after: first.data[1]?.id });
    const listed = [...first.data, ...next.data].map(({ data }) => (data.object as Stripe.PaymentIntent).id);
    expect([first.has_more, listed]).toEqual([true, paid.map(({ id }) => id).reverse()]);
    const earlier = { types: params.types, created: { lt: params.created.gte } };
    expect((await stripe.events.list(earlier)).data).toEqual([]);
  });

  it('are sent with Stripe’s signature until the endpoint accepts them', async () => {
    const received: Stripe.Event[] = [];
    const secret = 'whsec_of_this_test';
    const endpoint = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += String(chunk)));
      request.on('end', () => {
        received.push(Stripe.webhooks.constructEvent(body, request.headers['stripe-signature'] ?? '', secret));
        response.writeHead(received.length === 1 ? 500 : 200).end();
      });
    });
    await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve));
    sandbox.stripe.sendWebhooksTo({ url: `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/`, secret });
    const { id } = await createPaidIntent();
    await waitFor(() => expect(received).toHaveLength(2), { timeoutMs: 15_000 });
    expect(received.map(({ type, data }) => [type, (data.object as Stripe.PaymentIntent).id])).toEqual(
      Array(2).fill(['payment_intent.succeeded', id]),
    );
    sandbox.stripe.sendWebhooksTo(null);
    endpoint.closeAllConnections();
    endpoint.close();
  });
});

describe('Radar', () => {
  it.each([
    ['4000000000009235', ['review.opened', 'payment_intent.succeeded'], /^prv_/],
    ['4000000000005423', ['payment_intent.succeeded', 'radar.early_fraud_warning.created'], null],
  ])('doubts a payment with the card %s', async (number, types, review) => {
    const { id } = await createPaidIntent(number);
    expect(await listEventTypes(id)).toEqual(types);
    expect((await retrieve(id)).review).toEqual(review && expect.stringMatching(review));
    const { data } = await stripe.events.list({ types: ['payment_intent.succeeded'], limit: 1 });
    expect((data[0]?.data.object as Stripe.PaymentIntent).review).toEqual((await retrieve(id)).review);
  });

  it('holds a payment for review until someone decides, and passes warnings on', async () => {
    const { id } = await createPaidIntent();
    const review = await sandbox.stripe.control.openReview(id);
    expect(await retrieve(id)).toMatchObject({ review: review.id, latest_charge: { review: review.id } });
    await sandbox.stripe.control.closeReview(review.id, 'approved');
    expect(await stripe.reviews.retrieve(review.id)).toMatchObject({ open: false, closed_reason: 'approved' });
    const warning = await sandbox.stripe.control.warnOfFraud(id);
    expect(await stripe.radar.earlyFraudWarnings.retrieve(warning.id)).toMatchObject({ actionable: true });
    expect(await listEventTypes(id)).toEqual([
      'payment_intent.succeeded',
      'review.opened',
      'review.closed',
      'radar.early_fraud_warning.created',
    ]);
  });
});

describe('Stripe’s published fixtures', () => {
  type Fixture = Record<string, unknown>;
  /** Fields of a later version of the API than the fixtures, or that an object has only in some state. */
  const LATER = ['allowed_payment_method_types', 'payment_record', 'failure_reason', 'payment_intent'];
  /** Stripe's fixtures have examples of fields that an object has only sometimes. */
  const OPTIONAL = ['refunds', 'intended_submission_method'];
  const kindOf = (value: unknown): string => (Array.isArray(value) ? 'array' : typeof value);

  const compare = (kind: keyof typeof fixtures.resources, made: Fixture): string[] => {
    const fixture = fixtures.resources[kind] as Fixture;
    return [
      ...Object.keys(fixture)
        .filter((field) => !(field in made) && !OPTIONAL.includes(field))
        .map((field) => `lacks ${field}`),
      ...Object.keys(made)
        .filter((field) => !(field in fixture) && !LATER.includes(field))
        .map((field) => `adds ${field}`),
      ...Object.keys(made)
        .filter((field) => made[field] !== null && fixture[field] !== null && field in fixture)
        .filter((field) => kindOf(made[field]) !== kindOf(fixture[field]))
        .map((field) => `${field} is ${kindOf(made[field])}`),
    ];
  };

  it('have the fields and types of the objects', async () => {
    const intent = await createPaidIntent();
    const charge = intent.latest_charge as Stripe.Charge;
    const [refund, dispute] = [
      await stripe.refunds.create({ payment_intent: intent.id, amount: 100 }),
      await sandbox.stripe.control.openDispute(intent.id),
    ];
    const objects = {
      payment_intent: await stripe.paymentIntents.retrieve(intent.id),
      charge,
      refund,
      dispute,
      review: await sandbox.stripe.control.openReview(intent.id),
      'radar.early_fraud_warning': await sandbox.stripe.control.warnOfFraud(intent.id),
      payment_method: await stripe.paymentMethods.retrieve(intent.payment_method as string),
      event: (await stripe.events.list({ limit: 1 })).data[0],
    };
    for (const [kind, made] of Object.entries(objects)) {
      const { lastResponse: _, ...fields } = made as unknown as Fixture;
      expect([kind, compare(kind as keyof typeof fixtures.resources, fields)]).toEqual([kind, []]);
    }
  });
});
