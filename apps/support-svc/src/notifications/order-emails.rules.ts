/**
 * Which status changes of an order are announced by email. The payment has its own email, with what was bought. An abandoned checkout is
 * cancelled silently, unless the bank was working on the payment or money has arrived. An assumed delivery is not announced either.
 */
import { hasReceivedMoney, type RefundSummary, type OrderStatus } from '@shop/contracts/order';

const TEMPLATE_BY_STATUS = {
  created: null,
  paid: null,
  processing: 'order-printing',
  shipped: 'order-shipped',
  delivered: 'order-delivered',
  cancelled: 'order-cancelled',
} as const satisfies Record<OrderStatus, string | null>;

interface StatusChange {
  from: OrderStatus;
  to: OrderStatus;
  isAssumed?: boolean;
  wasAwaitingBank?: boolean;
  refundSummary?: RefundSummary;
}

const isAbandonedCheckout = ({ from, to, wasAwaitingBank = false, refundSummary }: StatusChange): boolean =>
  from === 'created' && to === 'cancelled' && !wasAwaitingBank && !(refundSummary && hasReceivedMoney(refundSummary));

export const findStatusTemplate = (change: StatusChange): (typeof TEMPLATE_BY_STATUS)[OrderStatus] =>
  change.isAssumed || isAbandonedCheckout(change) ? null : TEMPLATE_BY_STATUS[change.to];
