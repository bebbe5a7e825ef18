import { placedOrderSchema } from '@shop/contracts/order';
import { api } from '@shop/web-kit';
import { queryOptions } from '@tanstack/react-query';

/** While the payment is open the page keeps looking: quickly at first, for a webhook's usual second, then calmly; where a bank takes days, hardly. */
const EAGER_LOOKS = 15;
const EAGER_MS = 1_000;
const CALM_MS = 5_000;
const WITH_BANK_MS = 60_000;

export const placedOrderQuery = (paymentIntentId: string) =>
  queryOptions({
    queryKey: ['placed-order', paymentIntentId],
    queryFn: ({ signal }) =>
      api.get(`/api/checkout/orders/${encodeURIComponent(paymentIntentId)}`, placedOrderSchema, { signal }),
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state }) => {
      if (state.data?.state !== 'open') return false;
      if (state.data.isWithBank) return WITH_BANK_MS;
      return state.dataUpdateCount < EAGER_LOOKS ? EAGER_MS : CALM_MS;
    },
  });
