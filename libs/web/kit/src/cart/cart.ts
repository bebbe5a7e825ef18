import { CART_COOKIE, cartSchema, EMPTY_CART, type Cart } from '@shop/contracts/order';
import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import { api } from '../api/api-client.js';
import { hasMarkerCookie } from '../api/marker-cookie.js';
import { queryKeys } from '../api/query-keys.js';
import { useCurrentUser } from '../session/current-user.js';

/** Never stale, not refetched on focus, not retried (spec, section 7). */
export const cartQuery = queryOptions({
  queryKey: queryKeys.cart,
  queryFn: ({ signal }): Promise<Cart> => api.get('/api/cart', cartSchema, { signal }),
  staleTime: Infinity,
  gcTime: Infinity,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  retry: false,
  // A part of the page that comes later would else ask again after a failure.
  retryOnMount: false,
});

export interface CurrentCart {
  cart: Cart | undefined;
  isLoading: boolean;
  error: Error | null;
  refetch: () => void;
}

/** The cart, asked for only where there may be one: signed in, or marked (D13). Else it is the empty cart, without a call. */
export function useCart(): CurrentCart {
  const { user, isLoading: isUserLoading } = useCurrentUser();
  const mayHaveCart = user !== null || hasMarkerCookie(CART_COOKIE);
  const query = useQuery({ ...cartQuery, enabled: mayHaveCart });
  const cart = query.data ?? (mayHaveCart || isUserLoading ? undefined : EMPTY_CART);
  return {
    cart: cart,
    isLoading: cart === undefined && query.error === null,
    error: cart === undefined ? query.error : null,
    refetch: () => void query.refetch(),
  };
}

/** Every cart call answers with the whole cart (D21): keep it instead of asking again. */
export function setCart(queryClient: QueryClient, cart: Cart): void {
  // A read on its way would overwrite the newer answer.
  void queryClient.cancelQueries({ queryKey: queryKeys.cart });
  queryClient.setQueryData(queryKeys.cart, cart);
}
