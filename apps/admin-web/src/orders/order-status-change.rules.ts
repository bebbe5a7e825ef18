/**
 * Button labels of an order's status changes, and the warning before a cancellation. The server decides which changes
 * are possible (`nextStatuses`); `paid` is never among them, because only a payment sets it.
 */
import type { Open, Permission } from '@shop/contracts-common';
import {
  formatInCurrency,
  type DisplayedAdminOrderDetail,
  type DisplayedPayment,
  type OrderStatus,
} from '@shop/contracts-order';

const LABELS: Readonly<Record<OrderStatus, string>> = {
  created: 'Mark Created',
  paid: 'Mark Paid',
  processing: 'Start Processing',
  shipped: 'Mark Shipped',
  delivered: 'Mark Delivered',
  cancelled: 'Cancel Order',
};

/** A status of a newer server is named as it is. */
export const getStatusChangeLabel = (status: Open<OrderStatus>): string =>
  Object.hasOwn(LABELS, status) ? LABELS[status as OrderStatus] : `Mark ${status}`;

interface CancellableOrder extends Pick<DisplayedAdminOrderDetail, 'paymentStatus' | 'total'> {
  payment: Pick<DisplayedPayment, 'refundable' | 'currency' | 'disputes'>;
}

interface CancellationPrompt {
  warning: string;
  label: string;
  /** What the admin needs, because money goes back. */
  permission?: Permission;
}

/**
 * Cancelling a paid order refunds what is left of the payment. A disputed payment can't be refunded before the bank has
 * decided.
 */
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
      permission: 'refund',
    };
  const amount = formatInCurrency(refundable, currency);
  return {
    warning: `The customer gets ${refundable === total ? `the whole ${amount}` : `the ${amount} that is left`} back. This can't be undone.`,
    label: 'Cancel and Refund',
    permission: 'refund',
  };
}
