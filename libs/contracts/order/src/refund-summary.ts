import * as z from 'zod/mini';
import { formatDollars, moneySchema } from '@shop/contracts-common';
import { CURRENCY } from './constants.js';

/** What became of an order's money, for its customer. All amounts are in the currency of the payment. */
export const refundSummarySchema = z.object({
  /** ISO 4217 in lower case. */
  currency: z.string(),
  /** Refunded, and not returned by the bank. */
  refunded: moneySchema,
  /** Requested refunds that have not failed. */
  pending: moneySchema,
  /** Amounts of lost disputes, which the bank has paid to the customer. */
  chargedBack: moneySchema,
  /** Amount that the shop still has, including failed refunds. */
  retained: moneySchema,
  /** A dispute is open: no refund is possible before the bank's decision. */
  isDisputed: z.boolean(),
});
export type RefundSummary = z.infer<typeof refundSummarySchema>;

/** `"35.91"` → `"$35.91"`; in another currency `"35.91 EUR"`. */
export const formatInCurrency = (amount: string, currency: string = CURRENCY): string =>
  currency === CURRENCY ? formatDollars(amount) : `${amount} ${currency.toUpperCase()}`;

const isNonZero = (amount: string): boolean => Number(amount) > 0;

/** The whole amount is back at the customer. */
export const isFullyRefunded = (summary: RefundSummary): boolean =>
  (isNonZero(summary.refunded) || isNonZero(summary.chargedBack)) &&
  !isNonZero(summary.pending) &&
  !isNonZero(summary.retained);

/** A part is back at the customer, and the shop has the rest. */
export const isPartlyRefunded = (summary: RefundSummary): boolean =>
  (isNonZero(summary.refunded) || isNonZero(summary.chargedBack)) && isNonZero(summary.retained);

/** A refund is requested and not confirmed yet. */
export const hasPendingRefund = (summary: RefundSummary): boolean => isNonZero(summary.pending);

/** Nothing is pending, retained or disputed. */
export const isRefundFinal = (summary: RefundSummary): boolean =>
  !isNonZero(summary.pending) && !isNonZero(summary.retained) && !summary.isDisputed;

/** Any money was received for the order, also if it was refunded since. */
export const hasReceivedMoney = (summary: RefundSummary): boolean => describeRefunds(summary).length > 0;

/** For unpaid orders: an amount other than the total was received, and an admin must decide. */
export const hasRetainedMoney = (summary: RefundSummary): boolean => isNonZero(summary.retained);

/** Sentences for the customer of a cancelled order about the money; empty if nothing was received. */
export function describeRefunds(summary: RefundSummary): string[] {
  const format = (amount: string): string => formatInCurrency(amount, summary.currency);
  const retained = format(summary.retained);
  const retainedMessage = summary.isDisputed
    ? `Your bank decides about ${retained}, because the payment is disputed. Nothing of it goes back before that.`
    : `${retained} could not go back to your card or account yet. We see to it, and you need to do nothing.`;
  return [
    ...(isNonZero(summary.refunded)
      ? [`${format(summary.refunded)} went back to your card or account; banks need up to ten days to show it.`]
      : []),
    ...(isNonZero(summary.pending) ? [`${format(summary.pending)} is on its way back to your card or account.`] : []),
    ...(isNonZero(summary.chargedBack) ? [`Your bank has given you ${format(summary.chargedBack)} back.`] : []),
    ...(isNonZero(summary.retained) ? [retainedMessage] : []),
  ];
}
