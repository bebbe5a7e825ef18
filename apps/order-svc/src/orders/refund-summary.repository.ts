import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { formatCents } from '@shop/contracts-common';
import type { RefundSummary } from '@shop/contracts-order';
import { DataSource } from 'typeorm';

/**
 * Whether a row `r` of order_refunds counts. A refund that the provider reported before the shop knew that it fulfils a
 * request has two rows, of which the requested one counts.
 */
export const IS_COUNTED = `(r.source = 'shop' OR NOT EXISTS (
    SELECT FROM order_refunds requested WHERE requested.source = 'shop' AND requested.order_id = r.order_id AND requested.refund_id = r.refund_id))`;

/** Every refund of the order with this alias, once. `id` is null for a refund made at the provider. */
export const orderRefundsSql = (order: string): string => `
  SELECT CASE r.source WHEN 'shop' THEN r.id END AS id, r.reason, r.requested_at, r.amount_cents AS cents, r.refunded_at, r.failure, r.pending_reason,
    r.refunded_at IS NOT NULL AS is_refunded, r.failure IS NOT NULL AS is_failed, r.refund_id IS NOT NULL AS is_accepted
  FROM order_refunds r WHERE r.order_id = ${order}.id AND ${IS_COUNTED}`;

/** The currency in which the order `o` was paid. */
export const PAID_CURRENCY = `COALESCE((SELECT f.currency FROM ledger_entries f WHERE f.order_id = o.id AND f.kind = 'succeeded' ORDER BY f.position LIMIT 1), o.currency)`;

/** A refund that no provider has accepted is not pending while a dispute is open, because the provider rejects it. */
const REFUND_SUMMARIES = `
  SELECT o.id AS "orderId", ${PAID_CURRENCY} AS currency, went.refunded, went.pending, disputed."chargedBack", disputed."isOpen",
    GREATEST(0, paid.cents - went.refunded - went.pending - disputed."chargedBack")::bigint AS retained
  FROM orders o,
    LATERAL (SELECT COALESCE(sum(d.amount_cents) FILTER (WHERE d.status = 'lost'), 0)::bigint AS "chargedBack", COALESCE(bool_or(d.closed_at IS NULL), false) AS "isOpen" FROM disputes d WHERE d.order_id = o.id) disputed,
    LATERAL (SELECT COALESCE(sum(r.cents) FILTER (WHERE r.is_refunded), 0)::bigint AS refunded,
      COALESCE(sum(r.cents) FILTER (WHERE NOT r.is_refunded AND (r.is_accepted OR NOT disputed."isOpen")), 0)::bigint AS pending FROM (${orderRefundsSql('o')}) r WHERE NOT r.is_failed) went,
    LATERAL (SELECT COALESCE(sum(f.amount_cents), 0)::bigint AS cents FROM ledger_entries f WHERE f.order_id = o.id AND f.kind = 'succeeded') paid
  WHERE o.id = ANY($1)`;

interface Row {
  orderId: string;
  currency: string;
  refunded: number;
  pending: number;
  chargedBack: number;
  retained: number;
  isOpen: boolean;
}

/** Amounts refunded, pending, charged back and retained of orders, for their customers. */
@Injectable()
export class RefundSummaryRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async listByOrders(
    orderIds: readonly string[],
    manager = this.dataSource.manager,
  ): Promise<Map<string, RefundSummary>> {
    const rows = await manager.query<Row[]>(REFUND_SUMMARIES, [orderIds]);
    return new Map(
      rows.map(({ orderId, currency, isOpen, ...cents }) => [
        orderId,
        { currency, isDisputed: isOpen, ...toAmounts(cents) },
      ]),
    );
  }

  async getByOrder(orderId: string, manager = this.dataSource.manager): Promise<RefundSummary> {
    const found = (await this.listByOrders([orderId], manager)).get(orderId);
    if (!found) throw new Error(`Order ${orderId} is gone`);
    return found;
  }
}

const toAmounts = ({
  refunded,
  pending,
  chargedBack,
  retained,
}: Omit<Row, 'orderId' | 'currency' | 'isOpen'>): Omit<RefundSummary, 'currency' | 'isDisputed'> => ({
  refunded: formatCents(refunded),
  pending: formatCents(pending),
  chargedBack: formatCents(chargedBack),
  retained: formatCents(retained),
});
