import type { AdminOrder, AdminOrdersQuery } from '@shop/contracts-order';
import { type Page, toPage } from '@shop/service-kit';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { type ListedRow, PAGE_COLUMNS, selectOrders, toListedOrder } from './order-list.repository.js';
import { toOrderNumber, toTrackingNumber } from './order-search.rules.js';

/** A number names one order, and its reprints may have gone in several parcels. */
const NUMBERED_MAX = 10;

const FIND_NUMBERED = `SELECT id FROM orders WHERE order_number = $1
  UNION SELECT order_id FROM reprints WHERE tracking_numbers(tracking) @> ARRAY[$2] LIMIT ${NUMBERED_MAX}`;

/** Orders by number, name, email, city and tracking number. */
@Injectable()
export class OrderSearchRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /**
   * First the order with exactly this number, and orders of which something was sent again with exactly this tracking number; then all orders
   * that contain the words, newest first. Filters apply to all of them.
   */
  async searchOrders(words: string, { limit, cursor, ...filters }: AdminOrdersQuery): Promise<Page<AdminOrder>> {
    const numbered = await this.dataSource.query<{ id: string }[]>(FIND_NUMBERED, [
      toOrderNumber(words),
      toTrackingNumber(words),
    ]);
    const except = numbered.map(({ id }) => id);
    const first = cursor || except.length === 0 ? [] : await this.select({ ...filters, only: except, count: limit });
    const rows = await this.select({ ...filters, words, except, cursor, count: limit + 1 - first.length });
    const page = toPage(rows, limit - first.length, {
      key: ({ keyAt, id }) => ({ createdAt: keyAt, id }),
      entry: toListedOrder,
    });
    return { ...page, items: [...first.map(toListedOrder), ...page.items] };
  }

  private select(query: Parameters<typeof selectOrders>[1]): Promise<ListedRow[]> {
    const { text, values } = selectOrders(PAGE_COLUMNS, query);
    return this.dataSource.query<ListedRow[]>(text, values);
  }
}
