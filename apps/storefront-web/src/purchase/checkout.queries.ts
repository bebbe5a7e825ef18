import { getCheckoutConfig } from '@shop/contracts/routes';
import { api } from '@shop/web-kit';
import { queryOptions } from '@tanstack/react-query';

/** The payment provider in use and its public key. */
export const checkoutConfigQuery = queryOptions({
  queryKey: ['checkout', 'config'],
  queryFn: ({ signal }) => api.call(getCheckoutConfig, { signal }),
});
