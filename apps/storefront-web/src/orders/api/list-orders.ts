import { ownOrderSchema, type OwnOrder } from '@shop/contracts/order';
import { api, queryKeys, type Page } from '@shop/web-kit';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { phaseOf, type OrderPhase } from '../../placed-order/order-state.js';

const ordersSchema = z.array(ownOrderSchema);

/** A list is not told by streams: it is asked for again, the sooner the sooner something can happen. */
const SOON_MS = 10_000;
const SOME_TIME_MS = 60_000;
const LOOK_AGAIN_MS: Partial<Record<OrderPhase, number>> = { confirming: SOON_MS, held: SOON_MS, queued: SOON_MS, printing: SOME_TIME_MS, shipped: SOME_TIME_MS };

/** Looking again asks for each of the pages that were loaded, one after the other: done by itself for so many at the most. */
const PAGES_ASKED_AGAIN = 3;

function nextLookMs(pages: readonly Page<OwnOrder>[] = []): number | false {
  if (pages.length > PAGES_ASKED_AGAIN) return false;
  const waits = pages.flatMap(({ rows }) => rows).map((order) => LOOK_AGAIN_MS[phaseOf({ order, ...order })] ?? Number.POSITIVE_INFINITY);
  const ms = waits.reduce((least, wait) => Math.min(least, wait), Number.POSITIVE_INFINITY);
  return Number.isFinite(ms) && ms;
}

const FIRST = '/api/orders';

/** Newest first, in pages; each names the next (`Link`). */
export const ordersQuery = infiniteQueryOptions({
  queryKey: queryKeys.orders,
  queryFn: ({ pageParam, signal }) => api.page(pageParam, ordersSchema, { signal }),
  initialPageParam: FIRST,
  getNextPageParam: (last) => last.next,
  staleTime: 0,
  refetchInterval: ({ state }) => nextLookMs(state.data?.pages),
});
