import type { PageKey } from '@shop/contracts/common';
import type { OrderStatus, PaymentStatus } from '@shop/contracts/order';
import { cursorTimestampSql } from '@shop/service-kit';

export interface OrderListQuery {
  status?: OrderStatus;
  paymentStatus?: PaymentStatus;
  /** The number of rows to read. */
  count: number;
  /** The page starts after this entry. */
  cursor?: PageKey;
}

/**
 * One page of all orders, newest first, then by id. Each of the four filter combinations has an index in this order, so
 * a page costs the same anywhere in the list.
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
  const text = `SELECT o.id, ${cursorTimestampSql('o.created_at')} AS "keyAt", ${columns} FROM orders o ${where} ORDER BY o.created_at DESC, o.id DESC LIMIT ${bind(count)}`;
  return { text, values };
}
