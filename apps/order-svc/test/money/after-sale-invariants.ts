/** Each statement finds violations in questions to customers and in parcels. */
export const AFTER_SALE_VIOLATIONS: Record<string, string> = {
  'a question was not published exactly once, or its answer more than once': `
    SELECT q.id, asked.times AS asked, answered.times AS answered FROM order_questions q,
      LATERAL (SELECT count(*) AS times FROM outbox WHERE envelope->>'type' = 'order.question-asked' AND envelope->'data'->>'questionId' = q.id::text) asked,
      LATERAL (SELECT count(*) AS times FROM outbox WHERE envelope->>'type' = 'order.question-answered' AND envelope->'data'->>'questionId' = q.id::text) answered
    WHERE asked.times <> 1 OR answered.times <> (q.answer IS NOT NULL)::int`,
  'an order has two open questions': `
    SELECT order_id FROM fulfilment_holds WHERE kind = 'question' AND released_at IS NULL GROUP BY order_id HAVING count(*) > 1`,
  'a question never held its order': `
    SELECT q.id FROM order_questions q WHERE NOT EXISTS (SELECT FROM fulfilment_holds h WHERE h.kind = 'question' AND h.reference = q.id::text AND h.order_id = q.order_id)`,
  'an order was assumed to be delivered while a parcel was back': `SELECT order_id FROM delivery_log`,
  'a parcel of the printer is not in its order': `
    SELECT o.id, parcel->>'tracking_number' AS number, o.tracking FROM printed_orders p JOIN orders o ON o.id = p.order_id JOIN fulfilments f ON f.order_id = o.id,
      jsonb_array_elements(p.shipments) parcel
    WHERE f.state = 'submitted' AND o.status IN ('shipped', 'delivered') AND NOT p.is_cancelled AND position(parcel->>'tracking_number' IN COALESCE(o.tracking::text, '')) = 0`,
  'a parcel was published more than once': `
    SELECT envelope->>'subject' AS subject, number FROM outbox, jsonb_array_elements_text(envelope->'data'->'numbers') number
    WHERE envelope->>'type' IN ('order.parcels-changed', 'order.reprint-sent') AND envelope->'data'->>'what' <> 'corrected' GROUP BY 1, 2 HAVING count(*) > 1`,
  'a parcel that came back was published more than once, or never although nothing replaces it': `
    SELECT o.id, back.times AS back, back.replaced, published.times AS published FROM printed_orders p JOIN orders o ON o.id = p.order_id JOIN fulfilments f ON f.order_id = o.id,
      LATERAL (SELECT count(*) FILTER (WHERE parcel->>'status' = 'returned') AS times, count(*) FILTER (WHERE parcel->>'status' <> 'returned' AND parcel->'reshipment' = 'true') AS replaced FROM jsonb_array_elements(p.shipments) parcel) back,
      LATERAL (SELECT count(*) AS times FROM outbox WHERE envelope->>'type' = 'order.parcel-returned' AND envelope->>'subject' = 'order/' || o.id) published
    WHERE published.times > back.times OR published.times = 0 AND back.times > back.replaced AND f.state = 'submitted' AND o.status = 'shipped'`,
};
