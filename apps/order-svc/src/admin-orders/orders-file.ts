import { Readable } from 'node:stream';
import { Injectable, StreamableFile } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { formatCents, type PageKey } from '@shop/contracts/common';
import {
  CURRENCY,
  inCurrency,
  parcelsOf,
  type AdminOrdersFileQuery,
  type Parcels,
  type Tracking,
} from '@shop/contracts/order';
import { DataSource } from 'typeorm';
import { PAID_CURRENCY } from '../orders/money-back.repository.js';
import type { ListedOrder } from '../orders/order.mapper.js';
import { refundsOf } from '../orders/refunds-once.sql.js';
import { BYTE_ORDER_MARK, toCsvRow, type CsvCell } from './csv.rules.js';
import { LISTED_COLUMNS } from './order-list.js';
import { selectOrders } from './order-list.sql.js';

/** So many orders are in memory at a time, however many there are. */
const BATCH = 500;

const COLUMNS = `${LISTED_COLUMNS}, o.subtotal_cents AS "subtotalCents", o.shipping_cents AS "shippingCents", o.tax_cents AS "taxCents", o.tracking,
  (SELECT sum(i.quantity)::bigint FROM order_items i WHERE i.order_id = o.id) AS "itemCount",
  (SELECT sum(r.cents)::bigint FROM (${refundsOf('o')}) r WHERE r.is_back) AS "refundedCents", ${PAID_CURRENCY} AS "paidCurrency"`;

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

/** One cell, however many parcels. */
const ofParcels = (tracking: Parcels | null, what: keyof Pick<Tracking, 'carrier' | 'number'>): CsvCell =>
  tracking &&
  parcelsOf(tracking)
    .map((parcel) => parcel[what])
    .join('; ');

const money = (cents: number | null): CsvCell => (cents === null ? null : formatCents(cents));

/** An amount that is not in dollars says so, and is text to a spreadsheet: no sum takes it for dollars. */
const refunded = ({ refundedCents, paidCurrency }: FileRow): CsvCell =>
  refundedCents === null || paidCurrency === CURRENCY
    ? money(refundedCents)
    : inCurrency(formatCents(refundedCents), paidCurrency);

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
  Subtotal: ({ subtotalCents }) => money(subtotalCents),
  Shipping: ({ shippingCents }) => money(shippingCents),
  Tax: ({ taxCents }) => money(taxCents),
  Total: ({ totalCents }) => money(totalCents),
  Refunded: refunded,
  Carrier: ({ tracking }) => ofParcels(tracking, 'carrier'),
  'Tracking number': ({ tracking }) => ofParcels(tracking, 'number'),
};

/**
 * All orders in these filters as a file, newest first. Read batch by batch behind a key, each when the one before has gone out: a
 * slow reader holds neither a transaction nor a connection. What is placed meanwhile is not in it.
 */
@Injectable()
export class OrdersFile {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** The first batch is read before the answer begins; a fault after that breaks the connection, and never ends a file that looks whole. */
  async write(query: AdminOrdersFileQuery): Promise<StreamableFile> {
    const first = await this.batch(query);
    const file = Readable.from(this.lines(query, first), { objectMode: false });
    return new StreamableFile(file, {
      type: 'text/csv; charset=utf-8',
      disposition: 'attachment; filename="orders.csv"',
    });
  }

  private async *lines(query: AdminOrdersFileQuery, first: FileRow[]): AsyncGenerator<string> {
    yield BYTE_ORDER_MARK + toCsvRow(Object.keys(CELLS));
    for (let rows = first; rows.length > 0; rows = await this.following(query, rows)) {
      yield rows.map((row) => toCsvRow(Object.values(CELLS).map((cell) => cell(row)))).join('');
    }
  }

  private async following(query: AdminOrdersFileQuery, rows: FileRow[]): Promise<FileRow[]> {
    const last = rows.at(-1);
    return last && rows.length === BATCH ? this.batch(query, { createdAt: last.keyAt, id: last.id }) : [];
  }

  private batch(query: AdminOrdersFileQuery, cursor?: PageKey): Promise<FileRow[]> {
    const { text, values } = selectOrders(COLUMNS, { ...query, cursor, count: BATCH });
    return this.dataSource.query<FileRow[]>(text, values);
  }
}
