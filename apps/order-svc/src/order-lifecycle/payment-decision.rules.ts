/**
 * Decides what the reported state of an intent means for its order. Reports arrive late, twice and in any order, so
 * each is compared with the present order. A paid order stays paid. A success of another amount or currency never
 * counts as paid. Money for a cancelled order is refunded. A payment that takes days counts as in progress.
 */
import type { OrderStatus, PaymentStatus } from '@shop/contracts-order';
import { isPayable } from '../orders/order.rules.js';

export interface OrderPaymentState {
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  paymentMessage: string | null;
  totalCents: number;
  currency: string;
  /** `awaitedSince`: since when a payment is in progress. `awaitEndedAt`: when the last attempt ended without success. */
  intent: { awaitedSince: Date | null; awaitEndedAt: Date | null } | null;
}

export interface ReportedIntent {
  status: 'open' | 'processing' | 'succeeded' | 'canceled';
  amountCents: number;
  currency: string;
  failureMessage: string | null;
  /** The provider's id of the declined attempt, if the provider names attempts. */
  attemptId?: string | null;
  takesDays?: boolean;
  /** When the intent had this state. */
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

/** A report from before the end of the last attempt may be about that attempt. */
function decideOnAttempt({ intent }: OrderPaymentState, { observedAt }: ReportedIntent): PaymentDecision {
  return intent?.awaitEndedAt && observedAt <= intent.awaitEndedAt ? 'superseded' : 'note-attempt';
}

function decideOnOpenIntent(
  { paymentStatus, paymentMessage, intent }: OrderPaymentState,
  { failureMessage, attemptId }: ReportedIntent,
): PaymentDecision {
  // The webhook and a refresh may report the same decline; it counts once. The ledger identifies an attempt by its id,
  // or else by its message.
  if (failureMessage !== null && (attemptId || paymentStatus !== 'failed' || paymentMessage !== failureMessage))
    return 'fail';
  return intent?.awaitedSince ? 'end-attempt' : 'nothing';
}
