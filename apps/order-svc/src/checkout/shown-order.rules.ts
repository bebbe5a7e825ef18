/**
 * What a customer agrees to by paying: these pieces at these prices, this total, this address. Whatever of it is changed makes it
 * another revision, which is named by its content, so that going back to what was shown is what was shown.
 */
import { createHash } from 'node:crypto';
import type { Order } from '../orders/order.entity.js';
import type { OrderItem } from '../orders/order-item.entity.js';

type Line = Pick<OrderItem, 'lineKey' | 'quantity' | 'unitPriceCents'>;
type Shown = Pick<Order, 'totalCents' | 'shippingAddress'>;

const linesOf = (items: readonly Line[]): string[] =>
  items.map(({ lineKey, quantity, unitPriceCents }) => JSON.stringify([lineKey, quantity, unitPriceCents])).sort();

/** Whether both cost the same for the same pieces, so that what pays one pays the other. */
export const areSamePieces = (some: readonly Line[], others: readonly Line[]): boolean =>
  JSON.stringify(linesOf(some)) === JSON.stringify(linesOf(others));

export function revisionOf({ totalCents, shippingAddress }: Shown, items: readonly Line[]): string {
  const { name, address, city, state, zip, country } = shippingAddress;
  const content = JSON.stringify([totalCents, [name, address, city, state, zip, country], linesOf(items)]);
  return createHash('sha256').update(content).digest('base64url');
}
