import type { CustomerOrder } from '@shop/contracts/order';
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useIsWatched } from '../use-is-watched.js';
import { followOrder } from './api/follow-order.js';
import { customerOrderQuery, setCustomerOrder, type OrderAccess } from './api/get-order.js';
import { isSettled, phaseOf } from './order-state.js';

/** How often is asked where no stream tells. */
const POLL_MS = 10_000;
/** The server's clock decides when a hold is over; this one may be a little ahead. */
const HOLD_OVER_MS = 1_000;

/** No stream tells that nobody pays the order after all: only time does. */
const isConfirming = (known: CustomerOrder): boolean => phaseOf(known) === 'confirming' && !known.isWithBank;

/** When to ask next; false: nothing is to come, or the stream tells it. */
function nextLookMs(known: CustomerOrder | undefined, isLive: boolean): number | false {
  if (!known || isSettled(known)) return false;
  const pollMs = isLive && !isConfirming(known) ? Number.POSITIVE_INFINITY : POLL_MS;
  const holdMs =
    known.changeableUntil === null
      ? Number.POSITIVE_INFINITY
      : Math.max(HOLD_OVER_MS, Date.parse(known.changeableUntil) + HOLD_OVER_MS - Date.now());
  const ms = Math.min(pollMs, holdMs);
  return Number.isFinite(ms) && ms;
}

/** An order as it is now: told by the server's stream, asked for where that breaks. A tab that nobody watches rests. */
export function useLiveOrder({ orderId, key }: OrderAccess): UseQueryResult<CustomerOrder> {
  const queryClient = useQueryClient();
  const [isLive, setIsLive] = useState(false);
  const isWatched = useIsWatched();
  const order = useQuery({
    ...customerOrderQuery({ orderId, key }),
    refetchInterval: ({ state }) => nextLookMs(state.data, isLive),
  });
  const isOpen = order.data !== undefined && !isSettled(order.data);

  useEffect(() => {
    if (!isOpen || !isWatched) return;
    const stop = followOrder(
      { orderId, key },
      { onOrder: (news) => setCustomerOrder(queryClient, news), onConnection: setIsLive },
    );
    return () => {
      stop();
      setIsLive(false);
    };
  }, [orderId, key, isOpen, isWatched, queryClient]);

  return order;
}
