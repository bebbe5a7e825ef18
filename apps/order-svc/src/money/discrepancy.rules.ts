/**
 * The message and the action of each discrepancy between payments, orders and printing. An action that moves money or
 * ends an order has a warning to confirm. The action of a Stripe dispute is a link to Stripe. A sandbox dispute has no
 * action, because its bank takes no response.
 */
import { formatDollars, formatCents } from '@shop/contracts/common';
import {
  formatInCurrency,
  type MoneyDiscrepancy,
  type PaymentProviderName,
  type PaymentStatus,
} from '@shop/contracts/order';
import type { FulfilmentState } from '../fulfilment/fulfilment.rules.js';
import { describeReturnedParcel, SETTLE_RETURN, type ReturnedParcelDetails } from './returned-parcel.rules.js';
import { API_KEY_ERROR_CODES, FAILURE_DISPUTED, FAILURE_EXCEEDS_REMAINDER } from '../payments/payment-provider.js';
import { describeWebhookError, isWebhookError } from './webhook-errors.js';

interface Payment {
  provider: PaymentProviderName;
  intentId: string;
}

/** A call that the provider rejects, by the shop's error code. */
interface ProviderRejection {
  provider: PaymentProviderName;
  code: string;
}

interface Amount {
  amountCents: number;
  currency: string;
}

interface OpenDispute extends Amount {
  reason: string;
  respondBy: string | null;
  provider: PaymentProviderName;
  intentId: string | null;
}

interface FailedRefund extends Amount {
  failure: string;
  /** The dispute is open. */
  isDisputed: boolean;
  n?: number;
  refundId?: string;
  provider: PaymentProviderName;
  intentId: string | null;
}

/** A replacement refunds only the remaining amount. */
export const exceedsRemainder = ({ failure }: Pick<FailedRefund, 'failure'>): boolean =>
  failure === FAILURE_EXCEEDS_REMAINDER;
const isApiKeyError = (code: string): boolean => API_KEY_ERROR_CODES.includes(code);
const isDisputePending = ({ failure, isDisputed }: FailedRefund): boolean => failure === FAILURE_DISPUTED && isDisputed;

export interface BlockedPrinting {
  reason: string | null;
  state: FulfilmentState;
  isPaid: boolean;
  isMissingAtPrinter?: boolean;
}

/** No error is recorded, but the order does not progress: nobody prints it, or nobody marks it as shipped. */
export interface StalePrinting {
  stage: 'unprinted' | 'unsent';
  byHand: boolean;
  since: string;
}

export type DiscrepancyDetails =
  | { kind: 'amount-mismatch'; details: Payment & Amount & { totalCents: number } }
  | { kind: 'unmatched-payment'; details: Payment & Amount & { failedRefunds: number } }
  | { kind: 'paid-after-cancel'; details: Amount }
  | { kind: 'refund-pending'; details: Amount & { isAtBank: boolean; n: number } }
  | { kind: 'refund-failed'; details: FailedRefund }
  | { kind: 'dispute-open'; details: OpenDispute }
  | { kind: 'payment-stopped'; details: { declines: number } }
  | { kind: 'print-missing'; details: { missing: number; items: number } }
  | { kind: 'print-failed'; details: { title: string; reason: string } }
  | { kind: 'not-printed'; details: BlockedPrinting | StalePrinting }
  | { kind: 'printed-after-cancel'; details: { reason: string } }
  | { kind: 'parcel-returned'; details: ReturnedParcelDetails }
  | {
      kind: 'status-mismatch';
      details: {
        stored: PaymentStatus;
        expected: PaymentStatus;
        provider: PaymentProviderName;
        intentId: string | null;
      };
    }
  | { kind: 'provider-error'; details: ProviderRejection };

export type Discrepancy = DiscrepancyDetails & {
  id: string;
  orderId: string | null;
  orderNumber: string | null;
  since: Date;
};

const PROVIDER_NAMES: Readonly<Record<PaymentProviderName, string>> = { stripe: 'Stripe', sandbox: 'the sandbox' };

const formatDollarCents = (cents: number): string => formatDollars(formatCents(cents));

/** Formats dollars with a dollar sign, and any other currency by its code. `currency` defaults to the shop's. */
export const formatPaidAmount = ({ amountCents, currency }: { amountCents: number; currency?: string }): string =>
  formatInCurrency(formatCents(amountCents), currency);

/** Formats a provider's term such as `product_not_received`. */
const toPlainWords = (word: string): string => word.replaceAll('_', ' ').replaceAll('-', ' ');

const formatDay = (moment: string): string =>
  new Date(moment).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });

const PRINT_FAILURES: Readonly<Record<string, string>> = {
  'artwork-missing': 'its artwork is gone',
  'product-unknown': 'its product is not known',
  'not-drawn': 'it could not be drawn',
};

export function describeDiscrepancy(discrepancy: Discrepancy): string {
  const { kind, details, orderNumber } = discrepancy;
  const order = `order ${orderNumber ?? '(unknown)'}`;
  switch (kind) {
    case 'amount-mismatch':
      return `${formatPaidAmount(details)} was paid for ${order}, whose total is ${formatDollarCents(details.totalCents)}. The order waits, unpaid. After a day the money goes back automatically.`;
    case 'unmatched-payment':
      return `${formatPaidAmount(details)} was paid at ${PROVIDER_NAMES[details.provider]} and belongs to no order (payment ${details.intentId}).${details.failedRefunds > 0 ? ' An earlier refund did not arrive.' : ''}`;
    case 'paid-after-cancel':
      return `${capitalize(order)} is cancelled, but ${formatPaidAmount(details)} of what was paid is still with the shop.`;
    case 'refund-pending':
      return details.isAtBank
        ? `The bank has not yet confirmed the ${formatPaidAmount(details)} that went back for ${order}.`
        : `${formatPaidAmount(details)} of ${order} must go back to the customer, and the payment provider has not accepted the refund yet.`;
    case 'refund-failed':
      if (details.failure === FAILURE_DISPUTED) return describeDisputedRefund(order, details);
      if (exceedsRemainder(details))
        return `The ${formatPaidAmount(details)} for ${order} could not go back: less was left, because money had gone back at the payment provider before. What is left can go back now.`;
      return `The ${formatPaidAmount(details)} for ${order} did not reach the customer: ${toPlainWords(details.failure)}. The money is with the shop.`;
    case 'dispute-open':
      return `The customer's bank asks for ${formatPaidAmount(details)} of ${order} back: ${toPlainWords(details.reason)}. ${describeDisputeAnswer(details)}`;
    case 'payment-stopped':
      return `${details.declines} payments for ${order} were declined within an hour: somebody may be trying stolen cards. Its payment was cancelled, and its customer can't order for an hour.`;
    case 'print-missing':
      return `${capitalize(order)} has been paid for more than an hour, and ${describeMissingFiles(details)} missing.`;
    case 'print-failed':
      return `${capitalize(order)} was paid, but the print file of ${details.title} can't be made: ${PRINT_FAILURES[details.reason] ?? toPlainWords(details.reason)}.`;
    case 'not-printed':
      return `${capitalize(order)} ${'stage' in details ? describeStalePrinting(details) : describeBlockedPrinting(details)}`;
    case 'printed-after-cancel':
      return `${capitalize(order)} is at the printer, and should not be: ${withFullStop(details.reason)}`;
    case 'parcel-returned':
      return describeReturnedParcel(order, details);
    case 'status-mismatch':
      return `${capitalize(order)} says that its payment is ${details.stored}, but its payments and refunds say ${details.expected}.`;
    case 'provider-error':
      return describeProviderRejection(details);
  }
}

function describeProviderRejection({ provider, code }: ProviderRejection): string {
  const name = capitalize(PROVIDER_NAMES[provider]);
  if (isApiKeyError(code))
    return `${name} does not accept the keys of the shop: nobody can pay, and no money can go back. Please check them, and whether their rights suffice.`;
  if (isWebhookError(code)) return describeWebhookError(name, code);
  return `${name} refused what the shop asked of it (${code}). The reason is in the log of order-svc.`;
}

/** The sandbox's bank takes no response. */
function describeDisputeAnswer({ provider, respondBy }: OpenDispute): string {
  if (provider === 'sandbox') return `The sandbox's bank decides${respondBy ? ` on ${formatDay(respondBy)}` : ''}.`;
  return `Answer at ${PROVIDER_NAMES[provider]}${respondBy ? `, at the latest on ${formatDay(respondBy)}` : ''}.`;
}

/** During a dispute the bank has the money. */
const describeDisputedRefund = (order: string, { isDisputed, ...amount }: FailedRefund): string =>
  isDisputed
    ? `The ${formatPaidAmount(amount)} for ${order} can't go back while the customer's bank decides about the dispute.`
    : `The ${formatPaidAmount(amount)} for ${order} could not go back while the payment was disputed. What the bank has not returned can go back now.`;

function describeMissingFiles({ missing, items }: { missing: number; items: number }): string {
  if (items === 1) return 'its print file is';
  return `${missing} of its ${items} print files ${missing === 1 ? 'is' : 'are'}`;
}

function describeBlockedPrinting({ reason, state, isMissingAtPrinter }: BlockedPrinting): string {
  if (reason === null) return 'has been due for the printer for more than an hour, and is not there.';
  if (isMissingAtPrinter) return `is paid, and not printed: ${withFullStop(reason)}`;
  return state === 'submitted'
    ? `is at the printer, and does not go on there: ${withFullStop(reason)}`
    : `is paid, and not with the printer yet: ${withFullStop(reason)}`;
}

function describeStalePrinting({ stage, byHand, since }: StalePrinting): string {
  if (stage === 'unprinted') return `waits to be printed by hand, and has been due since ${formatDay(since)}.`;
  if (!byHand) return `has been at the printer since ${formatDay(since)}, and was not shipped.`;
  return `has been in processing since ${formatDay(since)}. Please mark it as shipped once it has left, or cancel it.`;
}

/** The text may be the printer's and end with its own punctuation. */
const withFullStop = (reason: string): string => (/[.!?]$/.test(reason) ? reason : `${reason}.`);

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const SUBMIT_AGAIN = {
  label: 'Hand it over again',
  warning:
    'The printer gets it as a new order, and prints it. If it was deleted there on purpose, please cancel the order instead.',
};

const ASK_PRINTER = { label: 'Ask the printer again', warning: null };

const MARK_SHIPPED = {
  label: 'Mark it as shipped',
  warning:
    'The customer gets an email that the parcel is on its way. A tracking number can be given in the order instead.',
};

const START_PROCESSING = { label: 'Start processing', warning: null };

function getStalePrintingAction({ stage, byHand }: StalePrinting): MoneyDiscrepancy['action'] {
  if (stage === 'unprinted') return START_PROCESSING;
  return byHand ? MARK_SHIPPED : ASK_PRINTER;
}

function getBlockedPrintingAction({ state, isPaid, isMissingAtPrinter }: BlockedPrinting): MoneyDiscrepancy['action'] {
  if (isMissingAtPrinter && isPaid) return SUBMIT_AGAIN;
  if (state === 'submitted' && !isMissingAtPrinter) return ASK_PRINTER;
  if (!isPaid)
    return { label: 'Cancel the order', warning: "Nothing is printed, and the order ends. This can't be undone." };
  return { label: 'Try the printer again', warning: null };
}

export function getAction({ kind, details }: DiscrepancyDetails): MoneyDiscrepancy['action'] {
  switch (kind) {
    case 'amount-mismatch':
      return {
        label: 'Give the money back',
        warning: `The customer gets ${formatPaidAmount(details)} back, and the order ends. This can't be undone.`,
      };
    case 'unmatched-payment':
      return {
        label: 'Give the money back',
        warning: `Whoever paid gets ${formatPaidAmount(details)} back. This can't be undone.`,
      };
    case 'paid-after-cancel':
      return {
        label: 'Give the money back',
        warning: `The customer gets ${formatPaidAmount(details)} back. This can't be undone.`,
      };
    case 'refund-pending':
      return { label: details.isAtBank ? 'Ask the provider again' : 'Try again', warning: null };
    case 'refund-failed':
      if (isDisputePending(details)) return getDisputeLink(details);
      return {
        label: 'Refund again',
        warning: `The customer gets ${exceedsRemainder(details) ? 'at most ' : ''}${formatPaidAmount(details)} back, by another refund. This can't be undone.`,
      };
    case 'payment-stopped':
      return null;
    case 'status-mismatch':
      return { label: 'Correct the order', warning: null };
    case 'print-missing':
    case 'print-failed':
      return { label: 'Make the print file again', warning: null };
    case 'not-printed':
      return 'stage' in details ? getStalePrintingAction(details) : getBlockedPrintingAction(details);
    case 'printed-after-cancel':
      return ASK_PRINTER;
    case 'parcel-returned':
      return SETTLE_RETURN;
    case 'dispute-open':
      return getDisputeLink(details);
    case 'provider-error':
      return isApiKeyError(details.code)
        ? { label: `Ask ${PROVIDER_NAMES[details.provider]} again`, warning: null }
        : { label: 'Mark as resolved', warning: null };
  }
}

/** Disputes are answered in the Dashboard at the payment: docs.stripe.com/disputes/responding. */
function getDisputeLink({ provider, intentId }: OpenDispute | FailedRefund): MoneyDiscrepancy['action'] {
  if (provider !== 'stripe' || intentId === null) return null;
  return {
    label: 'Open it at Stripe',
    warning: null,
    href: `https://dashboard.stripe.com/payments/${encodeURIComponent(intentId)}`,
  };
}

export const toMoneyDiscrepancy = (discrepancy: Discrepancy): MoneyDiscrepancy => ({
  id: discrepancy.id,
  kind: discrepancy.kind,
  orderId: discrepancy.orderId,
  orderNumber: discrepancy.orderNumber,
  since: discrepancy.since.toISOString(),
  message: describeDiscrepancy(discrepancy),
  action: getAction(discrepancy),
});
