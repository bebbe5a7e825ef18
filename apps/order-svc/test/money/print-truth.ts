/** Each finds what must not be about the printing of what was paid. */
export const PRINT_FALSEHOODS: Record<string, string> = {
  'an order was handed to the printer more than once': `SELECT order_id, count(*)::int AS times FROM print_log GROUP BY order_id HAVING count(*) > 1`,
  'an order was handed to the printer during its hold': `SELECT order_id FROM print_log WHERE is_held`,
  'a paid order is not printed': `
    SELECT o.id, o.status, o.payment_status, f.state, f.reason FROM orders o LEFT JOIN fulfilments f ON f.order_id = o.id LEFT JOIN sandbox_print_orders p ON p.order_id = o.id
    WHERE o.status <> 'cancelled' AND o.payment_status = 'paid' AND (p.id IS NULL OR p.cancelled_at IS NOT NULL OR o.status <> 'processing' OR f.state IS DISTINCT FROM 'submitted')`,
  'an order is printed that was not paid, or was cancelled': `
    SELECT o.id, o.status, o.payment_status FROM orders o JOIN sandbox_print_orders p ON p.order_id = o.id
    WHERE o.paid_at IS NULL OR o.status = 'cancelled' AND p.cancelled_at IS NULL`,
  'a hold began other than once with a payment': `
    SELECT o.id, o.paid_at, f.state FROM orders o LEFT JOIN fulfilments f ON f.order_id = o.id WHERE (o.paid_at IS NULL) <> (f.order_id IS NULL)`,
};
