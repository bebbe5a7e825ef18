/**
 * When an order is sent to the printer: it is paid, nothing was refunded in full, and every item has its print file. If
 * the printer does not answer, the shop retries forever with growing delays. After some attempts, or at once if the
 * printer rejects the order or a print file cannot be made, the admins see the reason, once per reason.
 */
import type { FULFILMENT_STATES, OrderStatus, PaymentStatus } from '@shop/contracts-order';

export type FulfilmentState = (typeof FULFILMENT_STATES)[number];

const FIRST_DELAY_MS = 15_000;
const MAX_DELAY_MS = 3_600_000;
/** Short outages need no attention. */
const ALERT_AFTER_ATTEMPTS = 4;
/** A print file takes about a minute; after this time something is wrong. */
const FILES_ALERT_AFTER_MS = 30 * 60_000;
const FILES_DELAY_MS = 30_000;

/** The delay after this many attempts without an answer. */
export const computeRetryDelay = (attempts: number): number =>
  Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(20, Math.max(0, attempts - 1)));

/** After a rejection an admin must change something first. "Try again" in the admin app does not wait. */
export const REJECTION_DELAY_MS = MAX_DELAY_MS;

/** A printer that is still working on an order is done within minutes, however many attempts there were before. */
export const BUSY_DELAY_MS = 60_000;

/** The payment provider is back within minutes, mostly. */
const PAYMENT_ALERT_AFTER_MS = 30 * 60_000;

/** Why nothing is printed before the payment is checked. */
export const PAYMENT_WAITS = {
  unasked: 'The payment provider can’t be asked about the payment. It is asked again every minute.',
  unapplied: 'What the payment provider reports about the payment can’t be applied. It is tried again every minute.',
} as const;

/** The payment could not be checked. `reason` null: only a short wait. */
export const computePaymentWait = (reason: string, waitingMs: number): { delayMs: number; reason: string | null } => ({
  delayMs: BUSY_DELAY_MS,
  reason: waitingMs >= PAYMENT_ALERT_AFTER_MS ? reason : null,
});

/** What is still true once the payment was checked. */
export const withoutPaymentWait = (reason: string | null): string | null =>
  Object.values<string | null>(PAYMENT_WAITS).includes(reason) ? null : reason;

export const shouldAlertAdmins = (attempts: number): boolean => attempts >= ALERT_AFTER_ATTEMPTS;

/** An attempt that crashed or timed out may have reached the printer. */
export const mayBeAtPrinter = ({ state, attempts }: { state: FulfilmentState; attempts: number }): boolean =>
  state === 'submitting' || state === 'submitted' || (state === 'waiting' && attempts > 0);

/** The printer has not confirmed the order yet. */
export const isNotYetSubmitted = ({ state }: { state: FulfilmentState }): boolean =>
  state === 'change-window' || state === 'waiting' || state === 'submitting';

/** Separates the shop's text from the printer's own message, which may name a person. */
export const PRINTER_MESSAGE_PREFIX = ' It says: ';

export const withPrinterMessage = (message: string, printerMessage: string | null): string =>
  printerMessage ? `${message}${PRINTER_MESSAGE_PREFIX}${printerMessage}` : message;

/** The parcel is on its way or delivered. */
export const isSent = (status: OrderStatus): boolean => status === 'shipped' || status === 'delivered';

export interface PrintCandidate {
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  /** Nothing is left of the payment: it was refunded, is being refunded, or the customer's bank took it back. */
  isMoneyGone: boolean;
  items: readonly { title: string; hasFile: boolean; failure: string | null }[];
  /** Time since the end of the change window. */
  overdueMs: number;
}

export type PrintReadiness =
  | { is: 'ready' }
  /** Shipped by an admin, or cancelled: nothing to print any more. */
  | { is: 'finished' }
  /** `reason` null: only a short wait, no reason to report. */
  | { is: 'waiting'; delayMs: number; reason: string | null };

export function computeReadiness({
  status,
  paymentStatus,
  isMoneyGone,
  items,
  overdueMs,
}: PrintCandidate): PrintReadiness {
  if (status !== 'paid' && status !== 'processing') return { is: 'finished' };
  if (paymentStatus !== 'paid' || isMoneyGone)
    return {
      is: 'waiting',
      delayMs: MAX_DELAY_MS,
      reason: 'The money of this order has gone back. Please cancel the order.',
    };
  const failed = items.find(({ hasFile, failure }) => !hasFile && failure !== null);
  if (failed) return { is: 'waiting', delayMs: MAX_DELAY_MS, reason: `There is no print file of ${failed.title}.` };
  const missing = items.find(({ hasFile }) => !hasFile);
  if (!missing) return { is: 'ready' };
  const reason = overdueMs >= FILES_ALERT_AFTER_MS ? `The print file of ${missing.title} has not been made yet.` : null;
  return { is: 'waiting', delayMs: FILES_DELAY_MS, reason };
}

/** A printer that has the order would print it while the customer thinks. */
export const canBeAsked = (
  { status, paymentStatus }: Pick<PrintedOrder, 'status' | 'paymentStatus'>,
  fulfilment: { state: FulfilmentState } | null,
): boolean =>
  isToBePrinted({ status, paymentStatus }) &&
  (fulfilment?.state === 'change-window' || fulfilment?.state === 'waiting');

/** The same as in the discrepancy queries of the folder money. */
const OVERDUE_AFTER_MS = 3_600_000;

interface PrintedOrder {
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  paidAt: Date | null;
}

interface PrintedItem {
  printFile: object | null;
  printFileFailure: string | null;
  printRequestedAt: Date | null;
}

export const isToBePrinted = ({ status, paymentStatus }: Pick<PrintedOrder, 'status' | 'paymentStatus'>): boolean =>
  (status === 'paid' || status === 'processing') && paymentStatus === 'paid';

/**
 * The print file of a paid order's item failed or is overdue, so that an admin can request it again. A file that was just requested counts
 * as being made. Only for orders that are still to be printed.
 */
export function isPrintFileMissing(
  order: PrintedOrder,
  { printFile, printFileFailure, printRequestedAt }: PrintedItem,
  now = Date.now(),
): boolean {
  if (!isToBePrinted(order) || printFile !== null) return false;
  const since = printRequestedAt ?? order.paidAt;
  return printFileFailure !== null || (since !== null && now - since.getTime() >= OVERDUE_AFTER_MS);
}
