import { listStyles } from '@shop/contracts-art/routes';
import type { FiguresQuery } from '@shop/contracts-order';
import { getFigures } from '@shop/contracts-order/routes';
import { api, queryKeys } from '@shop/web-kit';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { adminKeys } from '../admin-keys.js';
import { adminShopQuery } from '../settings/settings.queries.js';
import { toShopDay } from './range.rules.js';

export const figuresQuery = (range: FiguresQuery) =>
  queryOptions({
    queryKey: adminKeys.figures(range.from, range.to),
    queryFn: ({ signal }) => api.call(getFigures, { query: range, signal }),
    placeholderData: keepPreviousData,
  });

/** Which day it is in the shop. Undefined until its time zone is known; without settings it is UTC. */
export function useShopToday(): string | undefined {
  const { data: shop, isPending } = useQuery(adminShopQuery);
  return isPending ? undefined : toShopDay(new Date(), shop?.timeZone ?? 'UTC');
}

/** Names of styles by their keys. Without them, keys are shown. */
export function useStyleNames(): ReadonlyMap<string, string> {
  const { data: styles = [] } = useQuery({
    queryKey: queryKeys.styles,
    queryFn: ({ signal }) => api.call(listStyles, { signal }),
  });
  return new Map(styles.map(({ key, name }) => [key, name]));
}
