import { customerOrderSchema, orderMomentSchema, type CustomerOrder } from '@shop/contracts/order';
import { api, queryKeys } from '@shop/web-kit';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';

/** Of an open page: a moment that only a later version of the shop has words for is left out. */
export const lenientOrderSchema = z.extend(customerOrderSchema, {
  timeline: z.pipe(
    z.array(z.catch(z.nullable(orderMomentSchema), null)),
    z.transform((moments) => moments.filter((moment) => moment !== null)),
  ),
});

/** An order, and the key out of a letter's link for whoever has no session that it belongs to. */
export interface OrderAccess {
  readonly orderId: string;
  readonly key: string | null;
}

/** The address of a call on one order. */
export function getOrderApiPath({ orderId, key }: OrderAccess, part = ''): string {
  const query = key === null ? '' : `?key=${encodeURIComponent(key)}`;
  return `/api/orders/${encodeURIComponent(orderId)}${part}${query}`;
}

const getOrderQueryKey = (orderId: string) => [...queryKeys.orders, orderId];

export const customerOrderQuery = (access: OrderAccess) =>
  queryOptions({
    queryKey: getOrderQueryKey(access.orderId),
    queryFn: ({ signal }) => api.get(getOrderApiPath(access), lenientOrderSchema, { signal }),
    staleTime: 0,
  });

/** The answer of a call may come after what the stream told of something that happened later. */
const isOlder = ({ readAt }: CustomerOrder, known: CustomerOrder | undefined): boolean =>
  readAt !== undefined && known?.readAt !== undefined && readAt < known.readAt;

/** Every call that changes an order answers with it, and its stream tells it: keep that instead of asking again. */
export function setCustomerOrder(queryClient: QueryClient, customerOrder: CustomerOrder): void {
  const queryKey = getOrderQueryKey(customerOrder.order.id);
  if (isOlder(customerOrder, queryClient.getQueryData<CustomerOrder>(queryKey))) return;
  // A read on its way would overwrite the newer answer.
  void queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, customerOrder);
}
