import { adminOrderSchema } from '@shop/contracts/order';
import { api } from '@shop/web-kit';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { adminKeys } from '../../admin-keys.js';

const ordersSchema = z.array(adminOrderSchema);

export const ordersQuery = queryOptions({
  queryKey: adminKeys.orders,
  queryFn: ({ signal }) => api.get('/api/admin/orders', ordersSchema, { signal }),
});
