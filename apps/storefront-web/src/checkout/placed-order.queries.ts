import type { DisplayedPlacedOrder } from '@shop/contracts/order';
import { getPlacedOrder } from '@shop/contracts/routes';
import { api } from '@shop/web-kit';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { subscribeToOrder } from '../orders/order.queries.js';

/**
 * Polling while the payment is open: fast at first, because a webhook usually takes a second, then slowly; rarely if a
 * bank takes days.
 */
const FAST_POLLS = 15;
const FAST_POLL_MS = 1_000;
const SLOW_POLL_MS = 5_000;
const BANK_POLL_MS = 60_000;

export const placedOrderQuery = (paymentIntentId: string) =>
  queryOptions({
    queryKey: ['placed-order', paymentIntentId],
    queryFn: ({ signal }) => api.call(getPlacedOrder, { params: { paymentIntentId }, signal }),
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state }) => {
      if (state.data?.state !== 'open') return false;
      if (state.data.isAwaitingBank) return BANK_POLL_MS;
      return state.dataUpdateCount < FAST_POLLS ? FAST_POLL_MS : SLOW_POLL_MS;
    },
  });

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
