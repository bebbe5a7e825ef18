/**
 * The life of a payment (D27): pending → paid → refunded, or failed and, with the next attempt, pending again.
 * A success that is heard of after a failure belongs to such a next attempt, so it passes through pending.
 */
import { PAYMENT_STATUSES, type PaymentStatus } from '@shop/contracts/order';

const PAYMENT_MOVES: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  pending: ['paid', 'failed'],
  failed: ['pending'],
  paid: ['refunded'],
  refunded: [],
};

export const mayPaymentMove = (from: PaymentStatus, to: PaymentStatus): boolean => PAYMENT_MOVES[from].includes(to);

/** Whether moves lead from one to the other: none, one, or several at once. */
export function leadsTo(from: PaymentStatus, to: PaymentStatus): boolean {
  const reached = new Set<PaymentStatus>([from]);
  // A set goes on to what is added while it is walked through.
  for (const status of reached) for (const next of PAYMENT_STATUSES) if (mayPaymentMove(status, next)) reached.add(next);
  return reached.has(to);
}

/** Whether the customer may still pay: a declined payment may be tried again. */
export const isPayable = (status: PaymentStatus): boolean => status === 'pending' || status === 'failed';
