import { CURRENCY, type CustomerOrder, type MoneyBack, type Order } from '@shop/contracts/order';

const NOTHING: MoneyBack = {
  currency: CURRENCY,
  back: '0.00',
  onItsWay: '0.00',
  byBank: '0.00',
  kept: '0.00',
  isDisputed: false,
};

/** As it is where nothing went wrong. */
export function getDefaultMoneyBack({
  status,
  paymentStatus,
  total,
}: Pick<Order, 'status' | 'paymentStatus' | 'total'>): MoneyBack {
  if (paymentStatus === 'refunded') return { ...NOTHING, back: total };
  if (paymentStatus !== 'paid') return NOTHING;
  return status === 'cancelled' ? { ...NOTHING, onItsWay: total } : { ...NOTHING, kept: total };
}

/** Where an order's money is; the version of the shop before says nothing of it, and what the order itself tells has to do. */
export const getMoneyBack = ({
  order,
  moneyBack,
}: {
  order: Parameters<typeof getDefaultMoneyBack>[0];
  moneyBack?: MoneyBack;
}): MoneyBack => moneyBack ?? getDefaultMoneyBack(order);

type Refund = CustomerOrder['refunds'][number];
export type RefundState = NonNullable<Refund['state']>;

/** How a refund stands; the version of the shop before says only whether it is back. */
export const getRefundState = ({ state, refundedAt }: Pick<Refund, 'state' | 'refundedAt'>): RefundState =>
  state ?? (refundedAt === null ? 'on-its-way' : 'back');
