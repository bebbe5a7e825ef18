import { orderSchema } from '@shop/contracts/order';
import { api, queryKeys } from '@shop/web-kit';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';

const ordersSchema = z.array(orderSchema);

export const ordersQuery = queryOptions({
  queryKey: queryKeys.orders,
  queryFn: ({ signal }) => api.get('/api/orders', ordersSchema, { signal }),
  staleTime: 0,
});
