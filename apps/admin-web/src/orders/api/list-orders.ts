import { adminOrderReader, type OrderStatus, type PaymentStatus } from '@shop/contracts/order';
import * as z from 'zod/mini';
import { adminKeys } from '../../admin-keys.js';
import type { ListDefinition } from '../../lists/list-query.js';

const ordersSchema = z.array(adminOrderReader);

export interface OrderFilters {
  status?: OrderStatus;
  paymentStatus?: PaymentStatus;
}

export const getOrdersList = (filters: OrderFilters = {}, limit?: number): ListDefinition<typeof adminOrderReader> => ({
  listKey: adminKeys.orders,
  path: '/api/admin/orders',
  rowsSchema: ordersSchema,
  filters: { ...filters },
  limit,
});

/** URL of the whole filtered list as CSV. The browser downloads it, because it may be long. */
export function getOrdersCsvUrl({ status, paymentStatus }: OrderFilters): string {
  const query = new URLSearchParams({ ...(status && { status }), ...(paymentStatus && { paymentStatus }) }).toString();
  return `/api/admin/orders.csv${query && `?${query}`}`;
}
