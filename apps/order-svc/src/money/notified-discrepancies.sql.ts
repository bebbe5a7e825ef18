import { PRINTER_MESSAGE_PREFIX } from '../fulfilment/fulfilment.rules.js';
import { CURRENT_DISCREPANCIES } from './discrepancies.sql.js';

/**
 * The pause between two emails: a printer failure of hundreds of orders needs one email. A discrepancy that disappears
 * for less than this is not reported again, because each retry at the printer hides it for a minute.
 */
const QUIET_PERIOD = `interval '15 minutes'`;

/** Whether the admins were notified of discrepancy `p` for this reason (row `t`), and it has not been gone since. */
const IS_NOTIFIED = `t.discrepancy_id = p.id AND t.reason IS NOT DISTINCT FROM p.reason AND (t.resolved_since IS NULL OR t.resolved_since > now() - ${QUIET_PERIOD})`;

/** Without the printer's own text, which may name a person. */
const IMPERSONAL = `
  SELECT DISTINCT ON (d.id) d.id, d.kind, d."orderId", d.since, ours.reason, CASE WHEN d.details->>'reason' IS NULL THEN d.details ELSE d.details || jsonb_build_object('reason', ours.reason) END AS details
  FROM (${CURRENT_DISCREPANCIES}) d, LATERAL (SELECT split_part(d.details->>'reason', '${PRINTER_MESSAGE_PREFIX}', 1) AS reason) ours
  ORDER BY d.id`;

/**
 * Selects the newest discrepancies without a notification, with their count, and marks all of them as notified. Reads
 * every order once and writes no row twice.
 */
export const CLAIM_UNNOTIFIED = `
  WITH present AS MATERIALIZED (${IMPERSONAL}),
  back AS (UPDATE notified_discrepancies t SET resolved_since = NULL FROM present p WHERE t.resolved_since IS NOT NULL AND ${IS_NOTIFIED}),
  gone AS (UPDATE notified_discrepancies t SET resolved_since = now() WHERE t.resolved_since IS NULL AND NOT EXISTS (SELECT FROM present p WHERE p.id = t.discrepancy_id)),
  forgotten AS (DELETE FROM notified_discrepancies t WHERE t.resolved_since <= now() - ${QUIET_PERIOD} AND NOT EXISTS (SELECT FROM present p WHERE p.id = t.discrepancy_id)),
  notified AS (
    INSERT INTO notified_discrepancies (discrepancy_id, reason)
      SELECT p.id, p.reason FROM present p
      WHERE NOT EXISTS (SELECT FROM notified_discrepancies t WHERE ${IS_NOTIFIED}) AND NOT EXISTS (SELECT FROM notified_discrepancies t WHERE t.notified_at > now() - ${QUIET_PERIOD})
    ON CONFLICT (discrepancy_id) DO UPDATE SET reason = EXCLUDED.reason, notified_at = EXCLUDED.notified_at, resolved_since = NULL
    RETURNING discrepancy_id)
  SELECT p.id, p.kind, p."orderId", p.since, p.details, o.order_number AS "orderNumber", count(*) OVER () AS "count"
  FROM notified JOIN present p ON p.id = notified.discrepancy_id LEFT JOIN orders o ON o.id = p."orderId"
  ORDER BY p.since DESC, p.id LIMIT $1`;
