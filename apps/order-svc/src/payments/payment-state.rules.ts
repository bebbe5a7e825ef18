/**
 * How an order's payment stands, out of its money facts alone (D27). A success of exactly the order's amount and currency makes
 * it paid, whatever else was or will be heard; all of that gone back makes it refunded, for good, a part leaves it paid. Until then
 * the last thing heard of an attempt counts: a decline makes it failed, the next attempt pending again. A success of another amount
 * is money, but none of this order's. Each fact counts once, in the order in which they were written down.
 */
import type { PaymentStatus } from '@shop/contracts/order';

export type MoneyFactKind =
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
  kind: MoneyFactKind;
  /** The provider's own id of what it is about: the same kind of the same thing is the same fact. */
  reference: string;
  amountCents: number;
  currency: string;
}

export interface Charged {
  totalCents: number;
  currency: string;
}

interface Standing {
  attempt: 'pending' | 'failed';
  isTaken: boolean;
  isRefunded: boolean;
  /** What has gone back and stayed there, by refund. */
  backCents: ReadonlyMap<string, number>;
}

const NOTHING_YET: Standing = { attempt: 'pending', isTaken: false, isRefunded: false, backCents: new Map() };

const isWhole = (order: Charged, { amountCents, currency }: MoneyFact): boolean =>
  amountCents === order.totalCents && currency === order.currency;

const totalOf = (backCents: Standing['backCents']): number =>
  [...backCents.values()].reduce((sum, cents) => sum + cents, 0);

function heard(standing: Standing, fact: MoneyFact, order: Charged): Standing {
  switch (fact.kind) {
    case 'succeeded':
      return { ...standing, isTaken: standing.isTaken || isWhole(order, fact) };
    case 'failed':
      return { ...standing, attempt: 'failed' };
    case 'retried':
      return { ...standing, attempt: 'pending' };
    case 'refunded':
      return { ...standing, backCents: new Map(standing.backCents).set(fact.reference, fact.amountCents) };
    case 'refund-failed':
      return { ...standing, backCents: new Map(standing.backCents).set(fact.reference, 0) };
    case 'intent-created':
    case 'canceled':
    case 'disputed':
    case 'dispute-closed':
      return standing;
  }
}

function step(standing: Standing, fact: MoneyFact, order: Charged): Standing {
  const next = heard(standing, fact, order);
  return { ...next, isRefunded: next.isRefunded || (next.isTaken && totalOf(next.backCents) >= order.totalCents) };
}

function inOrder(facts: readonly MoneyFact[]): MoneyFact[] {
  const once = new Map<string, MoneyFact>();
  for (const fact of [...facts].sort((one, other) => one.position - other.position)) {
    const key = `${fact.kind} ${fact.reference}`;
    if (!once.has(key)) once.set(key, fact);
  }
  return [...once.values()];
}

export function paymentStateOf(order: Charged, facts: readonly MoneyFact[]): PaymentStatus {
  const { attempt, isTaken, isRefunded } = inOrder(facts).reduce(
    (standing, fact) => step(standing, fact, order),
    NOTHING_YET,
  );
  if (isRefunded) return 'refunded';
  return isTaken ? 'paid' : attempt;
}
