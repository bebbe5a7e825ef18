import { getPlacedOrder } from '@shop/contracts/routes';
import { api } from '@shop/web-kit';
import { queryOptions } from '@tanstack/react-query';

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
