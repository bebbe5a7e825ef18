/** The card as the customer has typed it. */
export interface CardInput {
  number: string;
  expiry: string;
  cvc: string;
}

export type CardErrors = Partial<Record<keyof CardInput, string>>;

const CARD_DIGITS_MAX = 19;

/** Formats in groups of four: `4242 4242 4242 4242`. */
export function formatCardNumber(typed: string): string {
  const digits = typed.replace(/\D/g, '').slice(0, CARD_DIGITS_MAX);
  return digits.replace(/(\d{4})(?=\d)/g, '$1 ');
}

/** Formats `MM / YY`. A one-digit month gets a leading zero: `4` → `04`, `1/` → `01`. */
export function formatExpiry(typed: string): string {
  const oneDigitMonth = /^([2-9]|\d(?=\s*\/))/.test(typed.trim());
  const digits = (oneDigitMonth ? `0${typed.trim()}` : typed).replace(/\D/g, '').slice(0, 4);
  return digits.length <= 2 ? digits : `${digits.slice(0, 2)} / ${digits.slice(2)}`;
}

const toDigits = (typed: string): string => typed.replace(/[\s-]/g, '');

/** In the order of the fields. */
export function findCardErrors({ number, expiry, cvc }: CardInput): CardErrors {
  const errors: CardErrors = {};
  if (!/^\d{12,19}$/.test(toDigits(number))) errors.number = 'Your card number is incomplete.';
  if (!/^(0[1-9]|1[0-2])\s*\/\s*\d{2}$/.test(expiry.trim()))
    errors.expiry = "Your card's expiration date is incomplete.";
  if (!/^\d{3,4}$/.test(cvc.trim())) errors.cvc = "Your card's security code is incomplete.";
  return errors;
}

/** The card as Stripe's API takes it. */
export function toCardParams({ number, expiry, cvc }: CardInput): Record<string, string> {
  const [month = '', year = ''] = expiry.split('/');
  return { number: toDigits(number), exp_month: month.trim(), exp_year: year.trim(), cvc: cvc.trim() };
}
