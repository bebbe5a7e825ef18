import type { DisplayedAdminOrder } from '@shop/contracts-order';
import { listAdminOrders, searchAdminOrders } from '@shop/contracts-order/routes';
import { api } from '@shop/web-kit';
import { queryOptions } from '@tanstack/react-query';
import { adminKeys } from '../admin-keys.js';

/** Rows of each part of a drawer about a customer. */
export const CUSTOMER_ROWS = 10;

/** A user by id; who has no account, by the email of the order. */
export type Customer = { userId: string } | { email: string };

/** A server of a version before knows no `email`: its search finds the words anywhere in the order. */
async function findByEmail(email: string, signal: AbortSignal): Promise<DisplayedAdminOrder[]> {
  const found = await api.call(searchAdminOrders, {
    query: { limit: CUSTOMER_ROWS },
    body: { words: email, email },
    signal,
  });
  return found.filter((order) => order.email?.toLowerCase() === email.toLowerCase());
}

/** The newest orders of a customer. */
export const customerOrdersQuery = (customer: Customer) =>
  queryOptions({
    queryKey: adminKeys.customer('orders', 'userId' in customer ? customer.userId : customer.email),
    queryFn: ({ signal }) =>
      'userId' in customer
        ? api.call(listAdminOrders, { query: { userId: customer.userId, limit: CUSTOMER_ROWS }, signal })
        : findByEmail(customer.email, signal),
  });

/** The order with this number; null if there is none. */
export const orderByNumberQuery = (number: string) =>
  queryOptions({
    queryKey: adminKeys.orderByNumber(number),
    queryFn: async ({ signal }) => {
      const found = await api.call(searchAdminOrders, { query: { limit: 1 }, body: { words: number }, signal });
      return found.find(({ orderNumber }) => orderNumber === number) ?? null;
    },
    retry: false,
  });
