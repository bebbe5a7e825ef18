/**
 * The order's timeline for its customer, oldest first: the admins' timeline without the shop's internal entries
 * (declined payments, notes, disputes, print files).
 */
import { formatDollars, formatCents } from '@shop/contracts-common';
import {
  formatInCurrency,
  ORDER_TIMELINE_TYPES,
  listParcels,
  type OrderTimelineEntry,
  type Parcels,
} from '@shop/contracts-order';
import type { AuditEntry } from '@shop/service-kit';
import { FAILURE_EXCEEDS_REMAINDER } from '../payments/payment-provider.js';
import { DELIVERED_AFTER_DAYS, type HistoryEntry } from '../orders/order.rules.js';

type EntryType = OrderTimelineEntry['type'];
interface Entry {
  at: Date;
  type: EntryType;
  detail: string | null;
}

const isEntryType = (value: string): value is EntryType => (ORDER_TIMELINE_TYPES as readonly string[]).includes(value);

function fromHistory({ at, action, details }: HistoryEntry): Entry[] {
  if (action === 'order.placed') return [{ at, type: 'placed', detail: null }];
  if (action === 'order.paid') return [{ at, type: 'paid', detail: formatDollars(formatCents(details.totalCents)) }];
  if (action === 'order.changed') return [{ at, type: 'changed', detail: details.what.join(', ') }];
  if (action === 'order.question-answered') return [{ at, type: 'question-answered', detail: null }];
  if (action === 'order.parcel-sent')
    return [{ at, type: 'parcel-sent', detail: details.isReshipment ? 'sent again' : null }];
  if (action === 'order.tracking-corrected') return [{ at, type: 'tracking-corrected', detail: null }];
  if (action === 'order.problem-reported') return [{ at, type: 'problem-reported', detail: null }];
  if (action === 'order.reprint-sent') return details.isCorrection ? [] : [{ at, type: 'reprint-sent', detail: null }];
  if (action === 'order.reprint-delivered') return [{ at, type: 'reprint-delivered', detail: null }];
  if (action === 'order.parcel-returned') return [{ at, type: 'parcel-returned', detail: null }];
  if (action === 'order.refunded')
    return [{ at, type: 'refunded', detail: formatInCurrency(formatCents(details.amountCents), details.currency) }];
  if (action === 'order.refund-failed' && details.reason !== FAILURE_EXCEEDS_REMAINDER)
    return [
      { at, type: 'refund-failed', detail: formatInCurrency(formatCents(details.amountCents), details.currency) },
    ];
  if (action !== 'order.status-changed' || !isEntryType(details.to)) return [];
  return [
    {
      at,
      type: details.to,
      detail: details.by === 'assumed-delivery' ? `no news of the parcel for ${DELIVERED_AFTER_DAYS} days` : null,
    },
  ];
}

function fromAuditTrail({ at, action, after }: AuditEntry): Entry[] {
  if (action === 'order.changed') return [{ at, type: 'changed', detail: (after?.what as string[]).join(', ') }];
  if (action === 'order.question-asked') return [{ at, type: 'question-asked', detail: null }];
  if (action === 'order.tracking-corrected')
    return [{ at, type: after?.isAdded ? 'parcel-sent' : 'tracking-corrected', detail: null }];
  if (action === 'order.problem-answered') return [{ at, type: 'problem-answered', detail: null }];
  if (action === 'order.reprint-requested')
    return [{ at, type: 'reprint-requested', detail: (after?.items as string[]).join(', ') }];
  if (action === 'order.reprint-sent') return after?.isCorrection ? [] : [{ at, type: 'reprint-sent', detail: null }];
  if (action === 'order.reprint-cancelled') return [{ at, type: 'reprint-cancelled', detail: null }];
  const status = after?.status;
  return action === 'order.status-changed' && typeof status === 'string' && isEntryType(status)
    ? [{ at, type: status, detail: null }]
    : [];
}

const withParcels = (entry: Entry, tracking: Parcels | null): Entry =>
  entry.type === 'shipped' && tracking
    ? {
        ...entry,
        detail: listParcels(tracking)
          .map(({ carrier, number }) => `${carrier}, ${number}`)
          .join('; '),
      }
    : entry;

export function toCustomerTimeline(
  history: readonly HistoryEntry[],
  trail: readonly AuditEntry[],
  tracking: Parcels | null,
): OrderTimelineEntry[] {
  return [...history.flatMap(fromHistory), ...trail.flatMap(fromAuditTrail)]
    .sort(
      (one, other) =>
        one.at.getTime() - other.at.getTime() ||
        ORDER_TIMELINE_TYPES.indexOf(one.type) - ORDER_TIMELINE_TYPES.indexOf(other.type),
    )
    .map((moment) => withParcels(moment, tracking))
    .map(({ at, type, detail }) => ({ at: at.toISOString(), type, detail }));
}
