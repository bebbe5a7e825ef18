/**
 * What an admin reads on the button of each move of an order (D27), and before a cancellation. Which moves are offered the
 * server says (`nextStatuses`); `paid` is never among them (D42).
 */
import { inCurrency, type AdminOrderDetail, type OrderPayment, type OrderStatus } from '@shop/contracts/order';

const LABELS: Readonly<Record<OrderStatus, string>> = {
  created: 'Mark Created',
  paid: 'Mark Paid',
  processing: 'Start Processing',
  shipped: 'Mark Shipped',
  delivered: 'Mark Delivered',
  cancelled: 'Cancel Order',
};

export const getStatusChangeLabel = (status: OrderStatus): string => LABELS[status];

interface CancellableOrder extends Pick<AdminOrderDetail, 'paymentStatus' | 'total'> {
  payment: Pick<OrderPayment, 'refundable' | 'currency' | 'disputes'>;
}

interface CancellationPrompt {
  warning: string;
  label: string;
}

/** D42: cancelling a paid order refunds what is left of it. What is disputed can't be refunded before the bank has decided. */
export function getCancellationPrompt({
  paymentStatus,
  total,
  payment: { refundable, currency, disputes },
}: CancellableOrder): CancellationPrompt {
  if (paymentStatus !== 'paid') return { warning: "It can't be taken up again.", label: 'Cancel Order' };
  if (Number(refundable) === 0)
    return { warning: "Nothing more goes back to the customer. This can't be undone.", label: 'Cancel Order' };
  if (disputes.some(({ closedAt }) => closedAt === null))
    return {
      warning: "The payment is disputed, so the customer's bank decides what goes back. This can't be undone.",
      label: 'Cancel Order',
    };
  const amount = inCurrency(refundable, currency);
  return {
    warning: `The customer gets ${refundable === total ? `the whole ${amount}` : `the ${amount} that is left`} back. This can't be undone.`,
    label: 'Cancel and Refund',
  };
}
