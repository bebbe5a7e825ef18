import type { Checkout } from '@shop/contracts-order';
import { parseCents } from '@shop/contracts-common';
import type { Caller } from '@shop/service-kit';
import { ADDRESS } from '../support/test-shop.js';
import { PlacedOrdersService } from '../../src/checkout/placed-orders.service.js';
import { CheckoutService } from '../../src/checkout/checkout.service.js';
import type { ModelShop } from './model-shop.js';
import type { Card } from './stripe-side.js';

/** `here`: the browser that started as a guest. `elsewhere`: a browser that is signed in from the start. */
export type BrowserLocation = 'here' | 'elsewhere';

/** What a page displays beside the card form. */
interface DisplayedCheckout extends Pick<Checkout, 'orderNumber' | 'revision'> {
  at: BrowserLocation;
  totalCents: number;
}

const EMAIL = 'guest@example.com';
const FIND_SECRET = `SELECT client_secret AS secret FROM orders_with_intents JOIN payment_intents USING (intent_id) WHERE order_number = $1`;
const LIST_CHARGED = `SELECT client_secret AS secret, amount_cents AS cents FROM stripe_intents WHERE status IN ('processing', 'succeeded') AND client_secret = ANY ($1)`;

const pick = <Thing>(things: readonly Thing[], choice: number): Thing | undefined =>
  things[choice % Math.max(1, things.length)];

/** The checkouts that the customer's pages display during one run, and the payments made there. */
export class DisplayedCheckouts {
  /** Client secrets of the orders. Each is enough to pay without the page. */
  private readonly secrets: string[] = [];
  private readonly displayed: DisplayedCheckout[] = [];
  /** The total that the page displayed for each payment on a page. */
  private readonly confirmedTotals: { secret: string; totalCents: number }[] = [];

  constructor(
    private readonly shop: ModelShop,
    private readonly getCaller: (at: BrowserLocation) => Caller,
  ) {}

  async submitShipping(at: BrowserLocation): Promise<void> {
    const { clientSecret, orderNumber, revision, order } = await this.shop
      .get(CheckoutService)
      .placeOrder(this.getCaller(at), { shippingAddress: ADDRESS, giftMessage: null });
    await this.keepSecret(clientSecret, orderNumber);
    this.displayed.push({ at, orderNumber, revision, totalCents: parseCents(order.total) });
  }

  /** Pays like the page: asks the shop whether the order is still as displayed, then charges the card. */
  async payOnPage(choice: number, card: Card): Promise<unknown> {
    const page = pick(this.displayed, choice);
    if (!page) return null;
    const { orderNumber, revision, at, totalCents } = page;
    const { clientSecret } = await this.shop
      .get(PlacedOrdersService)
      .startPayment(this.getCaller(at), { orderNumber, revision, email: EMAIL });
    this.confirmedTotals.push({ secret: clientSecret, totalCents });
    return this.shop.stripeSide.payByCard(clientSecret, card);
  }

  pay(choice: number, card: Card): Promise<unknown> | null {
    const secret = pick(this.secrets, choice);
    return secret === undefined ? null : this.shop.stripeSide.payByCard(secret, card);
  }

  answerChallenge(choice: number, answer: 'complete' | 'fail'): Promise<unknown> | null {
    const clientSecret = pick(this.secrets, choice);
    return clientSecret === undefined ? null : this.shop.stripeSide.answerChallenge(clientSecret, answer);
  }

  /** Finds payments with another amount than their page displayed. */
  async findWrongCharges(): Promise<string[]> {
    if (this.confirmedTotals.length === 0) return [];
    const charged = await this.shop.listRows<{ secret: string; cents: number }>(LIST_CHARGED, [
      this.confirmedTotals.map(({ secret }) => secret),
    ]);
    return charged.flatMap(({ secret, cents }) =>
      this.confirmedTotals
        .filter((agreed) => agreed.secret === secret && agreed.totalCents !== cents)
        .map(({ totalCents }) => `${cents} cents were taken where ${totalCents} were shown`),
    );
  }

  /** The shop withholds the secret until it has an email. Here the customer knows it at once, and may pay without one. */
  private async keepSecret(returned: string, orderNumber: string): Promise<void> {
    const [stored] = returned ? [] : await this.shop.listRows<{ secret: string }>(FIND_SECRET, [orderNumber]);
    const secret = returned || stored?.secret;
    if (secret && !this.secrets.includes(secret)) this.secrets.push(secret);
  }
}
