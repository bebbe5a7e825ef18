import type { PlacedOrder } from '@shop/contracts/order';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { subscribeToOrder } from '../placed-order/api/subscribe-to-order.js';
import { placedOrderQuery } from './api/get-placed-order.js';

/** While a payment is open the order's stream says when to look, at once and not at the next look. */
export function usePaymentUpdates(intentId: string, placed: PlacedOrder | undefined): void {
  const queryClient = useQueryClient();
  const openId = placed?.state === 'open' ? placed.order.id : null;

  useEffect(() => {
    if (openId === null) return;
    return subscribeToOrder(
      { orderId: openId, key: null },
      {
        onOrder: ({ order }) => {
          if (order.paymentStatus !== 'pending')
            void queryClient.invalidateQueries({ queryKey: placedOrderQuery(intentId).queryKey });
        },
      },
    );
  }, [intentId, openId, queryClient]);
}
