import { randomUUID } from 'node:crypto';
import { asGuest, type TestResponse } from '@shop/testing';
import Stripe from 'stripe';
import { TestShop } from './test-shop.js';
import { type FakeEvent, type FakeIntent, type FakeRefund, StripeServer } from './stripe-server.js';

export const STRIPE_WEBHOOK_SECRET = 'whsec_of_the_shop_under_test';

export const stripeEnv = (stripe: StripeServer): Record<string, string> => ({
  STRIPE_SECRET_KEY: 'sk_test_shop',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_shop',
  STRIPE_WEBHOOK_SECRET,
  STRIPE_API_HOST: stripe.url,
});

/** A test shop that takes payments by the fake Stripe server. */
export class StripeSetup {
  private constructor(
    readonly stripe: StripeServer,
    readonly shop: TestShop,
  ) {}

  static async open(): Promise<StripeSetup> {
    const stripe = await StripeServer.start();
    return new StripeSetup(stripe, await TestShop.open(stripeEnv(stripe)));
  }

  async close(): Promise<void> {
    await this.shop.close();
    await this.stripe.stop();
  }

  /** Empties the shop and the fake Stripe server. */
  async clear(): Promise<void> {
    await this.shop.clearTables();
    this.stripe.clear();
  }

  async paidOrder(): Promise<{ id: string; intentId: string }> {
    const { intentId } = await this.shop.checkOut(asGuest());
    await this.sendWebhook('payment_intent.succeeded', this.stripe.pay(intentId));
    return { intentId, id: (await this.shop.getOrderRow(intentId)).id as string };
  }

  /** Records an event at Stripe and delivers its webhook. */
  sendWebhook(
    type: Stripe.Event['type'],
    object: FakeIntent | FakeRefund | object,
    change: Partial<Stripe.Event> = {},
  ): Promise<TestResponse> {
    return deliverStripeWebhook(this.shop, this.createEventWithoutWebhook(type, object, change));
  }

  /** Records an event at Stripe without delivering a webhook. */
  createEventWithoutWebhook(type: Stripe.Event['type'], object: object, change: Partial<Stripe.Event> = {}): FakeEvent {
    const event = stripeEvent(type, object, change);
    this.stripe.events.push(event);
    return event;
  }
}

/** Opens the shop before the tests and closes it after them. Each test starts without recorded calls and faults. */
export function stripeSetup(): Pick<
  StripeSetup,
  'stripe' | 'shop' | 'sendWebhook' | 'createEventWithoutWebhook' | 'paidOrder' | 'clear'
> {
  let setup: StripeSetup;
  beforeAll(async () => {
    setup = await StripeSetup.open();
  });
  afterAll(() => setup.close());
  beforeEach(() => {
    setup.stripe.calls.length = 0;
    setup.stripe.faults.length = 0;
  });
  return {
    get stripe() {
      return setup.stripe;
    },
    get shop() {
      return setup.shop;
    },
    sendWebhook: (...event) => setup.sendWebhook(...event),
    createEventWithoutWebhook: (...event) => setup.createEventWithoutWebhook(...event),
    paidOrder: () => setup.paidOrder(),
    clear: () => setup.clear(),
  };
}

export const stripeEvent = (
  type: Stripe.Event['type'],
  object: object,
  change: Partial<Stripe.Event> = {},
): FakeEvent => ({
  id: `evt_${randomUUID()}`,
  object: 'event',
  livemode: false,
  created: Math.floor(Date.now() / 1000),
  type,
  data: { object: { ...object } },
  ...change,
});

export const createDispute = (intentId: string, change: object = {}): object => ({
  id: `dp_${intentId}`,
  amount: 3_591,
  currency: 'usd',
  reason: 'product_not_received',
  status: 'needs_response',
  payment_intent: intentId,
  created: 1_795_000_000,
  evidence_details: { due_by: 1_795_600_000 },
  ...change,
});

export interface SigningOptions {
  secret?: string;
  timestamp?: number;
  /** The body to send, if it differs from the signed one. */
  sentBody?: string;
}

export function deliverStripeWebhook(
  shop: TestShop,
  event: FakeEvent,
  { secret = STRIPE_WEBHOOK_SECRET, timestamp, sentBody: sent }: SigningOptions = {},
): Promise<TestResponse> {
  const payload = JSON.stringify(event);
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload,
    secret,
    ...(timestamp === undefined ? {} : { timestamp }),
  });
  return shop.service.call('POST', '/api/webhooks/stripe', {
    body: sent ?? payload,
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
  });
}
