import { StripeError } from '@shop/sandbox/testing';
import { CARDS, getIntentId, STRIPE_ACCOUNT } from '../support/test-shop.js';
import type { ModelShop } from './model-shop.js';

export type Card =
  | 'accepted'
  | 'declined'
  | 'challenged'
  | 'slow'
  | 'slowAndDeclined'
  | 'refundedLate'
  | 'refundFails'
  | 'disputed'
  | 'reviewed'
  | 'warned';

export interface StoredEvent {
  id: string;
  payload: string;
}

const EXPIRY = { expMonth: 12, expYear: 2034 };

/** Answers to a customer, and not failures: a decline, and an intent that can't be paid now. */
const REFUSALS: readonly (string | undefined)[] = [
  'card_declined',
  'payment_intent_authentication_failure',
  'payment_intent_unexpected_state',
];

const LIST_UNDECIDED = 'SELECT id FROM sandbox.stripe_objects WHERE due_at IS NOT NULL ORDER BY seq';

const FIND_REFUNDABLE = `
  SELECT (document->>'amount_captured')::int - (document->>'amount_refunded')::int AS cents
  FROM sandbox.stripe_objects WHERE kind = 'charge' AND intent_id = $1 AND document->>'status' = 'succeeded' AND NOT (document->'disputed')::bool`;

const OVERCHARGE = `
  UPDATE sandbox.stripe_objects SET document = jsonb_set(document, '{amount}', to_jsonb((document->>'amount')::int + 1))
  WHERE id IN (SELECT id FROM stripe_intents WHERE status = 'open')`;

const REPLACE_CARDS = `
  UPDATE sandbox.stripe_objects SET document = jsonb_set(document, '{payment_method_details,card,last4}', '"4242"')
  WHERE kind = 'charge' AND document->'payment_method_details'->'card'->>'last4' = '5126'`;

/** What customers, banks and the shop's owner do at Stripe, without the shop. Each is one turn of the scheduler. */
export class StripeSide {
  constructor(private readonly shop: ModelShop) {}

  /** The customer pays by card. */
  payByCard(clientSecret: string, card: Card): Promise<void> {
    return this.runTurn('confirm', () =>
      this.shop.stripe.payments.confirm(STRIPE_ACCOUNT, getIntentId(clientSecret), { number: CARDS[card], ...EXPIRY }),
    );
  }

  /** The customer's answer to the bank's challenge. */
  answerChallenge(clientSecret: string, answer: 'complete' | 'fail'): Promise<void> {
    return this.runTurn('authenticate', () =>
      this.shop.stripe.payments.authenticate(STRIPE_ACCOUNT, getIntentId(clientSecret), answer === 'complete'),
    );
  }

  /** In the Dashboard: refunds at most the remaining amount. Does nothing for unpaid or disputed intents. */
  async refund(intentId: string, cents: number): Promise<void> {
    await this.runTurn('refund', async () => {
      const [refundable] = await this.shop.listRows<{ cents: number }>(FIND_REFUNDABLE, [intentId]);
      const amount = Math.min(cents, refundable?.cents ?? 0);
      if (amount > 0) await this.shop.stripe.control.refund(intentId, amount);
    });
  }

  /** The banks decide about everything that takes its time. They accept no response to a dispute. */
  async settleDelayed(): Promise<void> {
    const { control } = this.shop.stripe;
    for (const { id } of await this.shop.listRows<{ id: string }>(LIST_UNDECIDED))
      await this.runTurn('settle', async () => {
        if (id.startsWith('dp_')) await control.closeDispute(id, 'lost');
        else await control.settleNow(id);
      });
  }

  /** Takes a cent more than the order's total. */
  overcharge(): Promise<unknown> {
    return this.shop.runStatement(OVERCHARGE);
  }

  /** Gives the affected customers another card, so that refunds succeed from now on. */
  stopFailingRefunds(): Promise<unknown> {
    return this.shop.listRows(REPLACE_CARDS);
  }

  /** In their sequence. */
  listEvents(): Promise<StoredEvent[]> {
    return this.shop.listRows('SELECT id, event::text AS payload FROM stripe_events ORDER BY seq');
  }

  private async runTurn(call: string, work: () => Promise<unknown>): Promise<void> {
    await this.shop.scheduler.runStatement(call, () =>
      work().catch((error: unknown) => {
        if (!(error instanceof StripeError && REFUSALS.includes(error.body.code))) throw error;
      }),
    );
  }
}
