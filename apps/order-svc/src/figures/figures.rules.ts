import { formatCents } from '@shop/contracts-common';
import { addDays, countDays, type FiguresQuery, type Sales } from '@shop/contracts-order';

/** Days of the shop, the first and the last included. */
export type DayRange = FiguresQuery;

/** As many days, up to the day before the range. */
export const getRangeBefore = ({ from, to }: DayRange): DayRange => ({
  from: addDays(from, -countDays(from, to)),
  to: addDays(from, -1),
});

export const listDays = ({ from, to }: DayRange): string[] =>
  Array.from({ length: countDays(from, to) }, (_, index) => addDays(from, index));

/** From this moment until before the other one. */
export interface Period {
  from: Date;
  to: Date;
}

export interface StoredPart extends Period {
  grain: 'day' | 'quarter-hour';
}

const DAY_MS = 86_400_000;

/** Which stored sums make up a period: whole days of UTC, and quarter hours before and after them. */
export function splitPeriod({ from, to }: Period): StoredPart[] {
  const firstMidnight = new Date(Math.ceil(from.getTime() / DAY_MS) * DAY_MS);
  const lastMidnight = new Date(Math.floor(to.getTime() / DAY_MS) * DAY_MS);
  if (firstMidnight >= lastMidnight) return [{ grain: 'quarter-hour', from, to }];
  const parts: StoredPart[] = [
    { grain: 'quarter-hour', from, to: firstMidnight },
    { grain: 'day', from: firstMidnight, to: lastMidnight },
    { grain: 'quarter-hour', from: lastMidnight, to },
  ];
  return parts.filter((part) => part.from < part.to);
}

export type SalesKind = 'order' | 'received' | 'refund' | 'lost-dispute' | 'decline';

/** What was stored of one kind. */
export interface KindSum {
  kind: SalesKind;
  count: number;
  cents: number;
}

export function toSales(sums: readonly KindSum[]): Sales {
  const sum = (kind: SalesKind, of: 'count' | 'cents'): number =>
    sums.filter((row) => row.kind === kind).reduce((total, row) => total + row[of], 0);
  const orders = sum('order', 'count');
  const [total, received, refunded, lost] = [
    sum('order', 'cents'),
    sum('received', 'cents'),
    sum('refund', 'cents'),
    sum('lost-dispute', 'cents'),
  ];
  return {
    orders,
    ordersTotal: formatCents(total),
    averageOrder: orders === 0 ? null : formatCents(Math.round(total / orders)),
    received: formatCents(received),
    refunded: formatCents(refunded),
    lostToDisputes: formatCents(lost),
    revenue: formatCents(received - refunded - lost),
    declinedPayments: sum('decline', 'count'),
  };
}
