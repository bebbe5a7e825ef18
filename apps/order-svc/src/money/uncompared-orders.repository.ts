import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';

/** The ledger totals `k` of the order `o`: payment-state.rules.ts in one statement. */
export const LEDGER_TOTALS = `
  LATERAL (SELECT
    COALESCE(bool_or(f.kind = 'succeeded' AND f.amount_cents = o.total_cents AND f.currency = o.currency), false) AS is_paid,
    COALESCE(sum(f.amount_cents) FILTER (WHERE f.kind = 'refunded'), 0) AS ever_back,
    COALESCE(sum(f.amount_cents) FILTER (WHERE f.kind = 'refunded' AND NOT EXISTS (
      SELECT FROM ledger_entries b WHERE b.provider = f.provider AND b.kind = 'refund-failed' AND b.reference = f.reference)), 0) AS back,
    COALESCE(max(f.position) FILTER (WHERE f.kind = 'failed'), 0) AS last_failed,
    COALESCE(max(f.position) FILTER (WHERE f.kind = 'retried'), 0) AS last_retried
  FROM ledger_entries f WHERE f.order_id = o.id AND f.kind IN ('succeeded', 'refunded', 'failed', 'retried')) k`;

/** A refunded order stays refunded, even if a bank returned the money afterwards. */
export const EXPECTED_STATUS = `
  CASE WHEN k.is_paid AND (k.back >= o.total_cents OR (o.payment_status = 'refunded' AND k.ever_back >= o.total_cents)) THEN 'refunded'
    WHEN k.is_paid THEN 'paid'
    WHEN k.last_failed > k.last_retried THEN 'failed'
    ELSE 'pending' END`;

const REMOVE_COMPARED = `
  WITH batch AS (SELECT position, order_id FROM uncompared_orders WHERE position > $1 ORDER BY position LIMIT $2),
    compared AS (DELETE FROM uncompared_orders u USING batch b JOIN orders o ON o.id = b.order_id, ${LEDGER_TOTALS}
      WHERE u.position = b.position AND o.payment_status = ${EXPECTED_STATUS})
  SELECT max(position) AS last FROM batch`;

const ADD_MISMATCHED = `
  INSERT INTO uncompared_orders (order_id)
  SELECT o.id FROM orders o, ${LEDGER_TOTALS}
  WHERE o.payment_status <> ${EXPECTED_STATUS} AND NOT EXISTS (SELECT FROM uncompared_orders u WHERE u.order_id = o.id)
  RETURNING order_id AS "orderId"`;

/** Rows per statement, each of which commits for itself. */
const BATCH = 5_000;

/** The orders that changed since their payment status was compared with the ledger, and those that differ from it. Triggers add them. */
@Injectable()
export class UncomparedOrdersRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Compares all of them. Those that differ stay. */
  async removeCompared(): Promise<void> {
    let last: number | null = 0;
    while (last !== null) last = await this.removeBatch(last);
  }

  /** Returns the last position that was compared; null if none is left. */
  private async removeBatch(after: number): Promise<number | null> {
    const [batch] = await this.dataSource.query<{ last: number | null }[]>(REMOVE_COMPARED, [after, BATCH]);
    return batch?.last ?? null;
  }

  /** Compares every order of the shop, and adds those that differ. Returns them. */
  async addMismatched(manager: EntityManager): Promise<string[]> {
    const rows = await manager.query<{ orderId: string }[]>(ADD_MISMATCHED);
    return rows.map(({ orderId }) => orderId);
  }
}
