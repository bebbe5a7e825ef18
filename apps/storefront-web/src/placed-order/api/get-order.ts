import { customerOrderReader, type DisplayedCustomerOrder } from '@shop/contracts/order';
import { api, queryKeys } from '@shop/web-kit';
import { queryOptions, type QueryClient } from '@tanstack/react-query';

/** An order id, and the key from an email link for visitors whose session does not own the order. */
export interface OrderAccess {
  readonly orderId: string;
  readonly key: string | null;
}

/** API path of a call on one order, such as `/cancel`. */
export function getOrderApiPath({ orderId, key }: OrderAccess, subpath = ''): string {
  const query = key === null ? '' : `?key=${encodeURIComponent(key)}`;
  return `/api/orders/${encodeURIComponent(orderId)}${subpath}${query}`;
}

const getOrderQueryKey = (orderId: string) => [...queryKeys.orders, orderId];

export const customerOrderQuery = (access: OrderAccess) =>
  queryOptions({
    queryKey: getOrderQueryKey(access.orderId),
    queryFn: ({ signal }) => api.get(getOrderApiPath(access), customerOrderReader, { signal }),
    staleTime: 0,
  });

/** A response may arrive after the stream has delivered a newer state. */
const isOlder = ({ readAt }: DisplayedCustomerOrder, cached: DisplayedCustomerOrder | undefined): boolean =>
  readAt !== undefined && cached?.readAt !== undefined && readAt < cached.readAt;

/** Writes an order from a response or from the stream into the cache, so that it need not be loaded again. */
export function setCustomerOrder(queryClient: QueryClient, customerOrder: DisplayedCustomerOrder): void {
  const queryKey = getOrderQueryKey(customerOrder.order.id);
  if (isOlder(customerOrder, queryClient.getQueryData<DisplayedCustomerOrder>(queryKey))) return;
  // A running request would overwrite the newer state.
  void queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, customerOrder);
}
