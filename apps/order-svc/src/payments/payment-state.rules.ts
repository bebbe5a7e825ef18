/**
 * Computes an order's payment status from its ledger entries alone. A success of exactly the order's amount and
 * currency makes it paid, in any order of entries. A full refund makes it refunded for good; a partial refund leaves it
 * paid. Until then the last attempt counts: a decline makes it failed, the next attempt makes it pending. A success of
 * another amount does not count. Each entry counts once, by its position.
 */
import type { PaymentStatus } from '@shop/contracts-order';

export type LedgerEntryKind =
  | 'intent-created'
  | 'succeeded'
  | 'failed'
  /** The customer starts another attempt after a decline. */
  | 'retried'
  | 'canceled'
  | 'refunded'
  /** The bank rejected or returned the refund: the shop has the money. */
  | 'refund-failed'
  | 'disputed'
  | 'dispute-closed';

export interface LedgerEntry {
  position: number;
  kind: LedgerEntryKind;
  /** The provider's id of the payment, refund or dispute. An entry is unique by kind and reference. */
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
  /** Refunded cents by refund; 0 if the refund failed. */
  refundedCents: ReadonlyMap<string, number>;
}

const INITIAL_STATE: PaymentState = { attempt: 'pending', isPaid: false, isRefunded: false, refundedCents: new Map() };

const isFullAmount = (order: ChargedOrder, { amountCents, currency }: LedgerEntry): boolean =>
  amountCents === order.totalCents && currency === order.currency;

const sumCents = (refundedCents: PaymentState['refundedCents']): number =>
  [...refundedCents.values()].reduce((sum, cents) => sum + cents, 0);

function applyEntry(state: PaymentState, entry: LedgerEntry, order: ChargedOrder): PaymentState {
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

function applyEntryAndDetectRefund(state: PaymentState, entry: LedgerEntry, order: ChargedOrder): PaymentState {
  const next = applyEntry(state, entry, order);
  return { ...next, isRefunded: next.isRefunded || (next.isPaid && sumCents(next.refundedCents) >= order.totalCents) };
}

function sortAndDeduplicate(entries: readonly LedgerEntry[]): LedgerEntry[] {
  const byKey = new Map<string, LedgerEntry>();
  for (const entry of [...entries].sort((one, other) => one.position - other.position)) {
    const key = `${entry.kind} ${entry.reference}`;
    if (!byKey.has(key)) byKey.set(key, entry);
  }
  return [...byKey.values()];
}

export function computePaymentStatus(order: ChargedOrder, entries: readonly LedgerEntry[]): PaymentStatus {
  const { attempt, isPaid, isRefunded } = sortAndDeduplicate(entries).reduce(
    (state, entry) => applyEntryAndDetectRefund(state, entry, order),
    INITIAL_STATE,
  );
  if (isRefunded) return 'refunded';
  return isPaid ? 'paid' : attempt;
}
