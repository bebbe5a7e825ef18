/**
 * The life of a payment (D27): pending → paid → refunded, or failed and, with the next attempt, pending again.
 * A success that is heard of after a failure belongs to such a next attempt, so it passes through pending.
 */
import { PAYMENT_STATUSES, type OrderStatus, type PaymentStatus } from '@shop/contracts/order';

/** A bank that has said nothing of a card for so long does not say it in a moment: it is a debit, or the like. */
const WITH_BANK_AFTER_MS = 60_000;

/** From the moment in which the customer goes to give the money: two rounds of the sweep, which asks about it where no webhook came. */
const CONFIRMATION_MS = 10 * 60_000;

const PAYMENT_STATUS_CHANGES: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  pending: ['paid', 'failed'],
  failed: ['pending'],
  paid: ['refunded'],
  refunded: [],
};

export const canPaymentStatusChange = (from: PaymentStatus, to: PaymentStatus): boolean =>
  PAYMENT_STATUS_CHANGES[from].includes(to);

/** Whether moves lead from one to the other: none, one, or several at once. */
export function isPaymentStatusReachable(from: PaymentStatus, to: PaymentStatus): boolean {
  const reachable = new Set<PaymentStatus>([from]);
  // A set goes on to what is added while it is walked through.
  for (const status of reachable)
    for (const next of PAYMENT_STATUSES) if (canPaymentStatusChange(status, next)) reachable.add(next);
  return reachable.has(to);
}

/** Whether the customer may still pay: a declined payment may be tried again. */
export const isPayable = (status: PaymentStatus): boolean => status === 'pending' || status === 'failed';

interface AwaitedOrder {
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  paymentAwaitedSince: Date | null;
}

/** Whether a bank works on the payment, or waits for its customer, and may do so for days. */
export const isWithBank = ({ status, paymentStatus, paymentAwaitedSince }: AwaitedOrder, now = new Date()): boolean =>
  status === 'created' &&
  paymentStatus === 'pending' &&
  paymentAwaitedSince !== null &&
  now.getTime() - paymentAwaitedSince.getTime() >= WITH_BANK_AFTER_MS;

interface StartedOrder extends AwaitedOrder {
  paymentBegunAt: Date | null;
  paymentRestedAt: Date | null;
}

/** Whether a payment is on its way, or may be: of one that was begun a moment ago the provider may not have told yet. Of one that came to nothing it has. */
export function isPaymentAwaited(
  { status, paymentStatus, paymentAwaitedSince, paymentBegunAt, paymentRestedAt }: StartedOrder,
  now = new Date(),
): boolean {
  if (status !== 'created' || paymentStatus !== 'pending') return false;
  if (paymentAwaitedSince !== null) return true;
  if (paymentBegunAt === null || (paymentRestedAt !== null && paymentRestedAt >= paymentBegunAt)) return false;
  return now.getTime() - paymentBegunAt.getTime() < CONFIRMATION_MS;
}
