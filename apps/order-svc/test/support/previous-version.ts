/**
 * Statements of the version before payment_intents and order_refunds, word for word. It runs beside this one during a
 * deployment. Delete this file with the triggers of migration 0003.
 */

/** The columns that TypeORM read and wrote with an order. */
export const PREVIOUS_INTENT_COLUMNS = `"payment_intent_id", "client_secret", "canceling_intent_id", "canceled_intents", "payment_started_at", "payment_awaited_since", "payment_await_ended_at"`;

export const FIND_BY_INTENT = `SELECT "id", ${PREVIOUS_INTENT_COLUMNS} FROM "orders" "Order" WHERE (("Order"."payment_intent_id" = $1)) LIMIT 1`;
export const FIND_LOCKED = `SELECT ${PREVIOUS_INTENT_COLUMNS} FROM "orders" "Order" WHERE (("Order"."id" = $1)) LIMIT 1 FOR UPDATE`;

/** A TypeORM save updates the changed columns only. */
export const SAVE_INTENT = `UPDATE "orders" SET "payment_intent_id" = $1, "client_secret" = $2 WHERE "id" IN ($3)`;
export const START_PAYMENT = `UPDATE "orders" SET "updated_at" = $1, "payment_started_at" = $2 WHERE "id" IN ($3)`;
export const MARK_IN_PROGRESS = `UPDATE "orders" SET "payment_attempted_at" = $1, "payment_awaited_since" = $2 WHERE "id" IN ($3)`;
export const END_ATTEMPT = `UPDATE "orders" SET "payment_awaited_since" = $1, "payment_await_ended_at" = $2 WHERE "id" IN ($3)`;
export const MARK_INTENT_ENDING = `UPDATE "orders" SET "canceling_intent_id" = $1 WHERE "id" IN ($2)`;
export const CLEAR_INTENT = `UPDATE "orders" SET "payment_intent_id" = $1, "client_secret" = $2, "canceling_intent_id" = $3, "payment_awaited_since" = $4, "payment_started_at" = $5, "canceled_intents" = $6 WHERE "id" IN ($7)`;

export const CLAIM_OPEN_INTENTS = `UPDATE orders SET polled_at = clock_timestamp() WHERE id IN (
         SELECT id FROM orders WHERE status = 'created' AND payment_intent_id IS NOT NULL AND (polled_at IS NULL OR polled_at < $1::timestamptz)
         ORDER BY polled_at NULLS FIRST LIMIT 200 FOR UPDATE SKIP LOCKED
       ) RETURNING payment_provider AS provider, payment_intent_id AS "paymentIntentId"`;

export const DETACH_OLDER_ORDER = `
  UPDATE orders SET cart_id = NULL, canceled_intents = canceled_intents + CASE WHEN payment_intent_id IS NULL THEN 1 ELSE 0 END
  WHERE cart_id = $2 AND status = 'created' AND EXISTS (SELECT 1 FROM orders o WHERE o.cart_id = $1 AND o.status = 'created')`;

export const ANONYMISE_ORDERS = `
  UPDATE orders SET user_id = NULL, guest_id = NULL, cart_id = NULL, email = NULL, client_secret = NULL, tracking = NULL, note_id = NULL,
    shipping_address = shipping_address || jsonb_build_object('name', $2::text, 'address', $2::text, 'city', $2::text, 'zip', $2::text),
    anonymised_at = now()
  WHERE id = ANY($1)`;

const IS_MADE_AT_PROVIDER =
  'NOT EXISTS (SELECT FROM refunds r WHERE r.order_id = p.order_id AND r.refund_id = p.refund_id)';

const ORDER_REFUNDS = `
  SELECT r.id, r.reason, r.requested_at, r.amount_cents AS cents, r.refunded_at, r.failure,
    r.refunded_at IS NOT NULL AS is_refunded, r.failure IS NOT NULL AS is_failed, r.refund_id IS NOT NULL AS is_accepted
  FROM refunds r WHERE r.order_id = t.id
  UNION ALL
  SELECT NULL, 'made at the payment provider', p.reported_at, p.amount_cents, p.refunded_at, p.failure, p.status = 'succeeded', p.status = 'failed', true
  FROM provider_refunds p WHERE p.order_id = t.id AND ${IS_MADE_AT_PROVIDER}`;

export const LIST_REFUNDS = `
  SELECT r.cents AS "amountCents", r.reason, r.requested_at AS "requestedAt", r.refunded_at AS "refundedAt", r.failure, r.id
  FROM orders t, LATERAL (${ORDER_REFUNDS}) r WHERE t.id = $1 ORDER BY r.requested_at`;

export const INSERT_REQUEST = `
  INSERT INTO refunds (order_id, n, id, reason, amount_cents, is_partial)
  SELECT $1, last.n + 1, $4, $3, LEAST($2::bigint, rest.cents), last.n > 0 OR $2::bigint < rest.cents
  FROM (
  SELECT ((SELECT COALESCE(sum(f.amount_cents), 0) FROM ledger_entries f WHERE f.order_id = t.id AND f.kind = 'succeeded')
    - (SELECT COALESCE(sum(r.cents), 0) FROM (${ORDER_REFUNDS}) r WHERE NOT r.is_failed)
    - (SELECT COALESCE(sum(d.amount_cents), 0) FROM disputes d WHERE d.order_id = t.id AND d.status = 'lost'))::bigint AS cents
  FROM orders t WHERE t.id = $1) rest, (SELECT COALESCE(max(n), 0) AS n FROM refunds WHERE order_id = $1) last
  WHERE rest.cents > 0 ON CONFLICT ON CONSTRAINT refunds_id DO NOTHING RETURNING n`;

export const LIST_PENDING_BY_ORDER = `
  SELECT r.n, o.payment_provider AS provider, o.payment_intent_id AS "paymentIntentId", r.refund_id AS "refundId", r.amount_cents AS "requestedCents"
  FROM refunds r JOIN orders o ON o.id = r.order_id
  WHERE r.order_id = $1 AND r.refunded_at IS NULL AND r.failure IS NULL AND o.payment_intent_id IS NOT NULL ORDER BY r.n`;

export const CLAIM_ORDERS_WITH_PENDING = `
  UPDATE orders SET refunds_polled_at = now() WHERE id IN (
    SELECT o.id FROM orders o WHERE EXISTS (SELECT FROM refunds r WHERE r.order_id = o.id AND r.refunded_at IS NULL AND r.failure IS NULL) ORDER BY o.refunds_polled_at NULLS FIRST LIMIT 200 FOR UPDATE OF o SKIP LOCKED
  ) RETURNING id AS "orderId"`;

export const UPDATE_REQUESTED = {
  pending: 'UPDATE refunds SET refund_id = $3 WHERE order_id = $1 AND n = $2 AND refund_id IS NULL',
  succeeded:
    'UPDATE refunds SET refund_id = $3, refunded_at = now(), amount_cents = $4 WHERE order_id = $1 AND n = $2 AND refunded_at IS NULL AND failure IS NULL',
  failed:
    'UPDATE refunds SET refund_id = COALESCE($3, refund_id), refunded_at = NULL, failure = $4 WHERE order_id = $1 AND n = $2 AND failure IS NULL',
};

export const UPSERT_PROVIDER_REFUND = `
  INSERT INTO provider_refunds (provider, refund_id, order_id, amount_cents, status, failure, refunded_at)
  VALUES ($1, $2, $3, $4, $5, $6, CASE WHEN $5 = 'succeeded' THEN now() END)
  ON CONFLICT (provider, refund_id) DO UPDATE SET status = EXCLUDED.status, failure = EXCLUDED.failure, refunded_at = EXCLUDED.refunded_at
  WHERE provider_refunds.status <> EXCLUDED.status AND provider_refunds.status <> 'failed'
    AND NOT (provider_refunds.status = 'succeeded' AND EXCLUDED.status = 'pending')
  RETURNING refund_id`;

const NEXT_NUMBER = '(SELECT COALESCE(max(n), 0) + 1 FROM refunds WHERE order_id = $1)';
export const MARK_REPLACED = {
  requested: `UPDATE refunds SET replaced_by = ${NEXT_NUMBER} WHERE order_id = $1 AND n = $2 AND failure IS NOT NULL AND replaced_by IS NULL`,
  atProvider: `UPDATE provider_refunds SET replaced_by = ${NEXT_NUMBER} WHERE order_id = $1 AND refund_id = $2 AND failure IS NOT NULL AND replaced_by IS NULL`,
};
