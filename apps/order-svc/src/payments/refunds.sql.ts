import { PAID_CURRENCY } from '../orders/refund-summary.repository.js';
import { orderRefundsSql } from '../orders/order-refunds.sql.js';
import type { ProviderRefund } from './payment-provider.js';

/** How many orders one statement claims. */
const BATCH_SIZE = 200;

export const LIST_BY_ORDER = `
  SELECT r.cents AS "amountCents", r.reason, r.requested_at AS "requestedAt", r.refunded_at AS "refundedAt", r.failure, r.id
  FROM orders o, LATERAL (${orderRefundsSql('o')}) r WHERE o.id = $1 ORDER BY r.requested_at`;

/** What was paid, less refunds that are made or pending, less lost disputes. */
export const remainingCentsSql = (orderId: string): string => `
  SELECT ((SELECT COALESCE(sum(f.amount_cents), 0) FROM ledger_entries f WHERE f.order_id = t.id AND f.kind = 'succeeded')
    - (SELECT COALESCE(sum(r.cents), 0) FROM (${orderRefundsSql('t')}) r WHERE NOT r.is_failed)
    -- The bank returned the money itself.
    - (SELECT COALESCE(sum(d.amount_cents), 0) FROM disputes d WHERE d.order_id = t.id AND d.status = 'lost'))::bigint AS cents
  FROM orders t WHERE t.id = ${orderId}`;

/**
 * The first refund of an order, if it is for everything, sends no amount to the provider, so that it still fits if a
 * refund was made there in between. A key that another order used at the same moment inserts nothing.
 */
export const INSERT_REQUEST = `
  INSERT INTO refunds (order_id, n, id, reason, amount_cents, is_partial)
  SELECT $1, last.n + 1, $4, $3, LEAST($2::bigint, rest.cents), last.n > 0 OR $2::bigint < rest.cents
  FROM (${remainingCentsSql('$1')}) rest, (SELECT COALESCE(max(n), 0) AS n FROM refunds WHERE order_id = $1) last
  WHERE rest.cents > 0 ON CONFLICT ON CONSTRAINT refunds_id DO NOTHING RETURNING n`;

const IS_PENDING = 'r.refunded_at IS NULL AND r.failure IS NULL';

export const LIST_PENDING_BY_ORDER = `
  SELECT r.n, o.payment_provider AS provider, o.payment_intent_id AS "paymentIntentId", r.refund_id AS "refundId",
    CASE WHEN r.is_partial THEN r.amount_cents END AS "amountCents", r.amount_cents AS "requestedCents", EXISTS (SELECT FROM refunds e WHERE e.order_id = r.order_id AND e.replaced_by = r.n) AS "isReplacement", r.requested_at < now() - interval '20 hours' AS "isOld",
    ${PAID_CURRENCY} AS currency
  FROM refunds r JOIN orders o ON o.id = r.order_id
  WHERE r.order_id = $1 AND ${IS_PENDING} AND o.payment_intent_id IS NOT NULL ORDER BY r.n`;

/** Longest waiting first. Claimed orders are marked, so that an order that always fails does not block the others. */
export const CLAIM_ORDERS_WITH_PENDING = `
  UPDATE orders SET refunds_polled_at = now() WHERE id IN (
    SELECT o.id FROM orders o WHERE EXISTS (SELECT FROM refunds r WHERE r.order_id = o.id AND ${IS_PENDING}) ORDER BY o.refunds_polled_at NULLS FIRST LIMIT ${BATCH_SIZE} FOR UPDATE OF o SKIP LOCKED
  ) RETURNING id AS "orderId"`;

/** Found by the provider's id, else by number, else the oldest pending refund, preferably of this amount. */
export const FIND_REQUESTED = `
  SELECT n FROM refunds r
  WHERE order_id = $1 AND (refund_id = $2 OR n = $3::integer OR ($3::integer IS NULL AND refund_id IS NULL AND ${IS_PENDING}))
  ORDER BY (refund_id = $2) DESC NULLS LAST, (amount_cents = $4) DESC NULLS LAST, n LIMIT 1`;

export const UPDATE_REQUESTED = {
  pending: 'UPDATE refunds SET refund_id = $3 WHERE order_id = $1 AND n = $2 AND refund_id IS NULL',
  succeeded:
    'UPDATE refunds SET refund_id = $3, refunded_at = now(), amount_cents = $4 WHERE order_id = $1 AND n = $2 AND refunded_at IS NULL AND failure IS NULL',
  failed:
    'UPDATE refunds SET refund_id = COALESCE($3, refund_id), refunded_at = NULL, failure = $4 WHERE order_id = $1 AND n = $2 AND failure IS NULL',
} as const satisfies Record<ProviderRefund['status'], string>;

/**
 * States arrive in any order: a failed refund stays failed, and a succeeded one is not pending again. Returns a row
 * only for a change.
 */
export const UPSERT_PROVIDER_REFUND = `
  INSERT INTO provider_refunds (provider, refund_id, order_id, amount_cents, status, failure, refunded_at)
  VALUES ($1, $2, $3, $4, $5, $6, CASE WHEN $5 = 'succeeded' THEN now() END)
  ON CONFLICT (provider, refund_id) DO UPDATE SET status = EXCLUDED.status, failure = EXCLUDED.failure, refunded_at = EXCLUDED.refunded_at
  WHERE provider_refunds.status <> EXCLUDED.status AND provider_refunds.status <> 'failed'
    AND NOT (provider_refunds.status = 'succeeded' AND EXCLUDED.status = 'pending')
  RETURNING refund_id`;

/** The number of the order's next refund. */
const NEXT_NUMBER = '(SELECT COALESCE(max(n), 0) + 1 FROM refunds WHERE order_id = $1)';

export const MARK_REPLACED = {
  requested: `UPDATE refunds SET replaced_by = ${NEXT_NUMBER} WHERE order_id = $1 AND n = $2 AND failure IS NOT NULL AND replaced_by IS NULL`,
  atProvider: `UPDATE provider_refunds SET replaced_by = ${NEXT_NUMBER} WHERE order_id = $1 AND refund_id = $2 AND failure IS NOT NULL AND replaced_by IS NULL`,
} as const;
