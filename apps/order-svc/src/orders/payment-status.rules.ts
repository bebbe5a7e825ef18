/**
 * The life of a payment: pending → paid → refunded, or failed and, with the next attempt, pending again. A success
 * after a failure belongs to a next attempt, so it passes through pending.
 */
import { PAYMENT_STATUSES, type OrderStatus, type PaymentStatus } from '@shop/contracts/order';

/** A card payment ends within this time. One that takes longer is a debit or another slow method. */
const AWAITING_BANK_AFTER_MS = 60_000;

/**
 * Counted from when the customer starts to pay: two intervals of the reconciliation, which finds payments without a
 * webhook.
 */
const CONFIRMATION_MS = 10 * 60_000;

const PAYMENT_STATUS_CHANGES: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  pending: ['paid', 'failed'],
  failed: ['pending'],
  paid: ['refunded'],
  refunded: [],
};

export const canPaymentStatusChange = (from: PaymentStatus, to: PaymentStatus): boolean =>
  PAYMENT_STATUS_CHANGES[from].includes(to);

/** Whether a sequence of changes leads from one status to the other; the same status is reachable. */
export function isPaymentStatusReachable(from: PaymentStatus, to: PaymentStatus): boolean {
  const reachable = new Set<PaymentStatus>([from]);
  // The iteration includes statuses that are added during it.
  for (const status of reachable)
    for (const next of PAYMENT_STATUSES) if (canPaymentStatusChange(status, next)) reachable.add(next);
  return reachable.has(to);
}

/** Whether the customer may still pay. A declined payment may be tried again. */
export const isPayable = (status: PaymentStatus): boolean => status === 'pending' || status === 'failed';

interface AwaitedOrder {
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  intent: { awaitedSince: Date | null } | null;
}

/** Whether the payment may take days, because a bank processes it or waits for the customer. */
export function isAwaitingBank({ status, paymentStatus, intent }: AwaitedOrder, now = new Date()): boolean {
  if (status !== 'created' || paymentStatus !== 'pending' || !intent?.awaitedSince) return false;
  return now.getTime() - intent.awaitedSince.getTime() >= AWAITING_BANK_AFTER_MS;
}

interface StartedOrder extends AwaitedOrder {
  intent: { awaitedSince: Date | null; startedAt: Date | null; awaitEndedAt: Date | null } | null;
}

/**
 * Whether a payment is in progress, or may be: the provider may not have reported a payment that was started a moment
 * ago.
 */
export function isPaymentInProgress({ status, paymentStatus, intent }: StartedOrder, now = new Date()): boolean {
  if (status !== 'created' || paymentStatus !== 'pending' || intent === null) return false;
  const { awaitedSince, startedAt, awaitEndedAt } = intent;
  if (awaitedSince !== null) return true;
  if (startedAt === null || (awaitEndedAt !== null && awaitEndedAt >= startedAt)) return false;
  return now.getTime() - startedAt.getTime() < CONFIRMATION_MS;
}
