/**
 * The customer agrees to these items and prices, this total and this address. The revision is a hash of exactly this
 * content, so that changing something back gives the earlier revision.
 */
import { createHash } from 'node:crypto';
import type { Order } from '../orders/order.entity.js';
import type { OrderItem } from '../orders/order-item.entity.js';

type Line = Pick<OrderItem, 'lineKey' | 'quantity' | 'unitPriceCents'>;
type PayableOrder = Pick<Order, 'totalCents' | 'shippingAddress'>;

const toSortedLines = (items: readonly Line[]): string[] =>
  items.map(({ lineKey, quantity, unitPriceCents }) => JSON.stringify([lineKey, quantity, unitPriceCents])).sort();

/** Whether both contain the same items at the same prices, so that one payment fits both. */
export const haveSameItems = (some: readonly Line[], others: readonly Line[]): boolean =>
  JSON.stringify(toSortedLines(some)) === JSON.stringify(toSortedLines(others));

export function computeRevision({ totalCents, shippingAddress }: PayableOrder, items: readonly Line[]): string {
  const { name, address, city, state, zip, country } = shippingAddress;
  const content = JSON.stringify([totalCents, [name, address, city, state, zip, country], toSortedLines(items)]);
  return createHash('sha256').update(content).digest('base64url');
}
