import { isMoneyOnItsWay, ownOrderSchema, type OwnOrder } from '@shop/contracts/order';
import { isShort, pagesOf, queryKeys, type Pages } from '@shop/web-kit';
import * as z from 'zod/mini';
import { moneyBackOf } from '../../placed-order/money-back.js';
import { phaseOf, type OrderPhase } from '../../placed-order/order-state.js';

const ordersSchema = z.array(ownOrderSchema);

/** A list is not told by streams: it is asked for again, the sooner the sooner something can happen. */
const SOON_MS = 10_000;
const SOME_TIME_MS = 60_000;
const LOOK_AGAIN_MS: Partial<Record<OrderPhase, number>> = {
  confirming: SOON_MS,
  held: SOON_MS,
  queued: SOON_MS,
  printing: SOME_TIME_MS,
  shipped: SOME_TIME_MS,
};

function waitMsOf(own: OwnOrder): number {
  const facts = { order: own, ...own };
  const waitMs = LOOK_AGAIN_MS[phaseOf(facts)] ?? Number.POSITIVE_INFINITY;
  return isMoneyOnItsWay(moneyBackOf(facts)) ? Math.min(SOME_TIME_MS, waitMs) : waitMs;
}

function nextLookMs(data: Pages<OwnOrder> | undefined): number | false {
  if (!data || !isShort(data)) return false;
  const ms = data.pages
    .flatMap(({ rows }) => rows)
    .reduce((least, own) => Math.min(least, waitMsOf(own)), Number.POSITIVE_INFINITY);
  return Number.isFinite(ms) && ms;
}

/** Newest first, in pages. */
export const ordersQuery = {
  ...pagesOf({ key: queryKeys.orders, first: '/api/orders', rows: ordersSchema }),
  staleTime: 0,
  refetchInterval: ({ state }: { state: { data?: Pages<OwnOrder> } }) => nextLookMs(state.data),
};
