/**
 * The change window: after the payment, the customer can change or cancel the order for CHANGE_WINDOW_MINUTES, and nothing
 * goes to the printer. It ends by time, or earlier when an admin moves the order on. This process's clock is used only
 * for display. Whether a change is allowed is decided by the database's clock, on the locked order (`customer-
 * orders/changeable-orders.service.ts`).
 */
import type { OrderStatus } from '@shop/contracts/order';

interface OrderWithChangeWindow {
  status: OrderStatus;
  changeWindowEndsAt: Date | null;
}

/** Null: the order can no longer be changed. */
export const findChangeWindowEnd = (
  { status, changeWindowEndsAt }: OrderWithChangeWindow,
  now = new Date(),
): Date | null => (status === 'paid' && changeWindowEndsAt && changeWindowEndsAt > now ? changeWindowEndsAt : null);
