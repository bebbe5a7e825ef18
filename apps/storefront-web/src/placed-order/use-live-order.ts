import type { CustomerOrder } from '@shop/contracts/order';
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useIsTabActive } from '../use-is-tab-active.js';
import { subscribeToOrder } from './api/subscribe-to-order.js';
import { customerOrderQuery, setCustomerOrder, type OrderAccess } from './api/get-order.js';
import { isSettled, getOrderPhase } from './order-state.js';

/** How often is asked where no stream tells. */
const POLL_MS = 10_000;
/** The server's clock decides when a hold is over; this one may be a little ahead. */
const CHANGE_WINDOW_GRACE_MS = 1_000;

/** No stream tells that nobody pays the order after all: only time does. */
const isConfirming = (known: CustomerOrder): boolean => getOrderPhase(known) === 'confirming' && !known.isWithBank;

/** When to ask next; false: nothing is to come, or the stream tells it. */
function getPollIntervalMs(known: CustomerOrder | undefined, isLive: boolean): number | false {
  if (!known || isSettled(known)) return false;
  const pollMs = isLive && !isConfirming(known) ? Number.POSITIVE_INFINITY : POLL_MS;
  const holdMs =
    known.changeableUntil === null
      ? Number.POSITIVE_INFINITY
      : Math.max(CHANGE_WINDOW_GRACE_MS, Date.parse(known.changeableUntil) + CHANGE_WINDOW_GRACE_MS - Date.now());
  const ms = Math.min(pollMs, holdMs);
  return Number.isFinite(ms) && ms;
}

/** An order as it is now: told by the server's stream, asked for where that breaks. A tab that nobody watches rests. */
export function useLiveOrder({ orderId, key }: OrderAccess): UseQueryResult<CustomerOrder> {
  const queryClient = useQueryClient();
  const [isLive, setIsLive] = useState(false);
  const isTabActive = useIsTabActive();
  const order = useQuery({
    ...customerOrderQuery({ orderId, key }),
    refetchInterval: ({ state }) => getPollIntervalMs(state.data, isLive),
  });
  const isOpen = order.data !== undefined && !isSettled(order.data);

  useEffect(() => {
    if (!isOpen || !isTabActive) return;
    const stop = subscribeToOrder(
      { orderId, key },
      { onOrder: (news) => setCustomerOrder(queryClient, news), onConnectionChange: setIsLive },
    );
    return () => {
      stop();
      setIsLive(false);
    };
  }, [orderId, key, isOpen, isTabActive, queryClient]);

  return order;
}
