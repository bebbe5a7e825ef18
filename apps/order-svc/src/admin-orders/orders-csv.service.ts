import { Readable } from 'node:stream';
import { Injectable, StreamableFile } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { formatCents, type PageKey } from '@shop/contracts/common';
import {
  CURRENCY,
  formatInCurrency,
  listParcels,
  type AdminOrdersFileQuery,
  type Parcels,
  type Tracking,
} from '@shop/contracts/order';
import { DataSource } from 'typeorm';
import { PAID_CURRENCY } from '../orders/refund-summary.repository.js';
import type { ListedOrder } from '../orders/order.mapper.js';
import { orderRefundsSql } from '../orders/order-refunds.sql.js';
import { BYTE_ORDER_MARK, toCsvRow, type CsvCell } from './csv.rules.js';
import { LISTED_COLUMNS } from './order-list.service.js';
import { selectOrders } from './order-list.sql.js';

/** Orders in memory at a time. */
const BATCH = 500;

const COLUMNS = `${LISTED_COLUMNS}, o.subtotal_cents AS "subtotalCents", o.shipping_cents AS "shippingCents", o.tax_cents AS "taxCents", o.tracking,
  (SELECT sum(i.quantity)::bigint FROM order_items i WHERE i.order_id = o.id) AS "itemCount",
  (SELECT sum(r.cents)::bigint FROM (${orderRefundsSql('o')}) r WHERE r.is_refunded) AS "refundedCents", ${PAID_CURRENCY} AS "paidCurrency"`;

interface FileRow extends ListedOrder {
  keyAt: string;
  subtotalCents: number;
  shippingCents: number;
  taxCents: number;
  tracking: Parcels | null;
  itemCount: number | null;
  refundedCents: number | null;
  paidCurrency: string;
}

/** One cell for any number of parcels. */
const toParcelCell = (tracking: Parcels | null, what: keyof Pick<Tracking, 'carrier' | 'number'>): CsvCell =>
  tracking &&
  listParcels(tracking)
    .map((parcel) => parcel[what])
    .join('; ');

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
};

/**
 * All orders with these filters as a CSV file, newest first, read by keyset batches. Each batch is read when the one
 * before was sent, so a slow client holds no transaction and no connection. Orders that are placed during the download
 * are not in it.
 */
@Injectable()
export class OrdersCsvService {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /**
   * Reads the first batch before the response starts. A later error breaks the connection, so that an incomplete file
   * never looks complete.
   */
  async streamCsv(query: AdminOrdersFileQuery): Promise<StreamableFile> {
    const first = await this.readBatch(query);
    const file = Readable.from(this.lines(query, first), { objectMode: false });
    return new StreamableFile(file, {
      type: 'text/csv; charset=utf-8',
      disposition: 'attachment; filename="orders.csv"',
    });
  }

  private async *lines(query: AdminOrdersFileQuery, first: FileRow[]): AsyncGenerator<string> {
    yield BYTE_ORDER_MARK + toCsvRow(Object.keys(CELLS));
    for (let rows = first; rows.length > 0; rows = await this.readNextBatch(query, rows)) {
      yield rows.map((row) => toCsvRow(Object.values(CELLS).map((cell) => cell(row)))).join('');
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
