import { adminOrderSchema, type OrderStatus, type PaymentStatus } from '@shop/contracts/order';
import * as z from 'zod/mini';
import { adminKeys } from '../../admin-keys.js';
import type { ListOf } from '../../lists/paged-query.js';

const ordersSchema = z.array(adminOrderSchema);

export interface OrderFilters {
  status?: OrderStatus;
  paymentStatus?: PaymentStatus;
}

export const ordersList = (filters: OrderFilters = {}, limit?: number): ListOf<typeof adminOrderSchema> => ({
  listKey: adminKeys.orders,
  path: '/api/admin/orders',
  rows: ordersSchema,
  filters: { ...filters },
  limit,
});

/** The whole list in these filters, as a file; the browser's own download, since it may be long. */
export function ordersFileAddress({ status, paymentStatus }: OrderFilters): string {
  const query = new URLSearchParams({ ...(status && { status }), ...(paymentStatus && { paymentStatus }) }).toString();
  return `/api/admin/orders.csv${query && `?${query}`}`;
}
