import type { QueryClient } from '@tanstack/react-query';
import { PUBLIC_KEYS, queryKeys } from '../api/query-keys.js';

/** Drops every answer that was one person's, but for user and cart themselves, which the caller writes anew. */
export function removePersonalQueries(queryClient: QueryClient): void {
  queryClient.removeQueries({
    predicate: ({ queryKey: [first] }) =>
      first !== queryKeys.user[0] && first !== queryKeys.cart[0] && !PUBLIC_KEYS.has(first),
  });
}
