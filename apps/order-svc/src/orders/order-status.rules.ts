/**
 * The life of an order (D27): created → paid → processing → shipped → delivered, and cancelled at any time before it is
 * shipped. Only the payment provider's word makes an order paid (D26, D42); every other step is an admin's.
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

export const mayMove = (from: OrderStatus, to: OrderStatus): boolean => STATUS_CHANGES[from].includes(to);

/** Never `paid` by hand (D42). */
export const mayBeMovedByHand = (from: OrderStatus, to: OrderStatus): boolean => to !== 'paid' && mayMove(from, to);
