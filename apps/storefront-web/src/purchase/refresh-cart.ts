import { cartQuery } from '@shop/web-kit';
import type { QueryClient } from '@tanstack/react-query';

/**
 * Loads the cart again after it was changed by something other than a cart call of this page. An invalidation would not
 * do: it skips guests whose cart cookie the server has just removed.
 */
export function refreshCart(queryClient: QueryClient): void {
  void queryClient.prefetchQuery({ ...cartQuery, staleTime: 0 });
}
