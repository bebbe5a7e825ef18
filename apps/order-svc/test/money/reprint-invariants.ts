/** Each statement finds violations in what is sent again. `$1`: the observations of the run. */
export const REPRINT_VIOLATIONS: Record<string, string> = {
  'a confirmed reprint is not stored as it was asked for': `
    SELECT w.id, asked.items AS asked, stored.items AS stored FROM jsonb_to_recordset($1::jsonb->'reprints') AS w (id uuid, items jsonb),
      LATERAL (SELECT jsonb_object_agg(item->>'orderItemId', item->'quantity') AS items FROM jsonb_array_elements(w.items) item) asked,
      LATERAL (SELECT jsonb_object_agg(order_item_id, quantity) AS items FROM reprint_items WHERE reprint_id = w.id) stored
    WHERE asked.items IS DISTINCT FROM stored.items`,
  'more of an item is sent again than was ordered': `
    SELECT i.reprint_id, i.quantity, o.quantity AS ordered FROM reprint_items i JOIN order_items o ON o.id = i.order_item_id WHERE i.quantity > o.quantity`,
  'a reprint was accepted of an order that was not sent, whose money is gone or disputed': `
    SELECT reprint_id, status, is_blocked FROM reprint_request_log WHERE status NOT IN ('shipped', 'delivered') OR is_blocked`,
  'a reprint was claimed for the printer while its money was gone or disputed': `SELECT reprint_id FROM reprint_claim_log WHERE is_blocked`,
  'a reprint was submitted to the printer more than once': `SELECT reprint_id, count(*)::int AS times FROM reprint_log GROUP BY reprint_id HAVING count(*) > 1`,
  'a reprint does not print what was asked for': `
    SELECT r.id, asked.items AS asked, printed.items AS printed FROM printed_orders p JOIN reprints r ON r.id = p.order_id,
      LATERAL (SELECT jsonb_object_agg(replace(id::text, '-', ''), quantity) AS items FROM reprint_items WHERE reprint_id = r.id) asked,
      LATERAL (SELECT jsonb_object_agg(item->>'external_id', item->'quantity') AS items FROM jsonb_array_elements(p.items) item) printed
    WHERE asked.items IS DISTINCT FROM printed.items`,
  'a reprint is neither printed nor cancelled': `
    SELECT r.id, r.state, r.problem FROM reprints r LEFT JOIN printed_orders p ON p.order_id = r.id
    WHERE r.state <> 'cancelled' AND NOT COALESCE(p.confirmed_at IS NOT NULL AND NOT p.is_cancelled AND r.state IN ('submitted', 'shipped', 'delivered'), false)`,
  'a reprint is printed that was cancelled before it left': `
    SELECT r.id FROM reprints r JOIN printed_orders p ON p.order_id = r.id WHERE r.state = 'cancelled' AND r.shipped_at IS NULL AND NOT p.is_cancelled`,
  'a reprint is behind its parcel': `
    SELECT r.id, r.state FROM reprints r JOIN printed_orders p ON p.order_id = r.id
    WHERE p.is_by_time AND (r.state = 'submitted' AND now() - p.confirmed_at >= interval '48 hours' OR r.state = 'shipped' AND now() - p.confirmed_at >= interval '120 hours')`,
  'a reprint was not requested, sent and ended exactly once': `
    SELECT r.id, r.state, requested.times AS requested, sent.times AS sent, ended.times AS ended FROM reprints r,
      LATERAL (SELECT count(*) AS times FROM outbox WHERE envelope->>'type' = 'order.reprint-requested' AND envelope->'data'->>'reprintId' = r.id::text AND envelope->'data'->'isRetry' IS NULL) requested,
      LATERAL (SELECT count(*) AS times FROM outbox WHERE envelope->>'type' = 'order.reprint-sent' AND envelope->'data'->>'reprintId' = r.id::text) sent,
      LATERAL (SELECT count(*) AS times FROM outbox WHERE envelope->>'type' = 'order.reprint-ended' AND envelope->'data'->>'reprintId' = r.id::text) ended
    WHERE requested.times <> 1 OR sent.times <> (r.shipped_at IS NOT NULL)::int OR ended.times <> (r.ended_at IS NOT NULL)::int`,
  // Without a payment, a reprint has no revenue.
  'the figures of reprints are not their number': `
    SELECT counted.value, listed.value AS listed FROM (SELECT COALESCE(sum(value), 0) AS value FROM count_figures() WHERE name = 'reprints') counted,
      (SELECT count(*) AS value FROM reprints WHERE state <> 'cancelled' OR shipped_at IS NOT NULL) listed WHERE counted.value <> listed.value`,
  'the costs of reprints are not what the printer charges': `
    SELECT counted.value, charged.value AS charged FROM (SELECT COALESCE(sum(value), 0) AS value FROM count_figures() WHERE name = 'reprint-costs') counted,
      (SELECT COALESCE(sum(cents), 0) AS value FROM jsonb_to_recordset($1::jsonb->'charges') AS c (id uuid, cents bigint) JOIN reprints r USING (id) WHERE r.state <> 'cancelled' OR r.shipped_at IS NOT NULL) charged
    WHERE counted.value <> charged.value`,
};
