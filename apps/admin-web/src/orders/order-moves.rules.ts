/**
 * What an admin reads on the button of each move of an order (D27), and before a cancellation. Which moves are offered the
 * server says (`nextStatuses`); `paid` is never among them (D42).
 */
import { dollars } from '@shop/contracts/common';
import type { AdminOrderDetail, OrderStatus } from '@shop/contracts/order';

const LABELS: Readonly<Record<OrderStatus, string>> = {
  created: 'Mark Created',
  paid: 'Mark Paid',
  processing: 'Start Processing',
  shipped: 'Mark Shipped',
  delivered: 'Mark Delivered',
  cancelled: 'Cancel Order',
};

export const moveLabel = (status: OrderStatus): string => LABELS[status];

/** D42: cancelling a paid order refunds it in full. */
export function cancellationOf({ paymentStatus, total }: Pick<AdminOrderDetail, 'paymentStatus' | 'total'>): { warning: string; label: string } {
  if (paymentStatus === 'paid') return { warning: `The customer gets the whole ${dollars(total)} back. This can't be undone.`, label: 'Cancel and Refund' };
  return { warning: "It can't be taken up again.", label: 'Cancel Order' };
}
