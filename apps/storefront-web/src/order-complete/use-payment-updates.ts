import type { DisplayedPlacedOrder } from '@shop/contracts/order';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { subscribeToOrder } from '../placed-order/order.queries.js';
import { placedOrderQuery } from './placed-order.queries.js';

/** While a payment is open, the order stream triggers an immediate reload instead of the next poll. */
export function usePaymentUpdates(intentId: string, placedOrder: DisplayedPlacedOrder | undefined): void {
  const queryClient = useQueryClient();
  const openOrderId = placedOrder?.state === 'open' ? placedOrder.order.id : null;

  useEffect(() => {
    if (openOrderId === null) return;
    return subscribeToOrder(
      { orderId: openOrderId, key: null },
      {
        onOrder: ({ order }) => {
          if (order.paymentStatus !== 'pending')
            void queryClient.invalidateQueries({ queryKey: placedOrderQuery(intentId).queryKey });
        },
      },
    );
  }, [intentId, openOrderId, queryClient]);
}
