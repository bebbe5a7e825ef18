import { hasPendingRefund, type DisplayedOwnOrder } from '@shop/contracts/order';
import { listOrders } from '@shop/contracts/routes';
import { api, isShortPagedData, pagedQueryOptions, queryKeys, type PagedData } from '@shop/web-kit';
import { getMoneyBack } from '../placed-order/money-back.js';
import { getOrderPhase, type OrderPhase } from '../placed-order/order-state.js';

/** The list has no stream, so it is polled: more often while an order may change soon. */
const SHORT_POLL_MS = 10_000;
const LONG_POLL_MS = 60_000;
const POLL_MS_BY_PHASE: Partial<Record<OrderPhase, number>> = {
  confirming: SHORT_POLL_MS,
  changeable: SHORT_POLL_MS,
  queued: SHORT_POLL_MS,
  'out-of-stock': LONG_POLL_MS,
  printing: LONG_POLL_MS,
  shipped: LONG_POLL_MS,
};

function getPollDelayMs(order: DisplayedOwnOrder): number {
  const input = { order, ...order };
  const delayMs = POLL_MS_BY_PHASE[getOrderPhase(input)] ?? Number.POSITIVE_INFINITY;
  return hasPendingRefund(getMoneyBack(input)) ? Math.min(LONG_POLL_MS, delayMs) : delayMs;
}

function getPollIntervalMs(data: PagedData<DisplayedOwnOrder> | undefined): number | false {
  if (!data || !isShortPagedData(data)) return false;
  const ms = data.pages
    .flatMap(({ rows }) => rows)
    .reduce((shortest, order) => Math.min(shortest, getPollDelayMs(order)), Number.POSITIVE_INFINITY);
  return Number.isFinite(ms) && ms;
}

/** Newest first, in pages. */
export const ordersQuery = {
  ...pagedQueryOptions({ key: queryKeys.orders, route: listOrders, firstPageUrl: api.url(listOrders) }),
  staleTime: 0,
  refetchInterval: ({ state }: { state: { data?: PagedData<DisplayedOwnOrder> } }) => getPollIntervalMs(state.data),
};
