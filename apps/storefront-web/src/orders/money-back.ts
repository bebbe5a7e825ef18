import { CURRENCY, type DisplayedCustomerOrder, type RefundSummary, type DisplayedOrder } from '@shop/contracts/order';

const NO_MONEY_BACK: RefundSummary = {
  currency: CURRENCY,
  refunded: '0.00',
  pending: '0.00',
  chargedBack: '0.00',
  retained: '0.00',
  isDisputed: false,
};

/** Derives where the money is from the statuses, for an order without irregularities. */
export function getDefaultMoneyBack({
  status,
  paymentStatus,
  total,
}: Pick<DisplayedOrder, 'status' | 'paymentStatus' | 'total'>): RefundSummary {
  if (paymentStatus === 'refunded') return { ...NO_MONEY_BACK, refunded: total };
  if (paymentStatus !== 'paid') return NO_MONEY_BACK;
  return status === 'cancelled' ? { ...NO_MONEY_BACK, pending: total } : { ...NO_MONEY_BACK, retained: total };
}

/** Where an order's money is. An older server version does not send it; then it is derived from the order. */
export const getMoneyBack = ({
  order,
  refundSummary,
}: {
  order: Parameters<typeof getDefaultMoneyBack>[0];
  refundSummary?: RefundSummary;
}): RefundSummary => refundSummary ?? getDefaultMoneyBack(order);

type Refund = DisplayedCustomerOrder['refunds'][number];
export type RefundState = 'on-its-way' | 'back' | 'failed';

const isRefundState = (state: string | undefined): state is RefundState =>
  state === 'on-its-way' || state === 'back' || state === 'failed';

/** The state of a refund. If it is absent or unknown, the completion time decides. */
export const getRefundState = ({ state, refundedAt }: Pick<Refund, 'state' | 'refundedAt'>): RefundState =>
  isRefundState(state) ? state : refundedAt === null ? 'on-its-way' : 'back';
