import type { DisplayedCustomerOrder } from '@shop/contracts/order';
import { ORDER_BEING_PRINTED, ORDER_CANCELLED } from '@shop/contracts/order';
import type { OrderAccess } from '../placed-order/order.queries.js';

/** Props of every dialog that changes an order. */
export interface OrderChangeProps {
  access: OrderAccess;
  customerOrder: DisplayedCustomerOrder;
  onClose: () => void;
}

/** Why the order can no longer be changed; null while it can. */
export function getTooLateMessage({
  order,
  changeableUntil,
  isOutOfStock,
}: Pick<DisplayedCustomerOrder, 'order' | 'changeableUntil' | 'isOutOfStock'>): string | null {
  if (order.status === 'cancelled') return ORDER_CANCELLED;
  return changeableUntil === null && !isOutOfStock ? ORDER_BEING_PRINTED : null;
}
