import { type PageKey, formatCents } from '@shop/contracts-common';
import {
  type AdminOrdersFileQuery,
  CURRENCY,
  type Parcels,
  type Tracking,
  formatInCurrency,
  listParcels,
} from '@shop/contracts-order';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { ListedOrder } from '../orders/order.mapper.js';
import { PAID_CURRENCY, orderRefundsSql } from '../orders/refund-summary.repository.js';
import { presentIntentSql } from '../payments/payment-accounts.repository.js';
import { ARTICLES, type Article, describeArticle } from './order-articles.sql.js';
import { LISTED_COLUMNS, selectOrders } from './order-list.repository.js';

/** An amount is in dollars. */
export interface Amount {
  readonly amount: string;
}
export type FileCell = string | number | null | Amount;

/** Orders in memory at a time. */
const BATCH = 500;

const COLUMNS = `${LISTED_COLUMNS}, o.subtotal_cents AS "subtotalCents", o.shipping_cents AS "shippingCents", o.tax_cents AS "taxCents", o.tracking, o.gift_message AS "giftMessage",
  (SELECT sum(i.quantity)::bigint FROM order_items i WHERE i.order_id = o.id) AS "itemCount",
  ${ARTICLES} AS articles,
  (SELECT sum(r.cents)::bigint FROM (${orderRefundsSql('o')}) r WHERE r.is_refunded) AS "refundedCents", ${PAID_CURRENCY} AS "paidCurrency",
  (SELECT CASE WHEN i.livemode THEN 'live' ELSE 'test' END ${presentIntentSql('o.id')}) AS "paymentMode"`;

interface FileRow extends ListedOrder {
  keyAt: string;
  subtotalCents: number;
  shippingCents: number;
  taxCents: number;
  tracking: Parcels | null;
  giftMessage: string | null;
  itemCount: number | null;
  articles: Article[] | null;
  refundedCents: number | null;
  paidCurrency: string;
  paymentMode: 'live' | 'test' | null;
}

/** One cell for any number of parcels. */
const toParcelCell = (tracking: Parcels | null, what: keyof Pick<Tracking, 'carrier' | 'number'>): FileCell =>
  tracking &&
  listParcels(tracking)
    .map((parcel) => parcel[what])
    .join('; ');

const toAmountCell = (cents: number | null): FileCell => (cents === null ? null : { amount: formatCents(cents) });

/** An amount in another currency is text with its currency, so that a spreadsheet does not add it to dollars. */
const toRefundedCell = ({ refundedCents, paidCurrency }: FileRow): FileCell =>
  refundedCents === null || paidCurrency === CURRENCY
    ? toAmountCell(refundedCents)
    : formatInCurrency(formatCents(refundedCents), paidCurrency);

const CELLS: Readonly<Record<string, (order: FileRow) => FileCell>> = {
  'Order number': ({ orderNumber }) => orderNumber,
  'Placed at': ({ createdAt }) => createdAt.toISOString(),
  Status: ({ status }) => status,
  Payment: ({ paymentStatus }) => paymentStatus,
  Email: ({ email }) => email,
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
  'Gift message': ({ giftMessage }) => giftMessage,
};

/** The names of the columns. */
export const HEADINGS = Object.keys(CELLS);

/** All orders with their details, for files. */
@Injectable()
export class OrderFileRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /**
   * All orders with these filters, read by keyset batches. Each batch is read when the one before was sent, so a slow client
   * holds no transaction and no connection. Orders that are placed during the download are not in it.
   *
   * Reads the first batch before the response starts. A later error breaks the connection, so that an incomplete file
   * never looks complete.
   */
  async openRows(query: AdminOrdersFileQuery): Promise<AsyncGenerator<FileCell[][]>> {
    return this.batches(query, await this.readBatch(query));
  }

  private async *batches(query: AdminOrdersFileQuery, first: FileRow[]): AsyncGenerator<FileCell[][]> {
    for (let rows = first; rows.length > 0; rows = await this.readNextBatch(query, rows))
      yield rows.map((row) => Object.values(CELLS).map((cell) => cell(row)));
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
