/**
 * The hold: for a while after the payment nothing goes to the printer, and the customer may change the order or cancel it. It
 * ends with the clock, or before, when an admin moves the order on. What the clock of this process says is told to people; what is
 * decided is decided by the database's, on the locked order.
 */
import type { OrderStatus } from '@shop/contracts/order';

interface HeldOrder {
  status: OrderStatus;
  holdUntil: Date | null;
}

/** Null: it can be changed no more. */
export const changeableUntil = ({ status, holdUntil }: HeldOrder, now = new Date()): Date | null =>
  status === 'paid' && holdUntil && holdUntil > now ? holdUntil : null;
