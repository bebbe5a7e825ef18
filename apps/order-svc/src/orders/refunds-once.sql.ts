/** Of a row `p` of what was made at the provider. */
export const IS_MADE_AT_PROVIDER =
  'NOT EXISTS (SELECT FROM refunds r WHERE r.order_id = p.order_id AND r.refund_id = p.refund_id)';

/**
 * Every refund of the order with this alias, once: what the shop owes or gave back, and what was made at the provider. One made there
 * that settled a debt of the shop's stands in both tables, whichever was heard of first, and is the shop's here.
 */
export const refundsOf = (order: string): string => `
  SELECT r.id, r.reason, r.requested_at, COALESCE(r.amount_cents, ${order}.total_cents) AS cents, r.refunded_at, r.failure,
    r.refunded_at IS NOT NULL AS is_back, r.failure IS NOT NULL AS is_failed, r.refund_id IS NOT NULL AS is_taken_on
  FROM refunds r WHERE r.order_id = ${order}.id
  UNION ALL
  SELECT NULL, 'made at the payment provider', p.heard_at, p.amount_cents, p.refunded_at, p.failure, p.status = 'succeeded', p.status = 'failed', true
  FROM provider_refunds p WHERE p.order_id = ${order}.id AND ${IS_MADE_AT_PROVIDER}`;
