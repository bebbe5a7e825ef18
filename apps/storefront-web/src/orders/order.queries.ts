import { customerOrderReader, type DisplayedCustomerOrder } from '@shop/contracts-order';
import { getCheckoutConfig, getOrder, streamOrder } from '@shop/contracts-order/routes';
import { ACCEPT_FIELD_ERRORS, api, queryKeys } from '@shop/web-kit';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { subscribeToEvents } from '../event-stream.js';

/** An order id, and the key from an email link for visitors whose session does not own the order. */
export interface OrderAccess {
  readonly orderId: string;
  readonly key: string | null;
}

/** Parameters of any call on one order. The server's errors name their reason, by which `useCodeGate` asks for a code. */
export const toOrderCall = ({ orderId, key }: OrderAccess, headers: Record<string, string> = {}) => ({
  params: { orderId },
  query: key === null ? {} : { key },
  headers: { ...ACCEPT_FIELD_ERRORS, ...headers },
});

const getOrderQueryKey = (orderId: string) => [...queryKeys.orders, orderId];

export const customerOrderQuery = (access: OrderAccess) =>
  queryOptions({
    queryKey: getOrderQueryKey(access.orderId),
    queryFn: ({ signal }) => api.call(getOrder, { ...toOrderCall(access), signal }),
    staleTime: 0,
  });

/** A response may arrive after the stream has delivered a newer state. */
const isOlder = ({ readAt }: DisplayedCustomerOrder, cached: DisplayedCustomerOrder | undefined): boolean =>
  readAt !== undefined && cached?.readAt !== undefined && readAt < cached.readAt;

/** Writes an order from a response or from the stream into the cache, so that it need not be loaded again. */
export function setCustomerOrder(queryClient: QueryClient, customerOrder: DisplayedCustomerOrder): void {
  const queryKey = getOrderQueryKey(customerOrder.order.id);
  const cached = queryClient.getQueryData<DisplayedCustomerOrder>(queryKey);
  if (isOlder(customerOrder, cached)) return;
  // A running request would overwrite the newer state.
  void queryClient.cancelQueries({ queryKey });
  // The stream is the same for all visitors.
  const { canChange = cached?.canChange } = customerOrder;
  queryClient.setQueryData(queryKey, { ...customerOrder, canChange });
}

const RETRY_MIN_MS = 2_000;
const RETRY_MAX_MS = 60_000;

interface Listener {
  onOrder: (order: DisplayedCustomerOrder) => void;
  onConnectionChange?: (isOpen: boolean) => void;
}

/** Follows the event stream of an order until the returned function is called. */
export const subscribeToOrder = (access: OrderAccess, { onOrder, onConnectionChange }: Listener): (() => void) =>
  subscribeToEvents({
    url: api.url(streamOrder, toOrderCall(access)),
    eventType: 'order',
    schema: customerOrderReader,
    onEvent: onOrder,
    onConnectionChange,
    retryDelayMs: (rejections) => Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** (rejections - 1)),
  });

/** The payment provider in use and its public key. */
export const checkoutConfigQuery = queryOptions({
  queryKey: ['checkout', 'config'],
  queryFn: ({ signal }) => api.call(getCheckoutConfig, { signal }),
});
