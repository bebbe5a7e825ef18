/** Each statement finds violations in failed refunds and disputes. */
export const RETURNED_MONEY_VIOLATIONS: Record<string, string> = {
  'a failed refund is unresolved': `
    SELECT order_id, n, refund_id, failure FROM order_refunds r WHERE failure IS NOT NULL AND replaced_by IS NULL AND (source = 'shop'
      OR NOT EXISTS (SELECT FROM order_refunds s WHERE s.source = 'shop' AND s.order_id = r.order_id AND s.refund_id = r.refund_id))`,
  'a failed refund is not in the ledger': `
    SELECT s.id, s.n FROM stripe_refunds s JOIN orders_with_intents o ON o.intent_id = s.intent_id
    WHERE s.status = 'failed' AND NOT EXISTS (SELECT FROM ledger_entries f WHERE f.order_id = o.id AND f.kind = 'refund-failed' AND f.reference = s.id)`,
  'a failed refund is not in the timeline exactly once': `
    SELECT o.id, failed.times AS failed, timeline.times AS timeline FROM orders o,
      LATERAL (SELECT count(*) AS times FROM ledger_entries WHERE order_id = o.id AND kind = 'refund-failed') failed,
      LATERAL (SELECT count(*) AS times FROM order_history WHERE order_id = o.id AND action = 'order.refund-failed') timeline
    WHERE failed.times <> timeline.times`,
  'a refunded order is still to be printed': `
    SELECT o.id, f.state FROM orders o JOIN fulfilments f ON f.order_id = o.id WHERE o.status = 'paid' AND o.payment_status = 'refunded' AND f.attempts = 0`,
  'a dispute is not stored as the bank has it': `
    SELECT s.id, s.status, d.status AS written FROM stripe_disputes s LEFT JOIN disputes d ON d.dispute_id = s.id
    WHERE (d.status, d.amount_cents, d.closed_at IS NULL) IS DISTINCT FROM (s.status, s.amount_cents, s.status = 'needs_response')`,
  'a dispute is not in the timeline exactly once': `
    SELECT s.id, noted.opened, noted.closed, timeline.opened AS timeline_opened, timeline.closed AS timeline_closed FROM stripe_disputes s JOIN orders_with_intents o ON o.intent_id = s.intent_id,
      LATERAL (SELECT count(*) FILTER (WHERE kind = 'disputed') AS opened, count(*) FILTER (WHERE kind = 'dispute-closed') AS closed FROM ledger_entries WHERE reference = s.id) noted,
      LATERAL (SELECT count(*) FILTER (WHERE action = 'order.disputed') AS opened, count(*) FILTER (WHERE action = 'order.dispute-closed') AS closed
        FROM order_history WHERE order_id = o.id) timeline
    WHERE (noted.opened, noted.closed, timeline.opened, timeline.closed) IS DISTINCT FROM (1::bigint, 1::bigint, 1::bigint, 1::bigint)`,
};
