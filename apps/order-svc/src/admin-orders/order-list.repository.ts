import { type PageKey, formatCents } from '@shop/contracts-common';
import {
  type AdminOrder,
  type AdminOrdersFileQuery,
  type AdminOrdersQuery,
  type AdminStats,
  CURRENCY,
  type ORDER_WAITS,
} from '@shop/contracts-order';
import { type Page, cursorTimestampSql, searchConditions, toPage } from '@shop/service-kit';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { isOnHoldSql } from '../fulfilment/fulfilment-holds.repository.js';
import { FiguresRepository } from '../payments/figures.repository.js';
import { type ListedOrder, toAdminOrder } from '../orders/order.mapper.js';
import { PAID_CURRENCY, orderRefundsSql } from '../orders/refund-summary.repository.js';
import { ARTICLES, type Article, listChoices } from './order-articles.sql.js';
import { VIEW_CONDITIONS, WAITS_FOR } from './order-views.sql.js';

export interface OrderListQuery extends Partial<AdminOrdersFileQuery> {
  /** Only orders of this user. */
  userId?: string;
  /** The number of rows to read. */
  count: number;
  /** The page starts after this entry. */
  cursor?: PageKey;
  /** Only orders that contain these words. */
  words?: string;
  /** Only orders with exactly this address. */
  email?: string;
  /** Only these orders. */
  only?: readonly string[];
  /** Not these orders. */
  except?: readonly string[];
}

/** The index of the search is on this expression. */
const SEARCHED_TEXT = 'order_search_text(o.order_number, o.email, o.shipping_address, o.tracking)';

const ORDER_BY = {
  newest: 'ORDER BY o.created_at DESC, o.id DESC',
  oldest: 'ORDER BY o.created_at, o.id',
} as const;

/**
 * One page of all orders, newest or oldest first, then by id. Each of the four filter combinations has an index in this order, so
 * a page costs the same anywhere in the list. A search for words uses one of these or the index of trigrams.
 */
export function selectOrders(
  columns: string,
  {
    status,
    paymentStatus,
    userId,
    view,
    from,
    to,
    sort = 'newest',
    count,
    cursor,
    words,
    email,
    only,
    except,
  }: OrderListQuery,
): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const isNewest = sort === 'newest';
  const conditions = [
    ...(status ? [`o.status = ${bind(status)}`] : []),
    ...(paymentStatus ? [`o.payment_status = ${bind(paymentStatus)}`] : []),
    ...(userId ? [`o.user_id = ${bind(userId)}`] : []),
    ...(view ? [VIEW_CONDITIONS[view]] : []),
    ...(from ? [`o.created_at >= ${bind(from)}::timestamptz`] : []),
    ...(to ? [`o.created_at < ${bind(to)}::timestamptz`] : []),
    ...(words === undefined ? [] : searchConditions(words, SEARCHED_TEXT, bind)),
    ...(email === undefined ? [] : [`o.email = ${bind(email)}`]),
    ...(only ? [`o.id = ANY(${bind(only)}::uuid[])`] : []),
    ...(except?.length ? [`o.id <> ALL(${bind(except)}::uuid[])`] : []),
    ...(cursor
      ? [
          `(o.created_at, o.id) ${isNewest ? '<' : '>'} (${bind(cursor.createdAt)}::timestamptz, ${bind(cursor.id)}::uuid)`,
        ]
      : []),
  ];
  const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
  const order = ORDER_BY[sort];
  const text = `SELECT o.id, ${cursorTimestampSql('o.created_at')} AS "keyAt", ${columns} FROM orders o ${where} ${order} LIMIT ${bind(count)}`;
  return { text, values };
}

export const LISTED_COLUMNS = `o.order_number AS "orderNumber", o.created_at AS "createdAt", o.status, o.payment_status AS "paymentStatus", o.email,
  o.total_cents AS "totalCents", o.shipping_address AS "shippingAddress", ${isOnHoldSql('o.id')} AS "isOnHold",
  EXISTS (SELECT FROM problem_reports p WHERE p.order_id = o.id AND p.closed_at IS NULL) AS "hasOpenProblem",
  EXISTS (SELECT FROM reprints r WHERE r.order_id = o.id AND r.ended_at IS NULL) AS "isReprinted",
  (o.returned_at IS NOT NULL OR EXISTS (SELECT FROM reprints r WHERE r.order_id = o.id AND r.ended_at IS NULL AND r.returned_at IS NOT NULL)) AS "hasReturnedParcel"`;

/** A payment in another currency is a discrepancy until all of it is refunded. */
const RETURNED = `CASE WHEN o.payment_status = 'paid' AND ${PAID_CURRENCY} = '${CURRENCY}' THEN
    (SELECT COALESCE(sum(r.cents), 0) FROM (${orderRefundsSql('o')}) r WHERE r.is_refunded)
    + (SELECT COALESCE(sum(d.amount_cents), 0) FROM disputes d WHERE d.order_id = o.id AND d.status = 'lost') END::bigint`;

/** What a page of the list shows. */
export const PAGE_COLUMNS = `${LISTED_COLUMNS}, ${RETURNED} AS "returnedCents", ${ARTICLES} AS articles, ${WAITS_FOR} AS "waitsFor"`;
export type ListedRow = ListedOrder & {
  keyAt: string;
  articles: Article[] | null;
  waitsFor: (typeof ORDER_WAITS)[number][];
};

/** An order as a page of the list shows it. */
export const toListedOrder = ({ articles, waitsFor, ...order }: ListedRow): AdminOrder => ({
  ...toAdminOrder(order),
  articles: (articles ?? []).map((article) => ({
    title: article.title,
    quantity: article.quantity,
    choices: listChoices(article),
    pictureUrl: article.pictureUrl,
  })),
  ...(waitsFor.length > 0 && { waitsFor }),
});

/** All orders in pages, and as figures. */
@Injectable()
export class OrderListRepository {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly figures: FiguresRepository,
  ) {}

  /**
   * Products and users are those of the service's read models. Revenue is what the shop received less what went back, so
   * that it agrees with the Money card.
   */
  async getStats(): Promise<AdminStats> {
    const { orders, received, refunded, products, accounts, ...figures } = await this.figures.getFigures();
    return {
      totalOrders: orders,
      totalRevenue: formatCents(received - refunded - figures['lost-to-disputes']),
      totalProducts: products,
      totalUsers: accounts,
    };
  }

  async listOrders({ limit, ...query }: AdminOrdersQuery): Promise<Page<AdminOrder>> {
    const { text, values } = selectOrders(PAGE_COLUMNS, { ...query, count: limit + 1 });
    const rows = await this.dataSource.query<ListedRow[]>(text, values);
    return toPage(rows, limit, { key: ({ keyAt, id }) => ({ createdAt: keyAt, id }), entry: toListedOrder });
  }
}
