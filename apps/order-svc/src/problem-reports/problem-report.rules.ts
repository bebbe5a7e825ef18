/**
 * When a customer can report a problem: while the order or items that are sent again are on their way, because a parcel may come in
 * parts or never, and for 30 days after the last delivery.
 */
import { type ItemQuantities, type OrderStatus, REPORTABLE_DAYS } from '@shop/contracts-order';

const DAY_MS = 86_400_000;

export interface Deliveries {
  status: OrderStatus;
  /** Of the order and of what was sent again; null: nothing was delivered. */
  lastDeliveredAt: Date | null;
  /** Items that are sent again are on their way. */
  isReprintOnItsWay: boolean;
}

/** `until` null: there is no end yet, or no time for reports. */
export function findReportTime(
  { status, lastDeliveredAt, isReprintOnItsWay }: Deliveries,
  now = new Date(),
): { canReport: boolean; until: Date | null } {
  if (status === 'shipped' || (status === 'delivered' && isReprintOnItsWay)) return { canReport: true, until: null };
  if (status !== 'delivered' || !lastDeliveredAt) return { canReport: false, until: null };
  const until = new Date(lastDeliveredAt.getTime() + REPORTABLE_DAYS * DAY_MS);
  return until > now ? { canReport: true, until } : { canReport: false, until: null };
}

interface OrderedItem {
  id: string;
  title: string;
  quantity: number;
}

/** The first item that was not ordered, or not so often; null if there is none. */
export function findExcess<Ordered extends OrderedItem>(
  ordered: readonly Ordered[],
  items: ItemQuantities,
): { item: Ordered | null } | null {
  for (const { orderItemId, quantity } of items) {
    const item = ordered.find(({ id }) => id === orderItemId) ?? null;
    if (!item || quantity > item.quantity) return { item };
  }
  return null;
}
