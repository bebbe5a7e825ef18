/** Each statement finds violations in orders whose payment is in doubt, after all webhooks are delivered and before admins decide. */
export const DOUBT_VIOLATIONS: Record<string, string> = {
  'an order on hold was claimed for the printer': `SELECT order_id FROM claim_log WHERE is_on_hold`,
  'an order in doubt that can still be stopped has no hold': `
    SELECT o.id, o.status, doubt.kind, doubt.id AS reference FROM stripe_doubts doubt JOIN orders_with_intents o ON o.intent_id = doubt.intent_id
    WHERE o.status IN ('paid', 'processing') AND NOT EXISTS (SELECT FROM fulfilment_holds h WHERE h.order_id = o.id AND h.reference = doubt.id)`,
  'a doubt that is cleared still holds its order': `
    SELECT h.order_id, doubt.kind, doubt.id AS reference FROM stripe_doubts doubt JOIN fulfilment_holds h ON h.reference = doubt.id
    WHERE doubt.is_cleared AND h.released_at IS NULL`,
  'a doubt that is not cleared ended without an admin': `
    SELECT h.order_id, doubt.kind, doubt.id AS reference, h.released_by FROM stripe_doubts doubt JOIN fulfilment_holds h ON h.reference = doubt.id
    WHERE NOT doubt.is_cleared AND h.released_by = 'provider'`,
  'a hold is in the timeline more than once': `
    SELECT o.id, holds.times AS holds, timeline.times AS timeline FROM orders o,
      LATERAL (SELECT count(*) AS times FROM fulfilment_holds WHERE order_id = o.id) holds,
      LATERAL (SELECT count(*) AS times FROM order_history WHERE order_id = o.id AND action = 'order.hold-opened') timeline
    WHERE timeline.times > holds.times`,
};
