/**
 * The sandbox's cards (D25). The numbers are Stripe's published test numbers with Stripe's conduct (docs.stripe.com/testing); where Stripe has none for
 * a card that takes its time, the two numbers are ours. Any other number is no card, and a card past its last month is refused before the bank
 * is asked.
 */
export type CardDecision =
  | { outcome: 'accepted' }
  /** The bank said no: a failed payment, which may be tried again. */
  | { outcome: 'declined'; message: string }
  /** The bank wants to hear from its customer first. */
  | { outcome: 'challenged' }
  /** The bank answers later. */
  | { outcome: 'processing' }
  /** Never reached a bank. */
  | { outcome: 'refused'; message: string };

export type BankDecision = Extract<CardDecision, { outcome: 'accepted' | 'declined' }>;

interface TestCard {
  /** Why the bank declines in the end; it accepts where there is no reason. */
  decline?: string;
  firstStep?: 'challenged' | 'processing';
  dispute?: 'fraudulent' | 'product_not_received';
  refunds?: RefundBehaviour;
}

/** `late`: pending at first. `fails`: the bank sends the money back after all. */
export type RefundBehaviour = 'at once' | 'late' | 'fails';

const DECLINED = 'Your card was declined.';

const CARDS: Readonly<Record<string, TestCard>> = {
  '4242424242424242': {},
  '4000000000000002': { decline: DECLINED },
  '4000000000009995': { decline: 'Your card has insufficient funds.' },
  '4000002500003155': { firstStep: 'challenged' },
  '4000008400001629': { firstStep: 'challenged', decline: DECLINED },
  '4000000000000259': { dispute: 'fraudulent' },
  '4000000000002685': { dispute: 'product_not_received' },
  '4000000000007726': { refunds: 'late' },
  '4000000000005126': { refunds: 'fails' },
  // Ours.
  '4000000000001018': { firstStep: 'processing' },
  '4000000000001026': { firstStep: 'processing', decline: DECLINED },
};

const BY_LAST4 = new Map(Object.entries(CARDS).map(([number, card]) => [toLast4(number), card]));

/** In Stripe's words. */
export const AUTHENTICATION_FAILED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.';

/** Two digits mean this century; nobody's card is valid for longer than this. */
const MAX_YEARS_AHEAD = 50;

function findExpiryProblem(expiry: string, now: Date): string | null {
  const [month = Number.NaN, shortYear = Number.NaN] = expiry.split('/').map((part) => Number(part.trim()));
  const year = 2000 + shortYear;
  const monthsLeft = (year - now.getUTCFullYear()) * 12 + (month - (now.getUTCMonth() + 1));
  if (Number.isNaN(monthsLeft) || month < 1 || month > 12 || monthsLeft > MAX_YEARS_AHEAD * 12)
    return "Your card's expiration date is invalid.";
  return monthsLeft < 0 ? 'Your card has expired.' : null;
}

const toBankDecision = ({ decline }: TestCard): BankDecision =>
  decline === undefined ? { outcome: 'accepted' } : { outcome: 'declined', message: decline };

/** `cardNumber`: digits only; `expiry`: MM/YY, valid to the end of that month. */
export function decideOnCard({ cardNumber, expiry }: { cardNumber: string; expiry: string }, now: Date): CardDecision {
  const card = CARDS[cardNumber];
  if (!card) return { outcome: 'refused', message: 'Your card number is incorrect.' };
  const problem = findExpiryProblem(expiry, now);
  if (problem) return { outcome: 'refused', message: problem };
  return card.firstStep ? { outcome: card.firstStep } : toBankDecision(card);
}

/** All of a card that is kept, as providers do; among the test cards it is one card. */
export function toLast4(cardNumber: string): string {
  return cardNumber.slice(-4);
}

/** What the bank says in the end, after its customer has answered or it has taken its time. */
export const getBankDecision = (last4: string | null): BankDecision => toBankDecision(BY_LAST4.get(last4 ?? '') ?? {});

/** Why the cardholder asks for the money back right after the payment; null where nobody does. */
export const getDisputeReason = (last4: string | null): TestCard['dispute'] | null =>
  BY_LAST4.get(last4 ?? '')?.dispute ?? null;

export const getRefundBehaviour = (last4: string | null): RefundBehaviour =>
  BY_LAST4.get(last4 ?? '')?.refunds ?? 'at once';
