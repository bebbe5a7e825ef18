/**
 * How an order's payment stands, out of its money facts alone (D27). A success of exactly the order's amount and currency makes
 * it paid, whatever else was or will be heard; all of that gone back makes it refunded, for good, a part leaves it paid. Until then
 * the last thing heard of an attempt counts: a decline makes it failed, the next attempt pending again. A success of another amount
 * is money, but none of this order's. Each fact counts once, in the order in which they were written down.
 */
import type { PaymentStatus } from '@shop/contracts/order';

export type LedgerEntryKind =
  | 'intent-created'
  | 'succeeded'
  | 'failed'
  /** The customer begins anew after a decline. */
  | 'retried'
  | 'canceled'
  | 'refunded'
  /** The bank did not take it: the money is with the shop, or with it again. */
  | 'refund-failed'
  | 'disputed'
  | 'dispute-closed';

export interface MoneyFact {
  position: number;
  kind: LedgerEntryKind;
  /** The provider's own id of what it is about: the same kind of the same thing is the same fact. */
  reference: string;
  amountCents: number;
  currency: string;
}

export interface ChargedOrder {
  totalCents: number;
  currency: string;
}

interface PaymentState {
  attempt: 'pending' | 'failed';
  isPaid: boolean;
  isRefunded: boolean;
  /** What has gone back and stayed there, by refund. */
  refundedCents: ReadonlyMap<string, number>;
}

const INITIAL_STATE: PaymentState = { attempt: 'pending', isPaid: false, isRefunded: false, refundedCents: new Map() };

const isFullAmount = (order: ChargedOrder, { amountCents, currency }: MoneyFact): boolean =>
  amountCents === order.totalCents && currency === order.currency;

const sumCents = (refundedCents: PaymentState['refundedCents']): number =>
  [...refundedCents.values()].reduce((sum, cents) => sum + cents, 0);

function applyEntry(state: PaymentState, entry: MoneyFact, order: ChargedOrder): PaymentState {
  switch (entry.kind) {
    case 'succeeded':
      return { ...state, isPaid: state.isPaid || isFullAmount(order, entry) };
    case 'failed':
      return { ...state, attempt: 'failed' };
    case 'retried':
      return { ...state, attempt: 'pending' };
    case 'refunded':
      return { ...state, refundedCents: new Map(state.refundedCents).set(entry.reference, entry.amountCents) };
    case 'refund-failed':
      return { ...state, refundedCents: new Map(state.refundedCents).set(entry.reference, 0) };
    case 'intent-created':
    case 'canceled':
    case 'disputed':
    case 'dispute-closed':
      return state;
  }
}

function applyEntryAndDetectRefund(state: PaymentState, entry: MoneyFact, order: ChargedOrder): PaymentState {
  const next = applyEntry(state, entry, order);
  return { ...next, isRefunded: next.isRefunded || (next.isPaid && sumCents(next.refundedCents) >= order.totalCents) };
}

function sortAndDeduplicate(entries: readonly MoneyFact[]): MoneyFact[] {
  const byKey = new Map<string, MoneyFact>();
  for (const entry of [...entries].sort((one, other) => one.position - other.position)) {
    const key = `${entry.kind} ${entry.reference}`;
    if (!byKey.has(key)) byKey.set(key, entry);
  }
  return [...byKey.values()];
}

export function paymentStateOf(order: ChargedOrder, entries: readonly MoneyFact[]): PaymentStatus {
  const { attempt, isPaid, isRefunded } = sortAndDeduplicate(entries).reduce(
    (state, entry) => applyEntryAndDetectRefund(state, entry, order),
    INITIAL_STATE,
  );
  if (isRefunded) return 'refunded';
  return isPaid ? 'paid' : attempt;
}
