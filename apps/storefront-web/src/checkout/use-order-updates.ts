import type { CustomerOrder } from '@shop/contracts/order';
import { useIsMutating } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { subscribeToOrder } from '../placed-order/api/subscribe-to-order.js';
import { useIsTabActive } from '../use-is-tab-active.js';
import { PAYMENT_MUTATION_KEY } from './payment-form.js';

export interface OrderUpdateHandlers {
  onPaidElsewhere: () => void;
  onCancelled: () => void;
}

/**
 * Another tab may pay the order that is shown, and the shop may end it: its stream says so, to a tab that nobody watches when somebody looks again. While
 * this tab pays, its own call says what comes of it, which may be the browser's way to the provider and back; the stream begins anew after it.
 */
export function useOrderUpdates(orderId: string, { onPaidElsewhere, onCancelled }: OrderUpdateHandlers): void {
  const isPaying = useIsMutating({ mutationKey: PAYMENT_MUTATION_KEY }) > 0;
  const isSubscribed = useIsTabActive() && !isPaying;
  const hear = useEffectEvent(({ order: { status, paymentStatus } }: CustomerOrder): void => {
    if (paymentStatus === 'paid' || paymentStatus === 'refunded') onPaidElsewhere();
    else if (status === 'cancelled') onCancelled();
  });

  useEffect(() => {
    if (!isSubscribed) return;
    return subscribeToOrder({ orderId, key: null }, { onOrder: (news) => hear(news) });
  }, [orderId, isSubscribed]);
}
