import { formatCents } from '@shop/contracts-common';
import { CURRENCY, type UserPurchases } from '@shop/contracts-order';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { orderRefundsSql, PAID_CURRENCY } from '../orders/refund-summary.repository.js';

/** Like the shop's revenue: payments in another currency are discrepancies until they are refunded. */
const SELECT_PURCHASES = `
  SELECT count(*) FILTER (WHERE o.payment_status IN ('paid', 'refunded'))::int AS "paidOrders",
    COALESCE(sum(received.cents - returned.cents - lost.cents), 0)::bigint AS cents
  FROM orders o,
    LATERAL (SELECT COALESCE(sum(l.amount_cents), 0) AS cents FROM ledger_entries l
      WHERE l.order_id = o.id AND l.kind = 'succeeded' AND l.currency = '${CURRENCY}') received,
    LATERAL (SELECT COALESCE(sum(r.cents) FILTER (WHERE r.is_refunded AND ${PAID_CURRENCY} = '${CURRENCY}'), 0) AS cents
      FROM (${orderRefundsSql('o')}) r) returned,
    LATERAL (SELECT COALESCE(sum(d.amount_cents), 0) AS cents FROM disputes d
      WHERE d.order_id = o.id AND d.status = 'lost' AND d.currency = '${CURRENCY}') lost
  WHERE o.user_id = $1`;

/** What one user has bought. */
@Injectable()
export class UserPurchasesRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Of an unknown user, nothing. */
  async sumByUser(userId: string): Promise<UserPurchases> {
    const [row] = await this.dataSource.query<{ paidOrders: number; cents: number }[]>(SELECT_PURCHASES, [userId]);
    return { paidOrders: row?.paidOrders ?? 0, total: formatCents(row?.cents ?? 0) };
  }
}
