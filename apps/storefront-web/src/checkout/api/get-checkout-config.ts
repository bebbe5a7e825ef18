import { checkoutConfigSchema } from '@shop/contracts/order';
import { api } from '@shop/web-kit';
import { queryOptions } from '@tanstack/react-query';

/** Which payment provider takes the card (D25). */
export const checkoutConfigQuery = queryOptions({
  queryKey: ['checkout', 'config'],
  queryFn: ({ signal }) => api.get('/api/checkout/config', checkoutConfigSchema, { signal }),
});
