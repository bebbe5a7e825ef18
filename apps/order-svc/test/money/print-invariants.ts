/** Each statement finds violations in the printing of paid orders. */
export const PRINT_VIOLATIONS: Record<string, string> = {
  'an order was submitted to the printer more than once': `SELECT order_id, count(*)::int AS times FROM print_log GROUP BY order_id HAVING count(*) > 1`,
  'an order was submitted to the printer during its change window': `SELECT order_id FROM print_log WHERE is_changeable`,
  'a paid order is not printed': `
    SELECT o.id, o.status, o.payment_status, f.state, f.reason FROM orders o LEFT JOIN fulfilments f ON f.order_id = o.id LEFT JOIN printed_orders p ON p.order_id = o.id
    WHERE o.status <> 'cancelled' AND o.payment_status = 'paid' AND NOT COALESCE(
      p.confirmed_at IS NOT NULL AND NOT p.is_cancelled AND o.status IN ('processing', 'shipped', 'delivered') AND f.state = 'submitted'
      -- An admin printed it.
      OR o.status IN ('shipped', 'delivered') AND f.state = 'cancelled', false)`,
  'an order is printed that an admin shipped': `
    SELECT o.id, o.status FROM orders o JOIN fulfilments f ON f.order_id = o.id JOIN printed_orders p ON p.order_id = o.id
    WHERE o.status IN ('shipped', 'delivered') AND f.state = 'cancelled' AND NOT p.is_cancelled`,
  'the status of an order is behind its parcel': `
    SELECT o.id, o.status, reached.status AS reached FROM orders o JOIN fulfilments f ON f.order_id = o.id JOIN printed_orders p ON p.order_id = o.id,
      LATERAL (SELECT CASE WHEN now() - p.confirmed_at >= interval '120 hours' THEN 'delivered' WHEN now() - p.confirmed_at >= interval '48 hours' THEN 'shipped' ELSE 'processing' END AS status) reached,
      LATERAL (SELECT ARRAY['paid', 'processing', 'shipped', 'delivered'] AS steps) way
    WHERE f.state = 'submitted' AND p.is_by_time AND array_position(way.steps, o.status) < array_position(way.steps, reached.status)`,
  'an order is printed that was not paid, or was cancelled': `
    SELECT o.id, o.status, o.payment_status FROM orders o JOIN printed_orders p ON p.order_id = o.id
    WHERE o.paid_at IS NULL OR o.status = 'cancelled' AND NOT p.is_cancelled`,
  'a change window did not start exactly once per payment': `
    SELECT o.id, o.paid_at, f.state FROM orders o LEFT JOIN fulfilments f ON f.order_id = o.id WHERE (o.paid_at IS NULL) <> (f.order_id IS NULL)`,
};
