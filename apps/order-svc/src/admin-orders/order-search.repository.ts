import { type AdminOrder, type AdminOrdersQuery, parseOrderNumber } from '@shop/contracts-order';
import type { CustomerSearchRequest } from '@shop/contracts-identity';
import { type Page, toPage } from '@shop/service-kit';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { type ListedRow, PAGE_COLUMNS, selectOrders, toListedOrder } from './order-list.repository.js';
import { toTrackingNumber } from './order-search.rules.js';

/** A tracking number names one parcel: more orders than these share no real one. */
const NUMBERED_MAX = 10;

/** The condition of the partial indexes is repeated, or they are not used. */
const HAS_TRACKING_NUMBER = 'tracking IS NOT NULL AND tracking_numbers(tracking) @> ARRAY[$2]';
/** In the same order for each page, because all pages leave out the same orders. */
const FIND_NUMBERED = `SELECT id FROM orders WHERE order_number = $1
  UNION SELECT id FROM orders WHERE ${HAS_TRACKING_NUMBER}
  UNION SELECT order_id FROM reprints WHERE ${HAS_TRACKING_NUMBER}
  ORDER BY id LIMIT $3`;

/** Before all orders of the list, in its order. */
const START = {
  newest: { createdAt: '9999-12-31T23:59:59.999999Z', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' },
  oldest: { createdAt: '0001-01-01T00:00:00.000000Z', id: '00000000-0000-0000-0000-000000000000' },
} as const;

/** Orders by number, name, email, city and tracking number. */
@Injectable()
export class OrderSearchRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /**
   * First the orders with exactly this order number or tracking number, also of what was sent again; then all orders that contain the words. Filters
   * and order apply to both, as does the address.
   */
  async searchOrders(
    { words, email }: CustomerSearchRequest,
    { limit, cursor, ...filters }: AdminOrdersQuery,
  ): Promise<Page<AdminOrder>> {
    const numbered = await this.dataSource.query<{ id: string }[]>(FIND_NUMBERED, [
      parseOrderNumber(words),
      toTrackingNumber(words),
      Math.min(limit, NUMBERED_MAX),
    ]);
    const except = numbered.map(({ id }) => id);
    const first =
      cursor || except.length === 0 ? [] : await this.select({ ...filters, email, only: except, count: limit });
    const rows = await this.select({ ...filters, words, email, except, cursor, count: limit + 1 - first.length });
    const room = limit - first.length;
    const page = toPage(rows, room, {
      key: ({ keyAt, id }) => ({ createdAt: keyAt, id }),
      entry: toListedOrder,
    });
    const isFullAtOnce = room === 0 && rows.length > 0;
    return {
      items: [...first.map(toListedOrder), ...page.items],
      next: isFullAtOnce ? START[filters.sort ?? 'newest'] : page.next,
    };
  }

  private select(query: Parameters<typeof selectOrders>[1]): Promise<ListedRow[]> {
    const { text, values } = selectOrders(PAGE_COLUMNS, query);
    return this.dataSource.query<ListedRow[]>(text, values);
  }
}
