/**
 * What the provider's word means for an order (D26). Words come late, twice and in any order, so that each is judged against
 * the order as it is: paid is paid for good; a success of another amount or currency is never taken as paid; money for a
 * cancelled order goes back. A payment that a bank, or its customer, has days for is on its way.
 */
import type { OrderStatus, PaymentStatus } from '@shop/contracts/order';
import { isPayable } from '../orders/payment-status.rules.js';

export interface JudgedOrder {
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

export interface ProvidersWord {
  status: 'open' | 'processing' | 'succeeded' | 'canceled';
  amountCents: number;
  currency: string;
  failureMessage: string | null;
  /** The provider's own id of the attempt that was declined, where it names its attempts. */
  attemptId?: string | null;
  takesDays?: boolean;
  /** When this was true. */
  saidAt: Date;
}

export type Verdict =
  'pay' | 'fail' | 'note-attempt' | 'note-rest' | 'cancel' | 'give-back' | 'mismatch' | 'overtaken' | 'nothing';

export function verdictOn(order: JudgedOrder, word: ProvidersWord): Verdict {
  if (!isPayable(order.paymentStatus)) return 'nothing';
  if (order.status !== 'created') return word.status === 'succeeded' ? 'give-back' : 'nothing';
  switch (word.status) {
    case 'succeeded':
      return word.amountCents === order.totalCents && word.currency === order.currency ? 'pay' : 'mismatch';
    case 'processing':
      return verdictOnAttempt(order, word);
    case 'canceled':
      return 'cancel';
    case 'open':
      return word.takesDays ? verdictOnAttempt(order, word) : verdictOnOpen(order, word);
  }
}

/** Said before it was heard that none is on its way any more: the attempt may be the one that is over. */
function verdictOnAttempt({ paymentRestedAt }: JudgedOrder, { saidAt }: ProvidersWord): Verdict {
  return paymentRestedAt !== null && saidAt <= paymentRestedAt ? 'overtaken' : 'note-attempt';
}

function verdictOnOpen(
  { paymentStatus, paymentMessage, paymentAwaitedSince }: JudgedOrder,
  { failureMessage, attemptId }: ProvidersWord,
): Verdict {
  // The same decline heard twice, by webhook and by asking, is told once: the ledger knows an attempt by its id, and two without one by their words.
  if (failureMessage !== null && (attemptId || paymentStatus !== 'failed' || paymentMessage !== failureMessage))
    return 'fail';
  return paymentAwaitedSince === null ? 'nothing' : 'note-rest';
}
