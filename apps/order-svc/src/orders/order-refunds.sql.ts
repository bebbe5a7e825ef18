/** Whether a row `p` of provider_refunds was made at the provider, and not requested by the shop. */
export const IS_MADE_AT_PROVIDER =
  'NOT EXISTS (SELECT FROM refunds r WHERE r.order_id = p.order_id AND r.refund_id = p.refund_id)';

/**
 * Every refund of the order with this alias, once: refunds that the shop requested, and refunds made at the provider. A
 * refund at the provider that fulfilled a request is in both tables and counts as requested.
 */
export const orderRefundsSql = (order: string): string => `
  SELECT r.id, r.reason, r.requested_at, r.amount_cents AS cents, r.refunded_at, r.failure,
    r.refunded_at IS NOT NULL AS is_refunded, r.failure IS NOT NULL AS is_failed, r.refund_id IS NOT NULL AS is_accepted
  FROM refunds r WHERE r.order_id = ${order}.id
  UNION ALL
  SELECT NULL, 'made at the payment provider', p.reported_at, p.amount_cents, p.refunded_at, p.failure, p.status = 'succeeded', p.status = 'failed', true
  FROM provider_refunds p WHERE p.order_id = ${order}.id AND ${IS_MADE_AT_PROVIDER}`;
