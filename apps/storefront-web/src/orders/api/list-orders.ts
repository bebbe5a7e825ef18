import { ownOrderSchema, type OwnOrder } from '@shop/contracts/order';
import { isShort, pagesOf, queryKeys, type Pages } from '@shop/web-kit';
import { z } from 'zod';
import { phaseOf, type OrderPhase } from '../../placed-order/order-state.js';

const ordersSchema = z.array(ownOrderSchema);

/** A list is not told by streams: it is asked for again, the sooner the sooner something can happen. */
const SOON_MS = 10_000;
const SOME_TIME_MS = 60_000;
const LOOK_AGAIN_MS: Partial<Record<OrderPhase, number>> = { confirming: SOON_MS, held: SOON_MS, queued: SOON_MS, printing: SOME_TIME_MS, shipped: SOME_TIME_MS };

function nextLookMs(data: Pages<OwnOrder> | undefined): number | false {
  if (!data || !isShort(data)) return false;
  const waits = data.pages.flatMap(({ rows }) => rows).map((order) => LOOK_AGAIN_MS[phaseOf({ order, ...order })] ?? Number.POSITIVE_INFINITY);
  const ms = waits.reduce((least, wait) => Math.min(least, wait), Number.POSITIVE_INFINITY);
  return Number.isFinite(ms) && ms;
}

/** Newest first, in pages. */
export const ordersQuery = {
  ...pagesOf({ key: queryKeys.orders, first: '/api/orders', rows: ordersSchema }),
  staleTime: 0,
  refetchInterval: ({ state }: { state: { data?: Pages<OwnOrder> } }) => nextLookMs(state.data),
};
