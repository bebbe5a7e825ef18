import { randomUUID } from 'node:crypto';
import { asGuest, type Answer } from '@shop/testing';
import Stripe from 'stripe';
import { Shop } from './shop.js';
import type { FakeEvent, FakeIntent, FakeRefund } from './stripe-server.js';
import { StripeServer } from './stripe-server.js';

export const STRIPE_WEBHOOK_SECRET = 'whsec_of_the_shop_under_test';

export const stripeEnv = (stripe: StripeServer): Record<string, string> => ({
  STRIPE_SECRET_KEY: 'sk_test_shop',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_shop',
  STRIPE_WEBHOOK_SECRET,
  STRIPE_API_HOST: stripe.url,
});

/** The shop with Stripe behind it. */
export class StripeShop {
  private constructor(
    readonly stripe: StripeServer,
    readonly shop: Shop,
  ) {}

  static async open(): Promise<StripeShop> {
    const stripe = await StripeServer.start();
    return new StripeShop(stripe, await Shop.open({ env: stripeEnv(stripe) }));
  }

  async close(): Promise<void> {
    await this.shop.close();
    await this.stripe.stop();
  }

  async paidOrder(): Promise<{ id: string; intentId: string }> {
    const { intentId } = await this.shop.checkOut(asGuest());
    await this.tell('payment_intent.succeeded', this.stripe.pay(intentId));
    return { intentId, id: (await this.shop.orderRow(intentId)).id as string };
  }

  /** Tells the shop as Stripe does. */
  tell(
    type: Stripe.Event['type'],
    object: FakeIntent | FakeRefund | object,
    change: Partial<Stripe.Event> = {},
  ): Promise<Answer> {
    return deliverToStripeDoor(this.shop, this.lose(type, object, change));
  }

  /** It happens, and the shop is not told. */
  lose(type: Stripe.Event['type'], object: object, change: Partial<Stripe.Event> = {}): FakeEvent {
    const event = stripeEvent(type, object, change);
    this.stripe.events.push(event);
    return event;
  }
}

/** As the tests around it meet it: opened before them and closed after them, or anew for each; none sees the requests and faults of another. */
export function stripeShopOf(
  tests: 'all' | 'each' = 'all',
): Pick<StripeShop, 'stripe' | 'shop' | 'tell' | 'lose' | 'paidOrder'> {
  let own: StripeShop;
  const [before, after] = tests === 'all' ? [beforeAll, afterAll] : [beforeEach, afterEach];
  before(async () => {
    own = await StripeShop.open();
  });
  after(() => own.close());
  beforeEach(() => {
    own.stripe.seen.length = 0;
    own.stripe.faults.length = 0;
  });
  return {
    get stripe() {
      return own.stripe;
    },
    get shop() {
      return own.shop;
    },
    tell: (...event) => own.tell(...event),
    lose: (...event) => own.lose(...event),
    paidOrder: () => own.paidOrder(),
  };
}

export const stripeEvent = (
  type: Stripe.Event['type'],
  object: object,
  change: Partial<Stripe.Event> = {},
): FakeEvent => ({
  id: `evt_${randomUUID()}`,
  object: 'event',
  created: Math.floor(Date.now() / 1000),
  type,
  data: { object: { ...object } },
  ...change,
});

export const disputeOf = (intentId: string, change: object = {}): object => ({
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

export interface Signing {
  secret?: string;
  timestamp?: number;
  /** What is sent, where it is not what was signed. */
  sent?: string;
}

export function deliverToStripeDoor(
  shop: Shop,
  event: FakeEvent,
  { secret = STRIPE_WEBHOOK_SECRET, timestamp, sent }: Signing = {},
): Promise<Answer> {
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
