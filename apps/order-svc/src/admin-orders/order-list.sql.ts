import type { PageKey } from '@shop/contracts/common';
import type { OrderStatus, PaymentStatus } from '@shop/contracts/order';
import { keyMoment } from '@shop/service-kit';

export interface OrderListQuery {
  status?: OrderStatus;
  paymentStatus?: PaymentStatus;
  /** The rows to read. */
  count: number;
  /** Begins behind this entry. */
  cursor?: PageKey;
}

/**
 * One page of the list of all orders, newest first, ties by id. There is an index for each of the four filters that ends with
 * the order of the list (migration 0003), so that a page costs its own rows, wherever in the list it lies.
 */
export function selectOrders(
  columns: string,
  { status, paymentStatus, count, cursor }: OrderListQuery,
): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const conditions = [
    ...(status ? [`o.status = ${bind(status)}`] : []),
    ...(paymentStatus ? [`o.payment_status = ${bind(paymentStatus)}`] : []),
    ...(cursor ? [`(o.created_at, o.id) < (${bind(cursor.createdAt)}::timestamptz, ${bind(cursor.id)}::uuid)`] : []),
  ];
  const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
  const text = `SELECT o.id, ${keyMoment('o.created_at')} AS "keyAt", ${columns} FROM orders o ${where} ORDER BY o.created_at DESC, o.id DESC LIMIT ${bind(count)}`;
  return { text, values };
}
