import type { DisplayedCustomerOrder } from '@shop/contracts-order';
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { getOrderPhase, isSettled } from './order-state.js';
import { customerOrderQuery, setCustomerOrder, subscribeToOrder, type OrderAccess } from './order.queries.js';

/** Polling interval while the stream is down. */
const POLL_MS = 10_000;
/** The server's clock decides when the change window ends; the browser's clock may be slightly ahead. */
const CHANGE_WINDOW_GRACE_MS = 1_000;

/** The stream does not report an abandoned payment, so an order that waits for one is polled as well. */
const isConfirming = (known: DisplayedCustomerOrder): boolean =>
  getOrderPhase(known) === 'confirming' && !known.isAwaitingBank;

/** The delay until the next request; false if nothing will change or the stream reports it. */
function getPollIntervalMs(known: DisplayedCustomerOrder | undefined, isLive: boolean): number | false {
  if (!known || isSettled(known)) return false;
  const pollMs = isLive && !isConfirming(known) ? Number.POSITIVE_INFINITY : POLL_MS;
  const changeWindowMs =
    known.changeableUntil === null
      ? Number.POSITIVE_INFINITY
      : Math.max(CHANGE_WINDOW_GRACE_MS, Date.parse(known.changeableUntil) + CHANGE_WINDOW_GRACE_MS - Date.now());
  const ms = Math.min(pollMs, changeWindowMs);
  return Number.isFinite(ms) && ms;
}

/**
 * The current state of an order: from the server's stream, or by polling while the stream is down. Pauses in a hidden
 * tab.
 */
export function useLiveOrder({ orderId, key }: OrderAccess): UseQueryResult<DisplayedCustomerOrder> {
  const queryClient = useQueryClient();
  const [isLive, setIsLive] = useState(false);
  const order = useQuery({
    ...customerOrderQuery({ orderId, key }),
    refetchInterval: ({ state }) => getPollIntervalMs(state.data, isLive),
  });
  const isOpen = order.data !== undefined && !isSettled(order.data);

  useEffect(() => {
    if (!isOpen) return;
    const unsubscribe = subscribeToOrder(
      { orderId, key },
      { onOrder: (customerOrder) => setCustomerOrder(queryClient, customerOrder), onConnectionChange: setIsLive },
    );
    return () => {
      unsubscribe();
      setIsLive(false);
    };
  }, [orderId, key, isOpen, queryClient]);

  return order;
}
