/**
 * The life of an order: created → paid → processing → shipped → delivered, or cancelled before it is shipped. Only the
 * payment provider makes an order paid; the printer or an admin makes the later changes. Who may cancel when is stricter:
 * see "When may an order be cancelled?" in the README of order-svc.
 */
import type { OrderStatus } from '@shop/contracts/order';

/** Carriers treat a parcel as lost after a month at most. */
export const DELIVERED_AFTER_DAYS = 45;

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

interface OrderWithChangeWindow {
  status: OrderStatus;
  changeWindowEndsAt: Date | null;
}

/**
 * The change window: after the payment, the customer can change or cancel the order for CHANGE_WINDOW_MINUTES, and nothing
 * goes to the printer. It ends by time, or earlier when an admin moves the order on. This process's clock is used only
 * for display: the database's clock decides, on the locked order. Null: the order can no longer be changed.
 */
export const findChangeWindowEnd = (
  { status, changeWindowEndsAt }: OrderWithChangeWindow,
  now = new Date(),
): Date | null => (status === 'paid' && changeWindowEndsAt && changeWindowEndsAt > now ? changeWindowEndsAt : null);
