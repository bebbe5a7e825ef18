import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { formatCents } from '@shop/contracts/common';
import type { AdminStats } from '@shop/contracts/order';
import { DataSource } from 'typeorm';

/** Orders from the service's own tables, products and users from its read models. */
const SELECT_STATS = `
  SELECT count(*) AS "totalOrders", COALESCE(sum(total_cents) FILTER (WHERE payment_status = 'paid'), 0)::bigint AS "revenueCents",
    (SELECT count(*) FROM catalogue_products WHERE deleted_at IS NULL) AS "totalProducts",
    (SELECT count(*) FROM accounts) AS "totalUsers"
  FROM orders`;

@Injectable()
export class FiguresRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async getStats(): Promise<AdminStats> {
    const [row] =
      await this.dataSource.query<(Omit<AdminStats, 'totalRevenue'> & { revenueCents: number })[]>(SELECT_STATS);
    if (!row) throw new Error('The aggregate query returned no row');
    const { revenueCents, ...counts } = row;
    return { ...counts, totalRevenue: formatCents(revenueCents) };
  }
}
