import type { Checkout } from '@shop/contracts/order';
import { parseCents } from '@shop/contracts/common';
import type { Caller } from '@shop/service-kit';
import { ADDRESS, CARDS } from '../support/test-shop.js';
import { PayableCheckouts } from '../../src/checkout/payable-checkouts.js';
import { PlaceOrder } from '../../src/checkout/place-order.js';
import { SandboxChallengeService } from '../../src/payments/sandbox/sandbox-challenge.service.js';
import { SandboxConfirmationService } from '../../src/payments/sandbox/sandbox-confirmation.service.js';
import type { ModelShop } from './model-shop.js';

export type Card =
  'accepted' | 'declined' | 'challenged' | 'slow' | 'slowAndDeclined' | 'refundedLate' | 'refundFails' | 'disputed';

/** In the browser that began as a guest's, or where the account is signed in all along. */
export type BrowserLocation = 'here' | 'elsewhere';

/** What a page shows beside the card form. */
interface DisplayedCheckout extends Pick<Checkout, 'orderNumber' | 'revision'> {
  at: BrowserLocation;
  totalCents: number;
}

const EMAIL = 'guest@example.com';
const LIST_CHARGED = `SELECT client_secret AS secret, amount_cents AS cents FROM sandbox_intents WHERE status IN ('processing', 'succeeded') AND client_secret = ANY ($1)`;

const pick = <Thing>(things: readonly Thing[], choice: number): Thing | undefined =>
  things[choice % Math.max(1, things.length)];

/** Of one run: what the customer's pages were told of a checkout, and what is given there. */
export class DisplayedCheckouts {
  /** Client secrets that a shipping call has answered with: whoever has one may pay past the page. */
  private readonly secrets: string[] = [];
  private readonly displayed: DisplayedCheckout[] = [];
  /** What each page showed that a card was given on. */
  private readonly confirmedTotals: { secret: string; totalCents: number }[] = [];

  constructor(
    private readonly shop: ModelShop,
    private readonly getCaller: (at: BrowserLocation) => Caller,
  ) {}

  async submitShipping(at: BrowserLocation): Promise<void> {
    const { clientSecret, orderNumber, revision, order } = await this.shop
      .get(PlaceOrder)
      .execute(this.getCaller(at), ADDRESS);
    if (!this.secrets.includes(clientSecret)) this.secrets.push(clientSecret);
    this.displayed.push({ at, orderNumber, revision, totalCents: parseCents(order.total) });
  }

  /** As the page does it: the shop is asked whether the order is still what is shown, then the card is given. */
  async payOnPage(choice: number, card: Card): Promise<unknown> {
    const page = pick(this.displayed, choice);
    if (!page) return null;
    const { orderNumber, revision, at, totalCents } = page;
    const { clientSecret } = await this.shop
      .get(PayableCheckouts)
      .makeReady(this.getCaller(at), { orderNumber, revision, email: EMAIL });
    this.confirmedTotals.push({ secret: clientSecret, totalCents });
    return this.chargeCard(clientSecret, card);
  }

  pay(choice: number, card: Card): Promise<unknown> | null {
    const secret = pick(this.secrets, choice);
    return secret === undefined ? null : this.chargeCard(secret, card);
  }

  answerChallenge(choice: number, answer: 'complete' | 'fail'): Promise<unknown> | null {
    const clientSecret = pick(this.secrets, choice);
    return clientSecret === undefined
      ? null
      : this.shop.get(SandboxChallengeService).answerChallenge({ clientSecret, answer });
  }

  /** Payments by another amount than the page showed on which the card was given. */
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

  private chargeCard(clientSecret: string, card: Card): Promise<unknown> {
    return this.shop
      .get(SandboxConfirmationService)
      .confirmPayment({ clientSecret, cardNumber: CARDS[card].replaceAll(' ', ''), expiry: '12/34', cvc: '123' });
  }
}
