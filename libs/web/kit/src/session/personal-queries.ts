import type { QueryClient } from '@tanstack/react-query';
import { PUBLIC_KEYS, queryKeys } from '../api/query-keys.js';

/** Removes all personal data from the query cache except user and cart, which the caller sets. */
export function removePersonalQueries(queryClient: QueryClient): void {
  queryClient.removeQueries({
    predicate: ({ queryKey: [first] }) =>
      first !== queryKeys.user[0] && first !== queryKeys.cart[0] && !PUBLIC_KEYS.has(first),
  });
}
