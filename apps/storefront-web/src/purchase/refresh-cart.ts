import { cartQuery } from '@shop/web-kit';
import type { QueryClient } from '@tanstack/react-query';

/**
 * Asks for the cart anew, whatever is known of it: it was changed without one of this browser's cart calls. Not an
 * invalidation, which passes over a guest whose marker cookie the server has just taken away.
 */
export function refreshCart(queryClient: QueryClient): void {
  void queryClient.prefetchQuery({ ...cartQuery, staleTime: 0 });
}
