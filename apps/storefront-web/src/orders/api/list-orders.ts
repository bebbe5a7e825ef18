import { isMoneyOnItsWay, ownOrderSchema, type OwnOrder } from '@shop/contracts/order';
import { isShort, pagesOf, queryKeys, type Pages } from '@shop/web-kit';
import * as z from 'zod/mini';
import { getMoneyBack } from '../../placed-order/money-back.js';
import { getOrderPhase, type OrderPhase } from '../../placed-order/order-state.js';

const ordersSchema = z.array(ownOrderSchema);

/** A list is not told by streams: it is asked for again, the sooner the sooner something can happen. */
const SHORT_POLL_MS = 10_000;
const LONG_POLL_MS = 60_000;
const POLL_MS_BY_PHASE: Partial<Record<OrderPhase, number>> = {
  confirming: SHORT_POLL_MS,
  held: SHORT_POLL_MS,
  queued: SHORT_POLL_MS,
  printing: LONG_POLL_MS,
  shipped: LONG_POLL_MS,
};

function getPollDelayMs(own: OwnOrder): number {
  const facts = { order: own, ...own };
  const waitMs = POLL_MS_BY_PHASE[getOrderPhase(facts)] ?? Number.POSITIVE_INFINITY;
  return isMoneyOnItsWay(getMoneyBack(facts)) ? Math.min(LONG_POLL_MS, waitMs) : waitMs;
}

function getPollIntervalMs(data: Pages<OwnOrder> | undefined): number | false {
  if (!data || !isShort(data)) return false;
  const ms = data.pages
    .flatMap(({ rows }) => rows)
    .reduce((least, own) => Math.min(least, getPollDelayMs(own)), Number.POSITIVE_INFINITY);
  return Number.isFinite(ms) && ms;
}

/** Newest first, in pages. */
export const ordersQuery = {
  ...pagesOf({ key: queryKeys.orders, first: '/api/orders', rows: ordersSchema }),
  staleTime: 0,
  refetchInterval: ({ state }: { state: { data?: Pages<OwnOrder> } }) => getPollIntervalMs(state.data),
};
