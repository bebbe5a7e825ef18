/**
 * What the provider's word means for an order (D26). Words come late, twice and in any order, so that each is judged against
 * the order as it is: paid is paid for good; a success of another amount or currency is never taken as paid; money for a
 * cancelled order goes back. A payment that a bank, or its customer, has days for is on its way.
 */
import type { OrderStatus, PaymentStatus } from '@shop/contracts/order';
import { isPayable } from '../orders/payment-status.rules.js';

export interface OrderPaymentState {
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  paymentMessage: string | null;
  totalCents: number;
  currency: string;
  /** Since when a payment is on its way; null: none is. */
  paymentAwaitedSince: Date | null;
  /** When it was heard last that none is on its way. */
  paymentRestedAt: Date | null;
}

export interface ReportedIntent {
  status: 'open' | 'processing' | 'succeeded' | 'canceled';
  amountCents: number;
  currency: string;
  failureMessage: string | null;
  /** The provider's own id of the attempt that was declined, where it names its attempts. */
  attemptId?: string | null;
  takesDays?: boolean;
  /** When this was true. */
  observedAt: Date;
}

export type PaymentDecision =
  'pay' | 'fail' | 'note-attempt' | 'end-attempt' | 'cancel' | 'refund' | 'mismatch' | 'superseded' | 'nothing';

export function decidePayment(order: OrderPaymentState, intent: ReportedIntent): PaymentDecision {
  if (!isPayable(order.paymentStatus)) return 'nothing';
  if (order.status !== 'created') return intent.status === 'succeeded' ? 'refund' : 'nothing';
  switch (intent.status) {
    case 'succeeded':
      return intent.amountCents === order.totalCents && intent.currency === order.currency ? 'pay' : 'mismatch';
    case 'processing':
      return decideOnAttempt(order, intent);
    case 'canceled':
      return 'cancel';
    case 'open':
      return intent.takesDays ? decideOnAttempt(order, intent) : decideOnOpenIntent(order, intent);
  }
}

/** Said before it was heard that none is on its way any more: the attempt may be the one that is over. */
function decideOnAttempt({ paymentRestedAt }: OrderPaymentState, { observedAt }: ReportedIntent): PaymentDecision {
  return paymentRestedAt !== null && observedAt <= paymentRestedAt ? 'superseded' : 'note-attempt';
}

function decideOnOpenIntent(
  { paymentStatus, paymentMessage, paymentAwaitedSince }: OrderPaymentState,
  { failureMessage, attemptId }: ReportedIntent,
): PaymentDecision {
  // The same decline heard twice, by webhook and by asking, is told once: the ledger knows an attempt by its id, and two without one by their words.
  if (failureMessage !== null && (attemptId || paymentStatus !== 'failed' || paymentMessage !== failureMessage))
    return 'fail';
  return paymentAwaitedSince === null ? 'nothing' : 'end-attempt';
}
