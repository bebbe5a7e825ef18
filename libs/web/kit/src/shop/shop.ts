import type { DisplayedShop } from '@shop/contracts-order';
import { getShop } from '@shop/contracts-order/routes';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../api/api-client.js';
import { queryKeys } from '../api/query-client.js';

const STALE_AFTER_MS = 5 * 60_000;

const shopQuery = queryOptions({
  queryKey: queryKeys.shop,
  queryFn: ({ signal }) => api.call(getShop, { signal }),
  staleTime: STALE_AFTER_MS,
  retry: false,
  // A server without settings is not asked again by each part of a page.
  retryOnMount: false,
  refetchOnWindowFocus: false,
});

/** What the owner has set. Undefined while it is loading or not needed, and from a server without settings: pages are then as without them. */
export const useShop = (isNeeded = true): DisplayedShop | undefined =>
  useQuery({ ...shopQuery, enabled: isNeeded }).data;
