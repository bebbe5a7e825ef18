/**
 * The sandbox's cards (D25), the same numbers as Stripe's: one is taken, two are declined by their bank, any other number is no
 * card. A card past its last month is refused before the bank is asked.
 */
export type CardVerdict =
  | { outcome: 'accepted' }
  /** The bank said no: a failed payment, which may be tried again. */
  | { outcome: 'declined'; message: string }
  /** Never reached a bank. */
  | { outcome: 'refused'; message: string };

const VERDICTS: Readonly<Record<string, CardVerdict>> = {
  '4242424242424242': { outcome: 'accepted' },
  '4000000000000002': { outcome: 'declined', message: 'Your card was declined.' },
  '4000000000009995': { outcome: 'declined', message: 'Your card has insufficient funds.' },
};

/** Two digits mean this century; nobody's card is valid for longer than this. */
const MAX_YEARS_AHEAD = 50;

function expiryProblem(expiry: string, now: Date): string | null {
  const [month = Number.NaN, shortYear = Number.NaN] = expiry.split('/').map((part) => Number(part.trim()));
  const year = 2000 + shortYear;
  const monthsLeft = (year - now.getUTCFullYear()) * 12 + (month - (now.getUTCMonth() + 1));
  if (Number.isNaN(monthsLeft) || month < 1 || month > 12 || monthsLeft > MAX_YEARS_AHEAD * 12) return "Your card's expiration date is invalid.";
  return monthsLeft < 0 ? 'Your card has expired.' : null;
}

/** `cardNumber`: digits only; `expiry`: MM/YY, valid to the end of that month. */
export function verdictOnCard({ cardNumber, expiry }: { cardNumber: string; expiry: string }, now: Date): CardVerdict {
  const verdict = VERDICTS[cardNumber];
  if (!verdict) return { outcome: 'refused', message: 'Your card number is incorrect.' };
  const problem = expiryProblem(expiry, now);
  return problem ? { outcome: 'refused', message: problem } : verdict;
}
