import type { OrderView } from '@shop/contracts-order';

const ON_HOLD = 'SELECT order_id FROM fulfilment_holds WHERE released_at IS NULL';
const OUT_OF_STOCK = 'SELECT order_id FROM order_items WHERE is_out_of_stock';
const NOT_PRINTED = `SELECT order_id FROM fulfilments WHERE reason IS NOT NULL AND ended_at IS NULL
  UNION ALL SELECT order_id FROM order_items WHERE print_file IS NULL AND print_file_failure IS NOT NULL
  UNION ALL SELECT order_id FROM reprints WHERE problem IS NOT NULL AND ended_at IS NULL`;
const CAME_BACK = `SELECT id FROM orders WHERE returned_at IS NOT NULL
  UNION ALL SELECT order_id FROM reprints WHERE returned_at IS NOT NULL AND ended_at IS NULL`;
const PROBLEM_REPORTED = 'SELECT order_id FROM problem_reports WHERE closed_at IS NULL';
/** Paid, past the change window, and no printer's: an admin prints and sends it. */
const BY_HAND = `SELECT f.order_id FROM fulfilments f JOIN orders w ON w.id = f.order_id
  WHERE f.provider = 'by-hand' AND f.ended_at IS NULL AND w.status IN ('paid', 'processing') AND w.change_window_ends_at <= now()`;

/**
 * Conditions on the order `o`. The sets are small, because each order leaves them when it is dealt with: an index finds all of a set.
 * Orders of which a part went back stay for good; they are found along the list.
 */
export const VIEW_CONDITIONS: Readonly<Record<OrderView, string>> = {
  'needs-me': `o.id IN (${[ON_HOLD, OUT_OF_STOCK, NOT_PRINTED, CAME_BACK, PROBLEM_REPORTED, BY_HAND].join(' UNION ALL ')})`,
  'change-window': `o.status = 'paid' AND o.change_window_ends_at > now()`,
  waiting: `o.id IN (${ON_HOLD} UNION ALL ${OUT_OF_STOCK})`,
  'printing-failed': `o.id IN (${NOT_PRINTED})`,
  'partly-refunded': `o.payment_status = 'paid' AND EXISTS (SELECT FROM order_refunds r WHERE r.order_id = o.id AND r.refunded_at IS NOT NULL)`,
  'came-back': `o.id IN (${CAME_BACK})`,
};

/** Why an order waits, for the list: kinds of open holds, and whether an article is sold out. */
export const WAITS_FOR = `ARRAY(SELECT DISTINCT kind FROM fulfilment_holds h WHERE h.order_id = o.id AND h.released_at IS NULL ORDER BY kind)
  || CASE WHEN EXISTS (SELECT FROM order_items i WHERE i.order_id = o.id AND i.is_out_of_stock) THEN ARRAY['out-of-stock'] ELSE '{}' END`;
