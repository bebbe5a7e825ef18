/**
 * The message and the action of each discrepancy between payments, orders and printing. An action that moves money or
 * ends an order has a warning to confirm. The action of a Stripe dispute is a link to Stripe. A sandbox dispute has no
 * action, because its bank takes no response. An order on hold is continued in its drawer, because that takes a reason.
 */
import { formatDollars, formatCents } from '@shop/contracts-common';
import {
  formatInCurrency,
  type MoneyDiscrepancy,
  type PaymentProviderName,
  type PaymentStatus,
  type ProblemKind,
} from '@shop/contracts-order';
import {
  ASK_PRINTER,
  type BlockedPrinting,
  type StalePrinting,
  describePrinting,
  formatDay,
  getPrintingAction,
  withFullStop,
} from './delayed-printing.rules.js';
import {
  describeDisputedPrinting,
  describeHeldOrder,
  isPaymentDoubted,
  type DisputedPrinting,
  type HeldOrderDetails,
} from './held-order.rules.js';
import { describeReturnedParcel, SETTLE_RETURN, type ReturnedParcelDetails } from './returned-parcel.rules.js';
import {
  type BlockedReprint,
  describeBlockedReprint,
  describeReportedProblem,
  getBlockedReprintAction,
} from './reprint-discrepancy.rules.js';
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

interface OpenDispute extends Amount, DisputedPrinting {
  reason: string;
  respondBy: string | null;
  provider: PaymentProviderName;
  intentId: string | null;
}

interface HeldOrder extends HeldOrderDetails {
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

interface PendingRefund extends Amount {
  /** The provider has accepted it. */
  isAtBank: boolean;
  pendingReason?: string | null;
  provider: PaymentProviderName;
  n: number;
}

/** A replacement refunds only the remaining amount. */
export const exceedsRemainder = ({ failure }: Pick<FailedRefund, 'failure'>): boolean =>
  failure === FAILURE_EXCEEDS_REMAINDER;
const isApiKeyError = (code: string): boolean => API_KEY_ERROR_CODES.includes(code);
const isDisputePending = ({ failure, isDisputed }: FailedRefund): boolean => failure === FAILURE_DISPUTED && isDisputed;

export type DiscrepancyDetails =
  | { kind: 'amount-mismatch'; details: Payment & Amount & { totalCents: number } }
  | { kind: 'unmatched-payment'; details: Payment & Amount & { failedRefunds: number } }
  | { kind: 'paid-after-cancel'; details: Amount }
  | { kind: 'refund-pending'; details: PendingRefund }
  | { kind: 'refund-failed'; details: FailedRefund }
  | { kind: 'dispute-open'; details: OpenDispute }
  | { kind: 'payment-stopped'; details: { declines: number } }
  | { kind: 'print-missing'; details: { missing: number; items: number } }
  | { kind: 'print-failed'; details: { title: string; reason: string } }
  | { kind: 'not-printed'; details: BlockedPrinting | StalePrinting }
  | { kind: 'printed-after-cancel'; details: { reason: string } }
  | { kind: 'parcel-returned'; details: ReturnedParcelDetails }
  | { kind: 'not-reprinted'; details: BlockedReprint }
  | { kind: 'problem-reported'; details: { problem: ProblemKind } }
  | { kind: 'fulfilment-hold'; details: HeldOrder }
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
      if (details.pendingReason === 'insufficient_funds')
        return `The ${formatPaidAmount(details)} of ${order} can't go back yet: the shop's balance at ${PROVIDER_NAMES[details.provider]} is too low. Please add money to it there.`;
      return details.isAtBank
        ? `The bank has not yet confirmed the ${formatPaidAmount(details)} that went back for ${order}.`
        : `${formatPaidAmount(details)} of ${order} must go back to the customer, and the payment provider has not accepted the refund yet.`;
    case 'refund-failed':
      if (details.failure === FAILURE_DISPUTED) return describeDisputedRefund(order, details);
      if (exceedsRemainder(details))
        return `The ${formatPaidAmount(details)} for ${order} could not go back: less was left, because money had gone back at the payment provider before. What is left can go back now.`;
      return `The ${formatPaidAmount(details)} for ${order} did not reach the customer: ${toPlainWords(details.failure)}. The money is with the shop.`;
    case 'dispute-open':
      return `The customer's bank asks for ${formatPaidAmount(details)} of ${order} back: ${toPlainWords(details.reason)}. ${describeDisputedPrinting(details)}${describeDisputeAnswer(details)}`;
    case 'payment-stopped':
      return `${details.declines} payments for ${order} were declined within an hour: someone may be trying stolen cards. Its payment was cancelled, and its customer can't order for an hour.`;
    case 'print-missing':
      return `${capitalize(order)} has been paid for more than an hour, and ${describeMissingFiles(details)} missing.`;
    case 'print-failed':
      return `${capitalize(order)} was paid, but the print file of ${details.title} can't be made: ${PRINT_FAILURES[details.reason] ?? toPlainWords(details.reason)}.`;
    case 'not-printed':
      return `${capitalize(order)} ${describePrinting(details)}`;
    case 'printed-after-cancel':
      return `${capitalize(order)} is at the printer, and should not be: ${withFullStop(details.reason)}`;
    case 'parcel-returned':
      return describeReturnedParcel(order, details);
    case 'not-reprinted':
      return describeBlockedReprint(order, details);
    case 'problem-reported':
      return describeReportedProblem(order, details);
    case 'fulfilment-hold':
      return describeHeldOrder(capitalize(order), details, PROVIDER_NAMES[details.provider]);
    case 'status-mismatch':
      return `${capitalize(order)} says that its payment is ${details.stored}, but its payments and refunds say ${details.expected}.`;
    case 'provider-error':
      return describeProviderRejection(details);
  }
}

function describeProviderRejection({ provider, code }: ProviderRejection): string {
  const name = capitalize(PROVIDER_NAMES[provider]);
  if (isApiKeyError(code))
    return `${name} does not accept the keys of the shop: no one can pay, and no money can go back. Please check them, and whether their rights suffice.`;
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

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export function getAction({ kind, details }: DiscrepancyDetails): MoneyDiscrepancy['action'] {
  switch (kind) {
    case 'amount-mismatch':
      return {
        label: 'Give the money back',
        permission: 'refund',
        warning: `The customer gets ${formatPaidAmount(details)} back, and the order ends. This can't be undone.`,
      };
    case 'unmatched-payment':
      return {
        label: 'Give the money back',
        permission: 'refund',
        warning: `The payer gets ${formatPaidAmount(details)} back. This can't be undone.`,
      };
    case 'paid-after-cancel':
      return {
        label: 'Give the money back',
        permission: 'refund',
        warning: `The customer gets ${formatPaidAmount(details)} back. This can't be undone.`,
      };
    case 'refund-pending':
      return details.isAtBank
        ? { label: 'Ask the provider again', warning: null }
        : { label: 'Try again', warning: null, permission: 'refund' };
    case 'refund-failed':
      if (isDisputePending(details)) return getProviderLink(details);
      return {
        label: 'Refund again',
        permission: 'refund',
        warning: `The customer gets ${exceedsRemainder(details) ? 'at most ' : ''}${formatPaidAmount(details)} back, by another refund. This can't be undone.`,
      };
    case 'payment-stopped':
    case 'problem-reported':
      return null;
    case 'status-mismatch':
      return { label: 'Correct the order', warning: null };
    case 'print-missing':
    case 'print-failed':
      return { label: 'Make the print file again', warning: null };
    case 'not-printed':
      return getPrintingAction(details);
    case 'printed-after-cancel':
      return ASK_PRINTER;
    case 'parcel-returned':
      return SETTLE_RETURN;
    case 'not-reprinted':
      return getBlockedReprintAction(details);
    case 'fulfilment-hold':
      return isPaymentDoubted(details) ? getProviderLink(details) : null;
    case 'dispute-open':
      return getProviderLink(details);
    case 'provider-error':
      return isApiKeyError(details.code)
        ? { label: `Ask ${PROVIDER_NAMES[details.provider]} again`, warning: null }
        : { label: 'Mark as resolved', warning: null };
  }
}

/**
 * Disputes are answered, and reviews approved, in the Dashboard at the payment: docs.stripe.com/disputes/responding, docs.stripe.com/radar/reviews.
 */
function getProviderLink({
  provider,
  intentId,
}: Pick<OpenDispute, 'provider' | 'intentId'>): MoneyDiscrepancy['action'] {
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
