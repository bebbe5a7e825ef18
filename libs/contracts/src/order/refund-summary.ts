import * as z from 'zod/mini';
import { dollars, moneySchema } from '../common/index.js';
import { CURRENCY } from './constants.js';

/** Where the money of an order is, as its customer needs to know it. The amounts are in the currency in which it was paid. */
export const refundSummarySchema = z.object({
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
export type MoneyBack = z.infer<typeof refundSummarySchema>;

/** `"35.91"` → `"$35.91"`; of a foreign currency `"35.91 EUR"`. */
export const inCurrency = (amount: string, currency: string = CURRENCY): string =>
  currency === CURRENCY ? dollars(amount) : `${amount} ${currency.toUpperCase()}`;

const isNonZero = (amount: string): boolean => Number(amount) > 0;

/** All that was paid has gone back to the customer. */
export const isAllBack = ({ back, byBank, onItsWay, kept }: MoneyBack): boolean =>
  (isNonZero(back) || isNonZero(byBank)) && !isNonZero(onItsWay) && !isNonZero(kept);

/** Some of it is about to go back. */
export const isMoneyOnItsWay = ({ onItsWay }: MoneyBack): boolean => isNonZero(onItsWay);

/** Nothing more will change of itself, nor has the shop anything left to do. */
export const isMoneySettled = ({ onItsWay, kept, isDisputed }: MoneyBack): boolean =>
  !isNonZero(onItsWay) && !isNonZero(kept) && !isDisputed;

/** Whatever has become of it since. */
export const hasMoneyCome = (summary: MoneyBack): boolean => moneyBackWords(summary).length > 0;

/** Of an order that is not paid: another amount than its total has come, and is looked at by hand. */
export const isMoneyHeld = ({ kept }: MoneyBack): boolean => isNonZero(kept);

/** What becomes of the money of a cancelled order, in sentences for its customer; none where none was paid. */
export function moneyBackWords({ currency, back, onItsWay, byBank, kept, isDisputed }: MoneyBack): string[] {
  const format = (value: string): string => inCurrency(value, currency);
  const retainedMessage = isDisputed
    ? `Your bank decides about ${format(kept)}, because the payment is disputed. Nothing of it goes back before that.`
    : `${format(kept)} could not go back to your card or account yet. We see to it, and you need to do nothing.`;
  return [
    ...(isNonZero(back)
      ? [`${format(back)} went back to your card or account; banks need up to ten days to show it.`]
      : []),
    ...(isNonZero(onItsWay) ? [`${format(onItsWay)} is on its way back to your card or account.`] : []),
    ...(isNonZero(byBank) ? [`Your bank has given you ${format(byBank)} back.`] : []),
    ...(isNonZero(kept) ? [retainedMessage] : []),
  ];
}
