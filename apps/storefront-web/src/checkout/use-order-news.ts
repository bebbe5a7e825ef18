import type { CustomerOrder } from '@shop/contracts/order';
import { useIsMutating } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { followOrder } from '../placed-order/api/follow-order.js';
import { useIsWatched } from '../use-is-watched.js';
import { PAYING_KEY } from './payment-form.js';

export interface OrderNews {
  onPaidElsewhere: () => void;
  onCancelled: () => void;
}

/**
 * Another tab may pay the order that is shown, and the shop may end it: its stream says so, to a tab that nobody watches when somebody looks again. While
 * this tab pays, its own call says what comes of it, which may be the browser's way to the provider and back; the stream begins anew after it.
 */
export function useOrderNews(orderId: string, { onPaidElsewhere, onCancelled }: OrderNews): void {
  const isPaying = useIsMutating({ mutationKey: PAYING_KEY }) > 0;
  const isFollowed = useIsWatched() && !isPaying;
  const hear = useEffectEvent(({ order: { status, paymentStatus } }: CustomerOrder): void => {
    if (paymentStatus === 'paid' || paymentStatus === 'refunded') onPaidElsewhere();
    else if (status === 'cancelled') onCancelled();
  });

  useEffect(() => {
    if (!isFollowed) return;
    return followOrder({ orderId, key: null }, { onOrder: (news) => hear(news) });
  }, [orderId, isFollowed]);
}
