/** Each statement finds violations by changes during the change window. `$1`: the observations of the run. */
export const CHANGE_VIOLATIONS: Record<string, string> = {
  'the printed items differ from the order': `
    SELECT o.id, ordered.as_it_is, printed.as_it_is AS printed FROM printed_orders p JOIN orders o ON o.id = p.order_id,
      LATERAL (SELECT jsonb_build_object('zip', o.shipping_address->>'zip', 'name', o.shipping_address->>'name', 'items', jsonb_agg(jsonb_build_array(replace(i.id::text, '-', ''),
          -- The sandbox's variants.
          CASE i.variant_selections->>'size' WHEN 'S' THEN 3 WHEN 'M' THEN 4 WHEN 'L' THEN 5 ELSE 1 END, i.quantity, print_file_hash(i.design_config, i.variant_selections, i.print)) ORDER BY i.position)) AS as_it_is
        FROM order_items i WHERE i.order_id = o.id) ordered,
      LATERAL (SELECT jsonb_build_object('zip', p.recipient->>'zip', 'name', p.recipient->>'name', 'items', jsonb_agg(jsonb_build_array(item->'external_id',
          item->'variant_id', item->'quantity', substring(item->'files'->0->>'url' FROM '/print-files/([0-9a-f]+)\\.png')) ORDER BY position)) AS as_it_is
        FROM jsonb_array_elements(p.items) WITH ORDINALITY AS sent (item, position)) printed
    WHERE NOT p.is_cancelled AND ordered.as_it_is IS DISTINCT FROM printed.as_it_is`,
  'a confirmed change is not in the order, or a rejected one is': `
    SELECT w.property, w.id, w.allowed, is_now.so FROM jsonb_to_recordset($1::jsonb->'expected') AS w (property text, id uuid, allowed jsonb)
      LEFT JOIN order_items i ON i.id = w.id LEFT JOIN orders o ON o.id = w.id,
      LATERAL (SELECT COALESCE(CASE w.property WHEN 'placement' THEN i.design_config WHEN 'size' THEN i.variant_selections->'size' ELSE o.shipping_address END, 'null') AS so) is_now
    -- The items of an order that is not paid are those of its cart.
    WHERE COALESCE(i.id, o.id) IS NOT NULL AND NOT w.allowed @> jsonb_build_array(is_now.so)`,
  'a change was not published exactly once': `
    SELECT o.id, published.times AS published, noted.times AS noted, noted.items AS of_items, remade.times AS remade, asked.times AS asked, made.times AS made FROM orders o,
      LATERAL (SELECT count(*) AS times FROM outbox WHERE envelope->>'type' = 'order.changed' AND envelope->>'subject' = 'order/' || o.id) published,
      LATERAL (SELECT count(*) AS times, count(*) FILTER (WHERE details->'what' <> '["the delivery address"]') AS items
        FROM order_history WHERE order_id = o.id AND action = 'order.changed') noted,
      -- Print files that an admin requested again.
      LATERAL (SELECT count(*) AS times, COALESCE(sum(jsonb_array_length(after->'titles')), 0) AS items FROM audit_entries WHERE action = 'order.print-files-requested' AND subject_id = o.id) remade,
      LATERAL (SELECT count(*) AS times FROM outbox WHERE envelope->>'type' = 'order.print-files-requested' AND envelope->>'subject' = 'order/' || o.id) asked,
      LATERAL (SELECT COALESCE(sum(revision - 1), 0) AS times FROM order_items WHERE order_id = o.id) made
    WHERE published.times <> noted.times OR noted.items + remade.items <> made.times OR remade.times <> asked.times OR o.shipping_address->>'zip' <> '62701' AND noted.times = noted.items`,
  // Once a parcel is back, its customer may correct the address.
  'an order was changed after it was submitted to the printer': `
    SELECT h.order_id, h.at, p.at AS submitted_at FROM order_history h JOIN print_log p USING (order_id) JOIN orders o ON o.id = h.order_id
    WHERE h.action = 'order.changed' AND h.at > p.at AND o.parcel_return IS NULL`,
  // A request for the whole rest becomes what the provider has left.
  'the items do not say what was requested back for cheaper sizes': `
    SELECT o.id, items.cents AS items, requested.cents AS requested FROM orders o,
      LATERAL (SELECT COALESCE(sum(price_back_cents), 0) AS cents FROM order_items WHERE order_id = o.id) items,
      LATERAL (SELECT COALESCE(sum(amount_cents), 0) AS cents, COALESCE(bool_and(is_partial), true) AS is_partial FROM order_refunds WHERE order_id = o.id AND reason = 'a cheaper choice') requested
    WHERE items.cents <> requested.cents AND requested.is_partial`,
  'a more expensive size was accepted': `SELECT order_id FROM order_items WHERE variant_selections->>'size' = 'XXL'`,
};
