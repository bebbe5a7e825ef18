/**
 * The sandbox's test cards. The numbers and their behaviour are Stripe's (docs.stripe.com/testing, docs.stripe.com/radar/testing). Stripe has no card
 * that stays in processing, so the last two numbers are our own. Any other number is incorrect, and an expired card
 * fails before the bank is asked.
 */
export type CardDecision =
  | { outcome: 'accepted' }
  /** The bank declined: the payment failed and may be tried again. */
  | ({ outcome: 'declined' } & CardProblem)
  /** The bank asks its customer to authenticate first. */
  | { outcome: 'challenged' }
  /** The bank decides later. */
  | { outcome: 'processing' }
  /** The card never reached a bank. */
  | ({ outcome: 'refused' } & CardProblem);

/** Stripe's codes and wording: docs.stripe.com/error-codes, docs.stripe.com/declines/codes. */
export interface CardProblem {
  code: string;
  declineCode?: string;
  message: string;
}

export type BankDecision = Extract<CardDecision, { outcome: 'accepted' | 'declined' }>;

interface TestCard {
  /** Why the bank declines in the end. It accepts if there is no reason. */
  decline?: CardProblem;
  firstStep?: 'challenged' | 'processing';
  dispute?: 'fraudulent' | 'product_not_received';
  /** Who doubts the payment at once: Stripe, which reviews a payment of elevated risk, or the card's issuer. */
  doubt?: 'review' | 'fraud-warning';
  refunds?: RefundBehaviour;
}

/** `late`: pending at first. `fails`: the bank returns the money later. */
export type RefundBehaviour = 'at once' | 'late' | 'fails';

const DECLINED: CardProblem = {
  code: 'card_declined',
  declineCode: 'generic_decline',
  message: 'Your card was declined.',
};

const CARDS: Readonly<Record<string, TestCard>> = {
  '4242424242424242': {},
  '4000000000000002': { decline: DECLINED },
  '4000000000009995': {
    decline: {
      code: 'card_declined',
      declineCode: 'insufficient_funds',
      message: 'Your card has insufficient funds.',
    },
  },
  '4000002500003155': { firstStep: 'challenged' },
  '4000008400001629': { firstStep: 'challenged', decline: DECLINED },
  '4000000000000259': { dispute: 'fraudulent' },
  '4000000000002685': { dispute: 'product_not_received' },
  '4000000000009235': { doubt: 'review' },
  '4000000000005423': { doubt: 'fraud-warning' },
  '4000000000007726': { refunds: 'late' },
  '4000000000005126': { refunds: 'fails' },
  // Our own numbers.
  '4000000000001018': { firstStep: 'processing' },
  '4000000000001026': { firstStep: 'processing', decline: DECLINED },
};

const BY_LAST4 = new Map(Object.entries(CARDS).map(([number, card]) => [toLast4(number), card]));

/** Stripe's wording. */
export const AUTHENTICATION_FAILED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.';

/** Two digits mean this century; no card is valid for longer than this. */
const MAX_YEARS_AHEAD = 50;

function findExpiryProblem(expiry: string, now: Date): CardProblem | null {
  const [month = Number.NaN, shortYear = Number.NaN] = expiry.split('/').map((part) => Number(part.trim()));
  const year = 2000 + shortYear;
  const monthsLeft = (year - now.getUTCFullYear()) * 12 + (month - (now.getUTCMonth() + 1));
  if (Number.isNaN(monthsLeft) || month < 1 || month > 12 || monthsLeft > MAX_YEARS_AHEAD * 12)
    return { code: 'invalid_expiry_year', message: "Your card's expiration date is invalid." };
  return monthsLeft < 0 ? { code: 'expired_card', message: 'Your card has expired.' } : null;
}

const toBankDecision = ({ decline }: TestCard): BankDecision =>
  decline === undefined ? { outcome: 'accepted' } : { outcome: 'declined', ...decline };

/** `cardNumber`: digits only; `expiry`: MM/YY, valid to the end of that month. */
export function decideOnCard({ cardNumber, expiry }: { cardNumber: string; expiry: string }, now: Date): CardDecision {
  const card = CARDS[cardNumber];
  if (!card) return { outcome: 'refused', code: 'incorrect_number', message: 'Your card number is incorrect.' };
  const problem = findExpiryProblem(expiry, now);
  if (problem) return { outcome: 'refused', ...problem };
  return card.firstStep ? { outcome: card.firstStep } : toBankDecision(card);
}

/** The only stored part of a card number. It identifies a test card. */
export function toLast4(cardNumber: string): string {
  return cardNumber.slice(-4);
}

/** The bank's final decision, after authentication or processing. */
export const getBankDecision = (last4: string | null): BankDecision => toBankDecision(BY_LAST4.get(last4 ?? '') ?? {});

/** Why the cardholder disputes the payment at once; null if no one does. */
export const getDisputeReason = (last4: string | null): TestCard['dispute'] | null =>
  BY_LAST4.get(last4 ?? '')?.dispute ?? null;

export const getDoubt = (last4: string | null): TestCard['doubt'] | null => BY_LAST4.get(last4 ?? '')?.doubt ?? null;

export const getRefundBehaviour = (last4: string | null): RefundBehaviour =>
  BY_LAST4.get(last4 ?? '')?.refunds ?? 'at once';
