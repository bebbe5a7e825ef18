/** Each finds what must not be about changes during the hold. `$1` is what the run has seen. */
export const CHANGE_VIOLATIONS: Record<string, string> = {
  'something else is printed than the order says': `
    SELECT o.id, ordered.as_it_is, $1::jsonb->'said'->(o.id::text) AS said FROM sandbox_print_orders p JOIN orders o ON o.id = p.order_id,
      LATERAL (SELECT jsonb_build_object('recipient', o.shipping_address, 'lines', jsonb_agg(jsonb_build_object('id', i.id, 'selections', i.variant_selections,
          'quantity', i.quantity, 'sha256', file_of(i.design_config, i.variant_selections, i.print)) ORDER BY i.position)) AS as_it_is
        FROM order_items i WHERE i.order_id = o.id) ordered
    WHERE p.cancelled_at IS NULL AND ordered.as_it_is IS DISTINCT FROM $1::jsonb->'said'->(o.id::text)`,
  'a change was answered and is not in the order, or refused and is': `
    SELECT w.what, w.id, w.allowed, is_now.so FROM jsonb_to_recordset($1::jsonb->'wished') AS w (what text, id uuid, allowed jsonb)
      LEFT JOIN order_items i ON i.id = w.id LEFT JOIN orders o ON o.id = w.id,
      LATERAL (SELECT COALESCE(CASE w.what WHEN 'placement' THEN i.design_config WHEN 'size' THEN i.variant_selections->'size' ELSE o.shipping_address END, 'null') AS so) is_now
    -- The items of an order that is not paid are those of its cart.
    WHERE COALESCE(i.id, o.id) IS NOT NULL AND NOT w.allowed @> jsonb_build_array(is_now.so)`,
  'a change was told other than once': `
    SELECT o.id, told.times AS told, noted.times AS noted, noted.items AS of_items, remade.times AS remade, asked.times AS asked, made.times AS made FROM orders o,
      LATERAL (SELECT count(*) AS times FROM outbox WHERE envelope->>'type' = 'order.changed' AND envelope->>'subject' = 'order/' || o.id) told,
      LATERAL (SELECT count(*) AS times, count(*) FILTER (WHERE facts->'what' <> '["the delivery address"]') AS items
        FROM order_history WHERE order_id = o.id AND action = 'order.changed') noted,
      -- Print files that an admin has made again.
      LATERAL (SELECT count(*) AS times, COALESCE(sum(jsonb_array_length(after->'titles')), 0) AS items FROM audit_entries WHERE action = 'order.print-files-requested' AND subject_id = o.id) remade,
      LATERAL (SELECT count(*) AS times FROM outbox WHERE envelope->>'type' = 'order.print-files-requested' AND envelope->>'subject' = 'order/' || o.id) asked,
      LATERAL (SELECT COALESCE(sum(revision - 1), 0) AS times FROM order_items WHERE order_id = o.id) made
    WHERE told.times <> noted.times OR noted.items + remade.items <> made.times OR remade.times <> asked.times OR o.shipping_address->>'zip' <> '62701' AND noted.times = noted.items`,
  'an order was changed after it was handed over': `
    SELECT h.order_id, h.at, p.at AS handed_over_at FROM order_history h JOIN print_log p USING (order_id) WHERE h.action = 'order.changed' AND h.at > p.at`,
  'a size was taken that costs more': `SELECT order_id FROM order_items WHERE variant_selections->>'size' = 'XXL'`,
};
