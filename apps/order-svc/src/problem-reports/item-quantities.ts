import { DomainError } from '@shop/contracts-common';
import type { ItemQuantities, Reprint } from '@shop/contracts-order';
import type { OrderItem } from '../orders/order-item.entity.js';
import { findExcess } from './problem-report.rules.js';

/** Throws `impossible` if an item was not ordered, or not so often. */
export function assertOrdered(ordered: readonly OrderItem[], items: ItemQuantities): void {
  const excess = findExcess(ordered, items);
  if (!excess) return;
  const { item } = excess;
  if (!item) throw new DomainError('ITEM_NOT_ORDERED', 'impossible', 'This order has no such item.');
  const were = item.quantity === 1 ? 'was' : 'were';
  throw new DomainError('TOO_MANY_ITEMS', 'impossible', `Only ${item.quantity} of ${item.title} ${were} ordered.`);
}

/** With their titles, in the order of the ordered items. */
export const toTitledItems = (items: ItemQuantities, ordered: readonly OrderItem[]): Reprint['items'] =>
  ordered.flatMap(({ id, title }) => {
    const item = items.find(({ orderItemId }) => orderItemId === id);
    return item ? [{ orderItemId: id, title, quantity: item.quantity }] : [];
  });
