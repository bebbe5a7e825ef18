import { CART_COOKIE, EMPTY_CART, type DisplayedCart } from '@shop/contracts-order';
import { getCart } from '@shop/contracts-order/routes';
import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import { api } from '../api/api-client.js';
import { queryKeys } from '../api/query-client.js';
import { useCurrentUser } from '../session/current-user.js';

/**
 * Whether the server set this readable cookie, on https with a prefix. It hints at a guest's cart, so that a page without one skips the request.
 */
export function hasMarkerCookie(cookieName: string): boolean {
  try {
    const cookies = document.cookie.split('; ');
    return cookies.includes(`${cookieName}=1`) || cookies.includes(`__Host-${cookieName}=1`);
  } catch {
    // A sandboxed page has no cookies.
    return false;
  }
}

/** Never stale, not refetched on focus, not retried (spec, section 7). */
export const cartQuery = queryOptions({
  queryKey: queryKeys.cart,
  queryFn: ({ signal }): Promise<DisplayedCart> => api.call(getCart, { signal }),
  staleTime: Infinity,
  gcTime: Infinity,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  retry: false,
  // Otherwise each component that mounts later would send the request again after a failure.
  retryOnMount: false,
});

export interface CurrentCart {
  cart: DisplayedCart | undefined;
  isLoading: boolean;
  error: Error | null;
  refetch: () => void;
}

/**
 * The cart. It is requested only for a signed-in user or a browser with the cart's marker cookie; all others have
 * the empty cart.
 */
export function useCart(): CurrentCart {
  const { user, isLoading: isUserLoading } = useCurrentUser();
  const mayHaveCart = user !== null || hasMarkerCookie(CART_COOKIE);
  const query = useQuery({ ...cartQuery, enabled: mayHaveCart });
  const cart = query.data ?? (mayHaveCart || isUserLoading || query.error ? undefined : EMPTY_CART);
  return {
    cart,
    isLoading: cart === undefined && query.error === null,
    error: cart === undefined ? query.error : null,
    refetch: () => void query.refetch(),
  };
}

/**
 * Requests the cart again after it was changed. An invalidation would not do: it skips guests, for whom no component requests
 * the cart while they have no cart cookie. If the request fails, the cart keeps its last state.
 */
export async function refreshCart(queryClient: QueryClient): Promise<void> {
  // A pending request may have been answered before the change.
  await queryClient.cancelQueries({ queryKey: queryKeys.cart });
  await queryClient.prefetchQuery({ ...cartQuery, staleTime: 0 });
}

/** Stores the whole cart that a change was answered with, instead of requesting it again. */
export function setCart(queryClient: QueryClient, cart: DisplayedCart): void {
  // A pending read would overwrite the newer cart.
  void queryClient.cancelQueries({ queryKey: queryKeys.cart });
  queryClient.setQueryData(queryKeys.cart, cart);
}
