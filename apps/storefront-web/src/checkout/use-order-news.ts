import type { CustomerOrder } from '@shop/contracts/order';
import { useEffect, useEffectEvent } from 'react';
import { followOrder } from '../placed-order/api/follow-order.js';
import { useIsWatched } from '../use-is-watched.js';

export interface OrderNews {
  onPaidElsewhere: () => void;
  onCancelled: () => void;
}

/** Another tab may pay the order that is shown, and the shop may end it: its stream says so, to a tab that nobody watches when somebody looks again. */
export function useOrderNews(orderId: string, { onPaidElsewhere, onCancelled }: OrderNews): void {
  const isWatched = useIsWatched();
  const hear = useEffectEvent(({ order: { status, paymentStatus } }: CustomerOrder): void => {
    if (paymentStatus === 'paid' || paymentStatus === 'refunded') onPaidElsewhere();
    else if (status === 'cancelled') onCancelled();
  });

  useEffect(() => {
    if (!isWatched) return;
    return followOrder({ orderId, key: null }, { onOrder: (news) => hear(news) });
  }, [orderId, isWatched]);
}
