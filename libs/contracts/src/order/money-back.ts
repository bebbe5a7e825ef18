import * as z from 'zod/mini';
import { dollars, moneySchema } from '../common/index.js';
import { CURRENCY } from './constants.js';

/** Where the money of an order is, as its customer needs to know it. The amounts are in the currency in which it was paid. */
export const moneyBackSchema = z.object({
  /** Lower-case ISO 4217. */
  currency: z.string(),
  /** Went back, and stayed there. */
  back: moneySchema,
  /** Owed, and refused by nobody. */
  onItsWay: moneySchema,
  /** The customer's bank took it back: a dispute that the shop has lost. */
  byBank: moneySchema,
  /** Still with the shop, also where it could not go back. */
  kept: moneySchema,
  /** The customer's bank decides about it, and nothing more goes back before that. */
  isDisputed: z.boolean(),
});
export type MoneyBack = z.infer<typeof moneyBackSchema>;

/** `"35.91"` → `"$35.91"`; of a foreign currency `"35.91 EUR"`. */
export const inCurrency = (amount: string, currency: string = CURRENCY): string =>
  currency === CURRENCY ? dollars(amount) : `${amount} ${currency.toUpperCase()}`;

const isSome = (amount: string): boolean => Number(amount) > 0;

/** All that was paid has gone back to the customer. */
export const isAllBack = ({ back, byBank, onItsWay, kept }: MoneyBack): boolean =>
  (isSome(back) || isSome(byBank)) && !isSome(onItsWay) && !isSome(kept);

/** Some of it is about to go back. */
export const isMoneyOnItsWay = ({ onItsWay }: MoneyBack): boolean => isSome(onItsWay);

/** Nothing more will change of itself, nor has the shop anything left to do. */
export const isMoneySettled = ({ onItsWay, kept, isDisputed }: MoneyBack): boolean =>
  !isSome(onItsWay) && !isSome(kept) && !isDisputed;

/** Whatever has become of it since. */
export const hasMoneyCome = (moneyBack: MoneyBack): boolean => moneyBackWords(moneyBack).length > 0;

/** Of an order that is not paid: another amount than its total has come, and is looked at by hand. */
export const isMoneyHeld = ({ kept }: MoneyBack): boolean => isSome(kept);

/** What becomes of the money of a cancelled order, in sentences for its customer; none where none was paid. */
export function moneyBackWords({ currency, back, onItsWay, byBank, kept, isDisputed }: MoneyBack): string[] {
  const amount = (of: string): string => inCurrency(of, currency);
  const rest = isDisputed
    ? `Your bank decides about ${amount(kept)}, because the payment is disputed. Nothing of it goes back before that.`
    : `${amount(kept)} could not go back to your card or account yet. We see to it, and you need to do nothing.`;
  return [
    ...(isSome(back)
      ? [`${amount(back)} went back to your card or account; banks need up to ten days to show it.`]
      : []),
    ...(isSome(onItsWay) ? [`${amount(onItsWay)} is on its way back to your card or account.`] : []),
    ...(isSome(byBank) ? [`Your bank has given you ${amount(byBank)} back.`] : []),
    ...(isSome(kept) ? [rest] : []),
  ];
}
