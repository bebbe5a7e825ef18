import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { formatCents } from '@shop/contracts/common';
import type { AdminStats } from '@shop/contracts/order';
import { DataSource } from 'typeorm';

/** D30: orders from the service's own books, products and users as last heard. */
const FIGURES = `
  SELECT count(*) AS "totalOrders", COALESCE(sum(total_cents) FILTER (WHERE payment_status = 'paid'), 0)::bigint AS "revenueCents",
    (SELECT count(*) FROM catalogue_products WHERE deleted_at IS NULL) AS "totalProducts",
    (SELECT count(*) FROM accounts) AS "totalUsers"
  FROM orders`;

@Injectable()
export class FiguresService {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async read(): Promise<AdminStats> {
    const [row] = await this.dataSource.query<(Omit<AdminStats, 'totalRevenue'> & { revenueCents: number })[]>(FIGURES);
    if (!row) throw new Error('An aggregate is one row');
    const { revenueCents, ...counts } = row;
    return { ...counts, totalRevenue: formatCents(revenueCents) };
  }
}
