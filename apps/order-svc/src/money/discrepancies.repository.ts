import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { FOUND_DISCREPANCIES_LIMIT, MONEY_DISCREPANCIES_LIMIT } from '@shop/contracts-order';
import { DataSource, type EntityManager } from 'typeorm';
import { isOnHoldSql } from '../fulfilment/fulfilment-holds.repository.js';
import { PRINTER_MESSAGE_PREFIX } from '../fulfilment/fulfilment.rules.js';
import { MISSING_AT_PRINTER } from '../fulfilment/printer-status.rules.js';
import { INTENT_ID } from '../orders/orders.repository.js';
import { IS_COUNTED, PAID_CURRENCY } from '../orders/refund-summary.repository.js';
import { presentIntentSql } from '../payments/payment-accounts.repository.js';
import { PaymentProviderRegistry } from '../payments/payment-provider.registry.js';
import { remainingCentsSql } from '../payments/refunds.repository.js';
import type { Discrepancy } from './discrepancy.rules.js';
import { EXPECTED_STATUS, LEDGER_TOTALS } from './uncompared-orders.repository.js';

// Each statement selects a discrepancy's kind, its key within the kind, its order, since when, and the details for its message.

/** Another amount or currency than the order's was paid. */
const AMOUNT_MISMATCH = `
  SELECT 'amount-mismatch' AS kind, o.id::text AS key, o.id AS order_id, o.mismatch_seen_at AS since,
    jsonb_build_object('amountCents', f.amount_cents, 'currency', f.currency, 'totalCents', o.total_cents, 'intentId', f.intent_id, 'provider', f.provider) AS details
  FROM orders o JOIN ledger_entries f ON f.order_id = o.id AND f.kind = 'succeeded'
  WHERE o.status = 'created' AND o.mismatch_seen_at IS NOT NULL AND (f.amount_cents, f.currency) IS DISTINCT FROM (o.total_cents, o.currency)`;

/** What was refunded of the unmatched payment `f`, and how many of its refunds failed. */
const UNMATCHED_REFUNDED = `
  SELECT COALESCE(sum(b.amount_cents) FILTER (WHERE b.kind = 'refunded' AND sent_back.reference IS NULL), 0) AS cents, count(*) FILTER (WHERE b.kind = 'refund-failed') AS failed
  FROM ledger_entries b LEFT JOIN ledger_entries sent_back ON sent_back.provider = b.provider AND sent_back.kind = 'refund-failed' AND sent_back.reference = b.reference
  WHERE b.order_id IS NULL AND b.intent_id = f.intent_id AND b.provider = f.provider AND b.kind IN ('refunded', 'refund-failed')`;

const UNMATCHED_PAYMENT = (livemode: string): string => `
  SELECT 'unmatched-payment', f.provider || ' ' || f.intent_id, NULL::uuid, f.happened_at,
    jsonb_build_object('amountCents', f.amount_cents - back.cents, 'currency', f.currency, 'intentId', f.intent_id, 'provider', f.provider, 'failedRefunds', back.failed)
  FROM ledger_entries f, LATERAL (${UNMATCHED_REFUNDED}) back
  WHERE f.order_id IS NULL AND f.kind = 'succeeded' AND back.cents < f.amount_cents AND NOT (${livemode} AND NOT f.livemode)`;

/** Orders with a failed refund are left out: that refund is its own discrepancy. */
const PAID_AFTER_CANCEL = `
  SELECT 'paid-after-cancel', o.id::text, o.id, o.updated_at, jsonb_build_object('amountCents', rest.cents, 'currency', ${PAID_CURRENCY})
  FROM orders o, LATERAL (${remainingCentsSql('o.id')}) rest
  WHERE o.status = 'cancelled' AND o.payment_status = 'paid' AND rest.cents > 0
    AND NOT EXISTS (SELECT 1 FROM order_refunds r WHERE r.order_id = o.id AND r.failure IS NOT NULL AND r.replaced_by IS NULL)`;

/** A provider accepts a refund at once unless something is wrong. A bank may need days to confirm it; a balance that is too low needs an admin. */
const REFUND_PENDING = `
  SELECT 'refund-pending', r.id::text, r.order_id, r.requested_at,
    jsonb_build_object('amountCents', r.amount_cents, 'currency', ${PAID_CURRENCY}, 'isAtBank', r.refund_id IS NOT NULL, 'pendingReason', r.pending_reason, 'provider', o.payment_provider, 'n', r.n)
  FROM order_refunds r JOIN orders o ON o.id = r.order_id
  WHERE r.source = 'shop' AND r.refunded_at IS NULL AND r.failure IS NULL
    AND (r.pending_reason = 'insufficient_funds' OR r.requested_at < now() - CASE WHEN r.refund_id IS NULL THEN interval '10 minutes' ELSE interval '5 days' END)`;

const isDisputed = (orderId: string): string =>
  `EXISTS (SELECT FROM disputes d WHERE d.order_id = ${orderId} AND d.closed_at IS NULL)`;

const REFUND_FAILED = `
  SELECT 'refund-failed', CASE r.source WHEN 'shop' THEN r.id::text ELSE r.provider || ' ' || r.refund_id END, r.order_id, r.requested_at,
    jsonb_build_object('amountCents', r.amount_cents, 'currency', ${PAID_CURRENCY}, 'failure', r.failure, 'isDisputed', ${isDisputed('r.order_id')}, 'provider', o.payment_provider, 'intentId', ${INTENT_ID})
      || CASE r.source WHEN 'shop' THEN jsonb_build_object('n', r.n) ELSE jsonb_build_object('refundId', r.refund_id) END
  FROM order_refunds r JOIN orders o ON o.id = r.order_id
  WHERE r.failure IS NOT NULL AND r.replaced_by IS NULL AND ${IS_COUNTED}`;

/** Of an order on hold with the fulfilment `f`: `mayBeAtPrinter` in one statement. */
const PRINTING_ON_HOLD = `CASE WHEN f.state IN ('submitting', 'submitted') OR f.state = 'waiting' AND f.attempts > 0 THEN 'begun' ELSE 'stopped' END`;

const DISPUTE_OPEN = `
  SELECT 'dispute-open', d.provider || ' ' || d.dispute_id, d.order_id, d.opened_at,
    jsonb_build_object('amountCents', d.amount_cents, 'currency', d.currency, 'reason', d.reason, 'respondBy', d.respond_by, 'provider', d.provider, 'intentId', ${INTENT_ID},
      'printing', (SELECT ${PRINTING_ON_HOLD} FROM fulfilment_holds h JOIN fulfilments f ON f.order_id = h.order_id WHERE h.kind = 'dispute' AND h.reference = d.dispute_id AND h.released_at IS NULL),
      'isReprinting', EXISTS (SELECT FROM reprints r WHERE r.order_id = d.order_id AND r.ended_at IS NULL AND r.shipped_at IS NULL AND (r.attempts > 0 OR r.provider = 'by-hand')))
  FROM disputes d JOIN orders o ON o.id = d.order_id WHERE d.closed_at IS NULL`;

/** Paid orders that wait for a decision, one row each. An open dispute has its own row. A customer has three days for an answer. */
const FULFILMENT_HOLD = `
  SELECT 'fulfilment-hold', o.id::text, o.id, h.since, jsonb_build_object('holds', h.kinds, 'printing', w.printing, 'reason', concat_ws(' ', h.kinds, w.printing), 'provider', o.payment_provider, 'intentId', ${INTENT_ID})
  FROM (SELECT h.order_id, min(h.opened_at) AS since, jsonb_agg(DISTINCT h.kind) AS kinds FROM fulfilment_holds h
      WHERE h.released_at IS NULL AND CASE h.kind WHEN 'question' THEN h.opened_at < now() - interval '3 days'
        WHEN 'dispute' THEN NOT EXISTS (SELECT FROM disputes d WHERE d.order_id = h.order_id AND d.dispute_id = h.reference AND d.closed_at IS NULL) ELSE true END
      GROUP BY h.order_id) h
    JOIN orders o ON o.id = h.order_id AND o.status IN ('paid', 'processing') JOIN fulfilments f ON f.order_id = o.id, LATERAL (SELECT ${PRINTING_ON_HOLD} AS printing) w`;

/** Shown for a day. */
const PAYMENT_STOPPED = `
  SELECT 'payment-stopped', o.id::text, o.id, o.payment_stopped_at, jsonb_build_object('declines', (SELECT count(*) FROM ledger_entries f WHERE f.order_id = o.id AND f.kind = 'failed'))
  FROM orders o WHERE o.payment_stopped_at > now() - interval '1 day' AND o.paid_at IS NULL`;

/**
 * Paid orders `o` that may lack a print file: one that a printer has is complete. Found by their fulfilments `f`, because the orders at
 * the printer are many.
 */
const NOT_AT_PRINTER = `
  fulfilments f JOIN orders o ON o.id = f.order_id AND o.status IN ('paid', 'processing') AND o.payment_status = 'paid'
    AND f.ended_at IS NULL AND (f.state IN ('change-window', 'waiting', 'submitting') OR f.provider = 'by-hand')`;

/** A file that was requested within the hour is still being made, see fulfilment.rules.ts. */
const PRINT_MISSING = `
  SELECT 'print-missing', o.id::text, o.id, o.paid_at,
    jsonb_build_object('missing', count(*) FILTER (WHERE i.print_file IS NULL), 'items', count(*))
  FROM ${NOT_AT_PRINTER} JOIN order_items i ON i.order_id = o.id
  WHERE o.paid_at < now() - interval '1 hour'
  GROUP BY o.id
  HAVING count(*) FILTER (WHERE i.print_file IS NULL AND i.print_file_failure IS NULL AND COALESCE(i.print_requested_at, o.paid_at) < now() - interval '1 hour') > 0`;

const PRINT_FAILED = `
  SELECT 'print-failed', i.id::text, o.id, o.paid_at, jsonb_build_object('title', i.title, 'reason', i.print_file_failure)
  FROM ${NOT_AT_PRINTER} JOIN order_items i ON i.order_id = o.id AND i.print_file IS NULL AND i.print_file_failure IS NOT NULL`;

const DELAY_NOTED_AT = `(SELECT max(h.at) FROM order_history h WHERE h.order_id = f.order_id AND h.action = 'order.printing-delayed')`;

/**
 * Leaves out orders that are being submitted, orders without print files (PRINT_MISSING), orders that an admin
 * prints (PRINTING_STALE) and orders on hold (FULFILMENT_HOLD).
 */
const PRINTING_BLOCKED = `
  SELECT 'not-printed', f.order_id::text, f.order_id, CASE WHEN f.reason IS NULL THEN f.due_at ELSE COALESCE(${DELAY_NOTED_AT}, f.due_at) END,
    jsonb_build_object('reason', f.reason, 'state', f.state, 'isMissingAtPrinter', f.state = 'submitted' AND f.reason = '${MISSING_AT_PRINTER}', 'isPaid', o.payment_status = 'paid' AND (SELECT rest.cents > 0 FROM (${remainingCentsSql('o.id')}) rest))
  FROM fulfilments f JOIN orders o ON o.id = f.order_id
  WHERE f.provider <> 'by-hand' AND f.state <> 'cancelled' AND f.ended_at IS NULL AND o.status IN ('paid', 'processing')
    -- Both of these have an index.
    AND (f.reason IS NOT NULL OR f.state IN ('change-window', 'waiting', 'submitting') AND f.due_at < now() - interval '1 hour')
    AND CASE WHEN f.state = 'submitted' THEN f.reason IS NOT NULL
      ELSE NOT ${isOnHoldSql('f.order_id')} AND (f.due_at < now() - interval '1 hour' OR (f.reason IS NOT NULL AND f.due_at NOT BETWEEN now() - interval '1 minute' AND now()))
        AND NOT (o.payment_status = 'paid' AND EXISTS (SELECT 1 FROM order_items i WHERE i.order_id = o.id AND i.print_file IS NULL)) END`;

/**
 * Orders without an error that do not progress: printed by hand and still paid a day after the change window, or in
 * processing for 14 days. Orders on hold are left out. Orders without a fulfilment are printed by hand. The first condition has an index: an order is
 * paid before it is due or submitted.
 */
const PRINTING_STALE = `
  SELECT 'not-printed', o.id::text, o.id, w.since, jsonb_build_object('stage', CASE o.status WHEN 'paid' THEN 'unprinted' ELSE 'unsent' END, 'byHand', w.by_hand, 'since', w.since)
  -- OFFSET: these orders are few, so their fulfilments are looked up instead of read all.
  FROM orders o LEFT JOIN LATERAL (SELECT * FROM fulfilments f WHERE f.order_id = o.id OFFSET 0) f ON true,
    LATERAL (SELECT COALESCE(f.submitted_at, f.due_at, o.paid_at) AS since, COALESCE(f.provider = 'by-hand', true) AS by_hand) w
  WHERE o.status IN ('paid', 'processing') AND o.paid_at < now() - CASE o.status WHEN 'paid' THEN interval '1 day' ELSE interval '14 days' END AND NOT ${isOnHoldSql('o.id')} AND CASE o.status
    WHEN 'paid' THEN w.by_hand AND o.payment_status = 'paid' AND w.since < now() - interval '1 day' AND NOT EXISTS (SELECT 1 FROM order_items i WHERE i.order_id = o.id AND i.print_file IS NULL)
    WHEN 'processing' THEN (w.by_hand OR (f.state = 'submitted' AND f.reason IS NULL)) AND w.since < now() - interval '14 days' END`;

/** Left out after a month, because the print can't be stopped any more. */
const PRINTED_AFTER_CANCEL = `
  SELECT 'printed-after-cancel', f.order_id::text, f.order_id, COALESCE(${DELAY_NOTED_AT}, f.due_at), jsonb_build_object('reason', f.reason)
  FROM fulfilments f
  WHERE f.state = 'cancelled' AND f.reason IS NOT NULL AND COALESCE(${DELAY_NOTED_AT}, f.due_at) > now() - interval '30 days'`;

/** A better address is another reason, so that the admins are notified again. */
const PARCEL_RETURNED = `
  SELECT 'parcel-returned', o.id::text, o.id, o.returned_at, jsonb_build_object('isAddressCorrected', COALESCE(o.parcel_return->'isAddressCorrected' = 'true', false),
    'reason', concat('returned', CASE WHEN o.parcel_return->'isAddressCorrected' = 'true' THEN ', corrected' END, '${PRINTER_MESSAGE_PREFIX}' || (o.parcel_return->>'reason')))
  FROM orders o WHERE o.returned_at IS NOT NULL`;

/**
 * Reprints with a problem (for 30 days after they were cancelled), or that do not progress: waiting for an hour, at the printer for 14 days, or to be
 * sent by hand for a day. Each condition has an index.
 */
const NOT_REPRINTED = `
  SELECT 'not-reprinted', r.id::text, r.order_id, COALESCE(r.submitted_at, r.requested_at), jsonb_build_object('reprintId', r.id, 'reason', r.problem, 'byHand', r.provider = 'by-hand',
    'isPaid', (SELECT rest.cents > 0 FROM (${remainingCentsSql('r.order_id')}) rest),
    'stage', CASE r.state WHEN 'submitted' THEN 'at-printer' WHEN 'shipped' THEN 'on-its-way' WHEN 'cancelled' THEN 'cancelled' ELSE 'waiting' END)
  FROM reprints r WHERE r.problem IS NOT NULL AND (r.state <> 'cancelled' OR r.ended_at > now() - interval '30 days') OR r.ended_at IS NULL AND CASE r.state
    WHEN 'submitted' THEN COALESCE(r.submitted_at, r.requested_at) < now() - CASE r.provider WHEN 'by-hand' THEN interval '1 day' ELSE interval '14 days' END
    WHEN 'shipped' THEN false ELSE r.due_at < now() - interval '1 hour' END`;

const PROBLEM_REPORTED = `
  SELECT 'problem-reported', p.id::text, p.order_id, p.reported_at, jsonb_build_object('problem', p.kind) FROM problem_reports p WHERE p.closed_at IS NULL`;

/** Orders that were compared and agree are not read. */
const STATUS_MISMATCH = `
  SELECT 'status-mismatch', o.id::text, o.id, o.updated_at, jsonb_build_object('stored', o.payment_status, 'expected', ${EXPECTED_STATUS}, 'provider', o.payment_provider, 'intentId', ${INTENT_ID})
  FROM (SELECT DISTINCT order_id FROM uncompared_orders) u JOIN orders o ON o.id = u.order_id, ${LEDGER_TOTALS} WHERE o.payment_status <> ${EXPECTED_STATUS}`;

/** Errors such as rejected keys: payments and refunds fail until an operator resolves them. */
const PROVIDER_REJECTS = `
  SELECT 'provider-error', r.provider || ' ' || r.code, NULL::uuid, r.since, jsonb_build_object('provider', r.provider, 'code', r.code) FROM provider_errors r`;

/** A UUID (version 8, RFC 9562) computed from the kind and key, so that the same discrepancy keeps its id. */
const ID = `overlay(overlay(md5(d.kind || ' ' || d.key) PLACING '8' FROM 13) PLACING '8' FROM 17)::uuid`;

const listAll = (livemode: string): string =>
  [
    AMOUNT_MISMATCH,
    UNMATCHED_PAYMENT(livemode),
    PAID_AFTER_CANCEL,
    REFUND_PENDING,
    REFUND_FAILED,
    DISPUTE_OPEN,
    PAYMENT_STOPPED,
    PRINT_MISSING,
    PRINT_FAILED,
    PRINTING_BLOCKED,
    PRINTING_STALE,
    PRINTED_AFTER_CANCEL,
    PARCEL_RETURNED,
    NOT_REPRINTED,
    PROBLEM_REPORTED,
    FULFILMENT_HOLD,
    STATUS_MISMATCH,
    PROVIDER_REJECTS,
  ].join('\n  UNION ALL\n');

/**
 * All present discrepancies. Reads what is open, not every order. Those of test payments are left out with live keys; those of real money in
 * another account stay.
 */
const currentDiscrepancies = (livemode: string): string => `
  SELECT ${ID} AS id, d.kind, d.key, d.order_id AS "orderId", d.since, d.details FROM (${listAll(livemode)}) d
  WHERE NOT EXISTS (SELECT ${presentIntentSql('d.order_id')} AND ${livemode} AND NOT i.livemode)`;

const ORDER_NUMBER = `(SELECT o.order_number FROM orders o WHERE o.id = d."orderId") AS "orderNumber"`;

/** Newest first with the total count: all discrepancies, or the one with an id. */
const LIST_DISCREPANCIES = `
  SELECT d.*, ${ORDER_NUMBER} FROM (
    SELECT d.*, count(*) OVER () AS "count" FROM (${currentDiscrepancies('$3::boolean')}) d
    WHERE $1::uuid IS NULL OR d.id = $1::uuid ORDER BY d.since DESC, d.id LIMIT $2) d
  ORDER BY d.since DESC, d.id`;

/**
 * The pause between two emails: a printer failure of hundreds of orders needs one email. A discrepancy that disappears
 * for less than this is not reported again, because each retry at the printer hides it for a minute.
 */
const QUIET_PERIOD = `interval '15 minutes'`;

/** Sent at once, with everything that waits: the order may be in print, and can be cancelled for a short time only. */
const URGENT_KINDS = `('fulfilment-hold', 'dispute-open')`;

/** Whether the admins were notified of discrepancy `p` for this reason (row `t`), and it has not been gone since. */
const IS_NOTIFIED = `t.discrepancy_id = p.id AND t.reason IS NOT DISTINCT FROM p.reason AND (t.resolved_since IS NULL OR t.resolved_since > now() - ${QUIET_PERIOD})`;

/** Without the printer's own text, which may name a person. */
const IMPERSONAL = `
  SELECT DISTINCT ON (d.id) d.id, d.kind, d."orderId", d.since, ours.reason, CASE WHEN d.details->>'reason' IS NULL THEN d.details ELSE d.details || jsonb_build_object('reason', ours.reason) END AS details
  FROM (${currentDiscrepancies('$2::boolean')}) d, LATERAL (SELECT split_part(d.details->>'reason', '${PRINTER_MESSAGE_PREFIX}', 1) AS reason) ours
  ORDER BY d.id`;

/**
 * Selects the newest discrepancies without a notification, with their count, and marks all of them as notified. Writes no row
 * twice.
 */
const CLAIM_UNNOTIFIED = `
  WITH present AS MATERIALIZED (${IMPERSONAL}),
  back AS (UPDATE notified_discrepancies t SET resolved_since = NULL FROM present p WHERE t.resolved_since IS NOT NULL AND ${IS_NOTIFIED}),
  gone AS (UPDATE notified_discrepancies t SET resolved_since = now() WHERE t.resolved_since IS NULL AND NOT EXISTS (SELECT FROM present p WHERE p.id = t.discrepancy_id)),
  forgotten AS (DELETE FROM notified_discrepancies t WHERE t.resolved_since <= now() - ${QUIET_PERIOD} AND NOT EXISTS (SELECT FROM present p WHERE p.id = t.discrepancy_id)),
  unnotified AS MATERIALIZED (SELECT p.id, p.kind, p.reason FROM present p WHERE NOT EXISTS (SELECT FROM notified_discrepancies t WHERE ${IS_NOTIFIED})),
  notified AS (
    INSERT INTO notified_discrepancies (discrepancy_id, reason)
      SELECT u.id, u.reason FROM unnotified u
      WHERE EXISTS (SELECT FROM unnotified WHERE kind IN ${URGENT_KINDS}) OR NOT EXISTS (SELECT FROM notified_discrepancies t WHERE t.notified_at > now() - ${QUIET_PERIOD})
    ON CONFLICT (discrepancy_id) DO UPDATE SET reason = EXCLUDED.reason, notified_at = EXCLUDED.notified_at, resolved_since = NULL
    RETURNING discrepancy_id)
  SELECT d.*, ${ORDER_NUMBER} FROM (
    SELECT p.id, p.kind, p."orderId", p.since, p.details, count(*) OVER () AS "count"
    FROM notified JOIN present p ON p.id = notified.discrepancy_id ORDER BY p.since DESC, p.id LIMIT $1) d
  ORDER BY d.since DESC, d.id`;

type Row = Discrepancy & { count: number };

const withCount = (rows: Row[]): { newest: Discrepancy[]; count: number } => ({
  newest: rows,
  count: rows[0]?.count ?? 0,
});

/** Advisory lock id, unique in this database. A process of another version may notify the admins at the same moment. */
const NOTIFICATION_LOCK = 7_241_302;

@Injectable()
export class DiscrepanciesRepository {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly paymentProviders: PaymentProviderRegistry,
  ) {}

  /** The newest discrepancies and their total count. */
  async listNewest(): Promise<{ newest: Discrepancy[]; count: number }> {
    return withCount(await this.query(LIST_DISCREPANCIES, [null, MONEY_DISCREPANCIES_LIMIT]));
  }

  /** Null if the discrepancy does not exist or is resolved. */
  async findById(id: string): Promise<Discrepancy | null> {
    const [discrepancy] = await this.query(LIST_DISCREPANCIES, [id, 1]);
    return discrepancy ?? null;
  }

  /**
   * The newest discrepancies that the admins were not notified of, and their count. Marks all of them as notified.
   * Texts of the printer are left out.
   */
  async claimUnnotified(manager: EntityManager): Promise<{ newest: Discrepancy[]; count: number }> {
    const [lock] = await manager.query<{ acquired: boolean }[]>('SELECT pg_try_advisory_xact_lock($1) AS acquired', [
      NOTIFICATION_LOCK,
    ]);
    if (!lock?.acquired) return { newest: [], count: 0 };
    return withCount(await this.query(CLAIM_UNNOTIFIED, [FOUND_DISCREPANCIES_LIMIT], manager));
  }

  private async query(sql: string, values: unknown[], manager = this.dataSource.manager): Promise<Row[]> {
    const { livemode } = await this.paymentProviders.current.getKnownAccount();
    return manager.query<Row[]>(sql, [...values, livemode]);
  }
}
