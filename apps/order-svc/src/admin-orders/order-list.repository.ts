import { getChoiceLabel, VARIANT_TYPES } from '@shop/contracts-catalog';
import { type PageKey, formatCents } from '@shop/contracts-common';
import {
  type AdminOrder,
  type AdminOrdersFileQuery,
  type AdminOrdersQuery,
  type AdminStats,
  CURRENCY,
  type Parcels,
  type Tracking,
  formatInCurrency,
  listParcels,
  type ORDER_WAITS,
} from '@shop/contracts-order';
import { type Page, cursorTimestampSql, searchConditions, toPage } from '@shop/service-kit';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { isOnHoldSql } from '../fulfilment/fulfilment-holds.repository.js';
import { FiguresRepository } from '../payments/figures.repository.js';
import { presentIntentSql } from '../payments/payment-accounts.repository.js';
import { listUnchosen, type OrderedChoices } from '../orders/order.rules.js';
import { type ListedOrder, toAdminOrder } from '../orders/order.mapper.js';
import { PAID_CURRENCY, orderRefundsSql } from '../orders/refund-summary.repository.js';
import { VIEW_CONDITIONS, WAITS_FOR } from './order-views.sql.js';
import { BYTE_ORDER_MARK, type CsvCell, toCsvRow } from './csv.rules.js';

export interface OrderListQuery extends Partial<AdminOrdersFileQuery> {
  /** Only orders of this user. */
  userId?: string;
  /** The number of rows to read. */
  count: number;
  /** The page starts after this entry. */
  cursor?: PageKey;
  /** Only orders that contain these words. */
  words?: string;
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

/** Orders in memory at a time. */
const BATCH = 500;

/** Each item with its choices, and what its product is sold in. */
const ARTICLES = `(
  SELECT jsonb_agg(jsonb_build_object('title', i.title, 'pictureUrl', COALESCE(i.mockup_url, i.generated_image_url, i.image_url), 'category', i.category, 'quantity', i.quantity, 'variantSelections', i.variant_selections,
      'variantTypes', ARRAY(SELECT DISTINCT v.type FROM catalogue_variants v WHERE v.product_id = i.product_id AND v.active)) ORDER BY i.position)
  FROM order_items i WHERE i.order_id = o.id)`;

const COLUMNS = `${LISTED_COLUMNS}, o.subtotal_cents AS "subtotalCents", o.shipping_cents AS "shippingCents", o.tax_cents AS "taxCents", o.tracking,
  (SELECT sum(i.quantity)::bigint FROM order_items i WHERE i.order_id = o.id) AS "itemCount",
  ${ARTICLES} AS articles,
  (SELECT sum(r.cents)::bigint FROM (${orderRefundsSql('o')}) r WHERE r.is_refunded) AS "refundedCents", ${PAID_CURRENCY} AS "paidCurrency",
  (SELECT CASE WHEN i.livemode THEN 'live' ELSE 'test' END ${presentIntentSql('o.id')}) AS "paymentMode"`;

interface Article extends OrderedChoices {
  title: string;
  category: string | null;
  quantity: number;
  pictureUrl: string | null;
}

/** What a page of the list shows. */
export const PAGE_COLUMNS = `${LISTED_COLUMNS}, ${RETURNED} AS "returnedCents", ${ARTICLES} AS articles, ${WAITS_FOR} AS "waitsFor"`;
export type ListedRow = ListedOrder & {
  keyAt: string;
  articles: Article[] | null;
  waitsFor: (typeof ORDER_WAITS)[number][];
};

interface FileRow extends ListedOrder {
  keyAt: string;
  subtotalCents: number;
  shippingCents: number;
  taxCents: number;
  tracking: Parcels | null;
  itemCount: number | null;
  articles: Article[] | null;
  refundedCents: number | null;
  paidCurrency: string;
  paymentMode: 'live' | 'test' | null;
}

/** One cell for any number of parcels. */
const toParcelCell = (tracking: Parcels | null, what: keyof Pick<Tracking, 'carrier' | 'number'>): CsvCell =>
  tracking &&
  listParcels(tracking)
    .map((parcel) => parcel[what])
    .join('; ');

/** `2 × Classic Tee (L, Black)` */
function describeArticle(article: Article): string {
  const choices = listChoices(article);
  return `${article.quantity} × ${article.title}${choices.length > 0 ? ` (${choices.join(', ')})` : ''}`;
}

function listChoices({ category, ...ordered }: Article): string[] {
  const missing = listUnchosen(ordered).map((type) => `${getChoiceLabel(type, category)} not chosen`);
  return [...VARIANT_TYPES.flatMap((type) => ordered.variantSelections[type] ?? []), ...missing];
}

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

const toAmountCell = (cents: number | null): CsvCell => (cents === null ? null : formatCents(cents));

/** An amount in another currency is text with its currency, so that a spreadsheet does not add it to dollars. */
const toRefundedCell = ({ refundedCents, paidCurrency }: FileRow): CsvCell =>
  refundedCents === null || paidCurrency === CURRENCY
    ? toAmountCell(refundedCents)
    : formatInCurrency(formatCents(refundedCents), paidCurrency);

const CELLS: Readonly<Record<string, (order: FileRow) => CsvCell>> = {
  'Order number': ({ orderNumber }) => orderNumber,
  'Placed at': ({ createdAt }) => createdAt.toISOString(),
  Status: ({ status }) => status,
  Payment: ({ paymentStatus }) => paymentStatus,
  'E-mail': ({ email }) => email,
  Name: ({ shippingAddress }) => shippingAddress.name,
  Address: ({ shippingAddress }) => shippingAddress.address,
  City: ({ shippingAddress }) => shippingAddress.city,
  State: ({ shippingAddress }) => shippingAddress.state,
  ZIP: ({ shippingAddress }) => shippingAddress.zip,
  Country: ({ shippingAddress }) => shippingAddress.country,
  Items: ({ itemCount }) => itemCount ?? 0,
  Subtotal: ({ subtotalCents }) => toAmountCell(subtotalCents),
  Shipping: ({ shippingCents }) => toAmountCell(shippingCents),
  Tax: ({ taxCents }) => toAmountCell(taxCents),
  Total: ({ totalCents }) => toAmountCell(totalCents),
  Refunded: toRefundedCell,
  Carrier: ({ tracking }) => toParcelCell(tracking, 'carrier'),
  'Tracking number': ({ tracking }) => toParcelCell(tracking, 'number'),
  'Address line 2': ({ shippingAddress }) => shippingAddress.address2 ?? null,
  Phone: ({ shippingAddress }) => shippingAddress.phone ?? null,
  'Payment mode': ({ paymentMode }) => paymentMode,
  Articles: ({ articles }) => (articles ?? []).map(describeArticle).join('; '),
};

/** Lines of the file, and how many orders they are. */
interface CsvBatch {
  text: string;
  rows: number;
}

/** All orders, newest first: in pages, as a CSV file, and as figures. */
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

  /**
   * All orders with these filters, read by keyset batches. Each batch is read when the one before was sent, so a slow client
   * holds no transaction and no connection. Orders that are placed during the download are not in it.
   *
   * Reads the first batch before the response starts. A later error breaks the connection, so that an incomplete file
   * never looks complete.
   */
  async openCsv(query: AdminOrdersFileQuery): Promise<AsyncGenerator<CsvBatch>> {
    return this.batches(query, await this.readBatch(query));
  }

  private async *batches(query: AdminOrdersFileQuery, first: FileRow[]): AsyncGenerator<CsvBatch> {
    yield { text: BYTE_ORDER_MARK + toCsvRow(Object.keys(CELLS)), rows: 0 };
    for (let rows = first; rows.length > 0; rows = await this.readNextBatch(query, rows)) {
      const text = rows.map((row) => toCsvRow(Object.values(CELLS).map((cell) => cell(row)))).join('');
      yield { text, rows: rows.length };
    }
  }

  private async readNextBatch(query: AdminOrdersFileQuery, rows: FileRow[]): Promise<FileRow[]> {
    const last = rows.at(-1);
    return last && rows.length === BATCH ? this.readBatch(query, { createdAt: last.keyAt, id: last.id }) : [];
  }

  private readBatch(query: AdminOrdersFileQuery, cursor?: PageKey): Promise<FileRow[]> {
    const { text, values } = selectOrders(COLUMNS, { ...query, cursor, count: BATCH });
    return this.dataSource.query<FileRow[]>(text, values);
  }
}
