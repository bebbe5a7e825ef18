import { emailSchema } from '@shop/contracts/identity';
import { sandboxConfirmRequestSchema } from '@shop/contracts/order';
import * as z from 'zod/mini';

const cardSchema = z.omit(sandboxConfirmRequestSchema, { clientSecret: true, amountCents: true });

/** A guest must give an email; a signed-in customer's is taken from the account. */
export const guestCardFormSchema = z.extend(cardSchema, { email: emailSchema });
export const customerCardFormSchema = z.extend(cardSchema, { email: z.string() });

export type CardFormInput = z.input<typeof guestCardFormSchema>;
export type CardForm = z.output<typeof guestCardFormSchema>;

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
