import { CURRENCY, type CustomerOrder, type MoneyBack, type Order } from '@shop/contracts/order';

const NO_MONEY_BACK: MoneyBack = {
  currency: CURRENCY,
  back: '0.00',
  onItsWay: '0.00',
  byBank: '0.00',
  kept: '0.00',
  isDisputed: false,
};

/** Derives where the money is from the statuses, for an order without irregularities. */
export function getDefaultMoneyBack({
  status,
  paymentStatus,
  total,
}: Pick<Order, 'status' | 'paymentStatus' | 'total'>): MoneyBack {
  if (paymentStatus === 'refunded') return { ...NO_MONEY_BACK, back: total };
  if (paymentStatus !== 'paid') return NO_MONEY_BACK;
  return status === 'cancelled' ? { ...NO_MONEY_BACK, onItsWay: total } : { ...NO_MONEY_BACK, kept: total };
}

/** Where an order's money is. An older server version does not send it; then it is derived from the order. */
export const getMoneyBack = ({
  order,
  moneyBack,
}: {
  order: Parameters<typeof getDefaultMoneyBack>[0];
  moneyBack?: MoneyBack;
}): MoneyBack => moneyBack ?? getDefaultMoneyBack(order);

type Refund = CustomerOrder['refunds'][number];
export type RefundState = NonNullable<Refund['state']>;

/** The state of a refund. An older server version sends only the completion time. */
export const getRefundState = ({ state, refundedAt }: Pick<Refund, 'state' | 'refundedAt'>): RefundState =>
  state ?? (refundedAt === null ? 'on-its-way' : 'back');
