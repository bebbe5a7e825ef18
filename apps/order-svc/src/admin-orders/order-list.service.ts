import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { AdminOrder, AdminOrdersQuery } from '@shop/contracts/order';
import { toPage, type Page } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import { toAdminOrder, type ListedOrder } from '../orders/order.mapper.js';
import { selectOrders } from './order-list.sql.js';

export const LISTED_COLUMNS = `o.order_number AS "orderNumber", o.created_at AS "createdAt", o.status, o.payment_status AS "paymentStatus", o.email,
  o.total_cents AS "totalCents", o.shipping_address AS "shippingAddress"`;

@Injectable()
export class OrderListService {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async listOrders({ limit, ...query }: AdminOrdersQuery): Promise<Page<AdminOrder>> {
    const { text, values } = selectOrders(LISTED_COLUMNS, { ...query, count: limit + 1 });
    const rows = await this.dataSource.query<(ListedOrder & { keyAt: string })[]>(text, values);
    return toPage(rows, limit, { key: ({ keyAt, id }) => ({ createdAt: keyAt, id }), entry: toAdminOrder });
  }
}
