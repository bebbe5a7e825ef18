import * as z from 'zod/mini';
import { dollars, moneySchema } from '../common/index.js';
import { CURRENCY } from './constants.js';

/** What became of an order's money, for its customer. All amounts are in the currency of the payment. */
export const refundSummarySchema = z.object({
  /** ISO 4217 in lower case. */
  currency: z.string(),
  /** Refunded, and not returned by the bank. */
  back: moneySchema,
  /** Requested refunds that have not failed. */
  onItsWay: moneySchema,
  /** Amounts of lost disputes, which the bank has paid to the customer. */
  byBank: moneySchema,
  /** Amount that the shop still has, including failed refunds. */
  kept: moneySchema,
  /** A dispute is open: no refund is possible before the bank's decision. */
  isDisputed: z.boolean(),
});
export type MoneyBack = z.infer<typeof refundSummarySchema>;

/** `"35.91"` → `"$35.91"`; in another currency `"35.91 EUR"`. */
export const inCurrency = (amount: string, currency: string = CURRENCY): string =>
  currency === CURRENCY ? dollars(amount) : `${amount} ${currency.toUpperCase()}`;

const isNonZero = (amount: string): boolean => Number(amount) > 0;

/** The whole amount is back at the customer. */
export const isAllBack = (summary: MoneyBack): boolean =>
  (isNonZero(summary.back) || isNonZero(summary.byBank)) && !isNonZero(summary.onItsWay) && !isNonZero(summary.kept);

/** A refund is requested and not confirmed yet. */
export const isMoneyOnItsWay = (summary: MoneyBack): boolean => isNonZero(summary.onItsWay);

/** Nothing is pending, retained or disputed. */
export const isMoneySettled = (summary: MoneyBack): boolean =>
  !isNonZero(summary.onItsWay) && !isNonZero(summary.kept) && !summary.isDisputed;

/** Any money was received for the order, also if it was refunded since. */
export const hasMoneyCome = (summary: MoneyBack): boolean => moneyBackWords(summary).length > 0;

/** For unpaid orders: an amount other than the total was received, and an admin must decide. */
export const isMoneyHeld = (summary: MoneyBack): boolean => isNonZero(summary.kept);

/** Sentences for the customer of a cancelled order about the money; empty if nothing was received. */
export function moneyBackWords(summary: MoneyBack): string[] {
  const format = (amount: string): string => inCurrency(amount, summary.currency);
  const retained = format(summary.kept);
  const retainedMessage = summary.isDisputed
    ? `Your bank decides about ${retained}, because the payment is disputed. Nothing of it goes back before that.`
    : `${retained} could not go back to your card or account yet. We see to it, and you need to do nothing.`;
  return [
    ...(isNonZero(summary.back)
      ? [`${format(summary.back)} went back to your card or account; banks need up to ten days to show it.`]
      : []),
    ...(isNonZero(summary.onItsWay) ? [`${format(summary.onItsWay)} is on its way back to your card or account.`] : []),
    ...(isNonZero(summary.byBank) ? [`Your bank has given you ${format(summary.byBank)} back.`] : []),
    ...(isNonZero(summary.kept) ? [retainedMessage] : []),
  ];
}
