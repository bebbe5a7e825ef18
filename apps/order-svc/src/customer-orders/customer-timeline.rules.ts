/**
 * The story of an order as its customer reads it: the same facts that admins see, without what is the shop's own business (refused
 * payments, notes, disputes, print files), oldest first. A step is told once, whoever took it.
 */
import { dollars, formatCents } from '@shop/contracts/common';
import { inCurrency, ORDER_MOMENTS, parcelsOf, type OrderMoment, type Parcels } from '@shop/contracts/order';
import type { AuditEntry } from '@shop/service-kit';
import { MORE_THAN_LEFT } from '../payments/payment-refusals.js';
import { DELIVERED_AFTER_DAYS } from '../fulfilment/fulfilment.rules.js';
import type { HistoryEntry } from '../orders/order-history.js';

type What = OrderMoment['what'];
interface Moment {
  at: Date;
  what: What;
  detail: string | null;
}

const isWhat = (word: string): word is What => (ORDER_MOMENTS as readonly string[]).includes(word);

function ofHistory({ at, action, facts }: HistoryEntry): Moment[] {
  if (action === 'order.placed') return [{ at, what: 'placed', detail: null }];
  if (action === 'order.paid') return [{ at, what: 'paid', detail: dollars(formatCents(facts.totalCents)) }];
  if (action === 'order.changed') return [{ at, what: 'changed', detail: facts.what.join(', ') }];
  if (action === 'order.refunded')
    return [{ at, what: 'refunded', detail: inCurrency(formatCents(facts.amountCents), facts.currency) }];
  if (action === 'order.refund-failed' && facts.reason !== MORE_THAN_LEFT)
    return [{ at, what: 'refund-failed', detail: inCurrency(formatCents(facts.amountCents), facts.currency) }];
  if (action !== 'order.status-changed' || !isWhat(facts.to)) return [];
  return [
    {
      at,
      what: facts.to,
      detail: facts.by === 'silence' ? `no news of the parcel for ${DELIVERED_AFTER_DAYS} days` : null,
    },
  ];
}

function ofTrail({ at, action, after }: AuditEntry): Moment[] {
  if (action === 'order.changed') return [{ at, what: 'changed', detail: (after?.what as string[]).join(', ') }];
  const status = after?.status;
  return action === 'order.status-changed' && typeof status === 'string' && isWhat(status)
    ? [{ at, what: status, detail: null }]
    : [];
}

const withParcels = (moment: Moment, tracking: Parcels | null): Moment =>
  moment.what === 'shipped' && tracking
    ? {
        ...moment,
        detail: parcelsOf(tracking)
          .map(({ carrier, number }) => `${carrier}, ${number}`)
          .join('; '),
      }
    : moment;

export function customerTimelineOf(
  history: readonly HistoryEntry[],
  trail: readonly AuditEntry[],
  tracking: Parcels | null,
): OrderMoment[] {
  return [...history.flatMap(ofHistory), ...trail.flatMap(ofTrail)]
    .sort(
      (one, other) =>
        one.at.getTime() - other.at.getTime() || ORDER_MOMENTS.indexOf(one.what) - ORDER_MOMENTS.indexOf(other.what),
    )
    .map((moment) => withParcels(moment, tracking))
    .map(({ at, what, detail }) => ({ at: at.toISOString(), what, detail }));
}
