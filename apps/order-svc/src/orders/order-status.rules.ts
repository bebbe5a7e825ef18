/**
 * The life of an order: created → paid → processing → shipped → delivered, or cancelled before it is shipped. Only the
 * payment provider makes an order paid; the printer or an admin makes the later changes. Who may cancel when is stricter:
 * see "When may an order be cancelled?" in the README of order-svc.
 */
import type { OrderStatus } from '@shop/contracts/order';

const STATUS_CHANGES: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  created: ['paid', 'cancelled'],
  paid: ['processing', 'cancelled'],
  processing: ['shipped', 'cancelled'],
  shipped: ['delivered'],
  delivered: [],
  cancelled: [],
};

export const canChangeStatus = (from: OrderStatus, to: OrderStatus): boolean => STATUS_CHANGES[from].includes(to);

/** An admin can't mark an order as paid. */
export const canAdminChangeStatus = (from: OrderStatus, to: OrderStatus): boolean =>
  to !== 'paid' && canChangeStatus(from, to);
