import type { RunSql } from '../shop/service-databases.ts';

/** Something that happened to an order. */
export interface Entry {
  at: Date;
  what: string;
  text: string;
}

export interface FoundOrder {
  id: string;
  orderNumber: string;
  status: string;
  paymentStatus: string;
  totalCents: string;
  currency: string;
}

/** Selects `at`, `what` and `text` of each entry of the order `$1`. Neither names nor addresses are read. */
interface Source {
  database: 'orders' | 'art' | 'support' | 'sandbox';
  /** The statement is left out where this table does not exist. */
  table: string;
  sql: string;
}

const MONEY = (cents: string, currency: string): string =>
  `to_char(${cents} / 100.0, 'FM999999990.00') || ' ' || upper(${currency})`;

const events = (database: Source['database'], subject: string): Source[] => [
  {
    database,
    table: 'outbox',
    sql: `SELECT created_at AS at, 'event' AS what, (envelope->>'type') || CASE WHEN published_at IS NULL THEN ' (not sent yet)' ELSE '' END AS text
      FROM outbox WHERE ${subject.replaceAll('SUBJECT', "(envelope->>'subject')")}`,
  },
  {
    database,
    table: 'dead_letters',
    sql: `SELECT died_at AS at, 'dead letter' AS what, type || ': ' || reason || CASE WHEN resolved_at IS NULL THEN '' ELSE ' (resolved)' END AS text
      FROM dead_letters WHERE ${subject.replaceAll('SUBJECT', 'subject')}`,
  },
];

/** The key of a job is its kind and the id of its subject. Only the private table has the payload, where attempts are counted. */
const jobs = (database: Source['database'], subjects: string): Source => ({
  database,
  table: 'graphile_worker.jobs',
  sql: `SELECT state.at, 'job' AS what, job.task_identifier || ': ' || state.text || ', attempt ' || COALESCE(stored.payload->>'attempt', '1') || COALESCE(', ' || job.last_error, '') AS text
    FROM graphile_worker.jobs AS job JOIN graphile_worker._private_jobs AS stored ON stored.id = job.id,
      LATERAL (SELECT CASE WHEN job.locked_at IS NOT NULL THEN 'runs' WHEN job.attempts >= job.max_attempts THEN 'failed for good' ELSE 'waits' END AS text,
        CASE WHEN job.locked_at IS NOT NULL THEN job.locked_at WHEN job.attempts >= job.max_attempts THEN job.updated_at ELSE job.run_at END AS at) state
    WHERE job.key IN (SELECT job.task_identifier || ':' || id FROM (${subjects}) subject (id))`,
});

const IS_ORDER = `SUBJECT = 'order/' || $1::text`;
const IN_ORDERS = `(${IS_ORDER} OR SUBJECT IN (SELECT 'order-item/' || id FROM order_items WHERE order_id = $1::uuid))`;
const IN_ART = `(${IS_ORDER} OR SUBJECT IN (SELECT 'order-item/' || order_item_id FROM print_files WHERE order_id = $1::uuid))`;

const IS_EMAIL = `key LIKE '%/' || $1::text || '%'`;

const SOURCES: readonly Source[] = [
  {
    database: 'orders',
    table: 'orders',
    sql: `SELECT o.at, 'order' AS what, o.text FROM orders, LATERAL (VALUES (created_at, 'created'), (change_window_ends_at, 'end of the change window'),
        (anonymised_at, 'anonymised')) o (at, text) WHERE id = $1::uuid AND o.at IS NOT NULL`,
  },
  {
    database: 'orders',
    table: 'payment_intents',
    sql: `SELECT i.started_at AS at, 'payment' AS what, 'attempt to pay ' || i.intent_id AS text FROM payment_intents i WHERE order_id = $1::uuid AND i.started_at IS NOT NULL`,
  },
  {
    database: 'orders',
    table: 'ledger_entries',
    sql: `SELECT happened_at AS at, 'ledger' AS what, kind || ' ' || ${MONEY('amount_cents', 'currency')} || ' ' || provider || ' ' || reference AS text
      FROM ledger_entries WHERE order_id = $1::uuid`,
  },
  {
    database: 'orders',
    table: 'order_refunds',
    sql: `SELECT COALESCE(refunded_at, requested_at) AS at, 'refund' AS what, ${MONEY('r.amount_cents', 'o.currency')} || ', ' || r.reason || ': ' ||
        CASE WHEN r.failure IS NOT NULL THEN 'failed, ' || r.failure WHEN r.refunded_at IS NULL THEN 'pending' || COALESCE(', ' || r.pending_reason, '') ELSE 'made' END AS text
      FROM order_refunds r JOIN orders o ON o.id = r.order_id WHERE r.order_id = $1::uuid`,
  },
  {
    database: 'orders',
    table: 'order_history',
    sql: `SELECT at, 'timeline' AS what, action || ' ' || details::text AS text FROM order_history WHERE order_id = $1::uuid`,
  },
  {
    database: 'orders',
    table: 'audit_entries',
    sql: `SELECT at, 'admin' AS what, action || COALESCE(' ' || after::text, '') AS text FROM audit_entries WHERE subject_type = 'order' AND subject_id = $1::uuid`,
  },
  {
    database: 'orders',
    table: 'fulfilments',
    sql: `SELECT COALESCE(submitted_at, due_at) AS at, 'printing' AS what, provider || ': ' || state || COALESCE(' as ' || external_id, '') || ', ' || 'attempt ' || attempts || COALESCE(', ' || reason, '') AS text
      FROM fulfilments WHERE order_id = $1::uuid`,
  },
  {
    database: 'orders',
    table: 'fulfilment_holds',
    sql: `SELECT h.at, 'hold' AS what, kind || ' ' || reference || ': ' || h.text AS text
      FROM fulfilment_holds, LATERAL (VALUES (opened_at, 'opened'), (released_at, 'released by ' || released_by)) h (at, text)
      WHERE order_id = $1::uuid AND h.at IS NOT NULL`,
  },
  {
    database: 'orders',
    table: 'order_questions',
    sql: `SELECT q.at, 'question' AS what, id || ': ' || q.text AS text
      FROM order_questions, LATERAL (VALUES (asked_at, 'asked'), (answered_at, 'answered')) q (at, text) WHERE order_id = $1::uuid AND q.at IS NOT NULL`,
  },
  {
    database: 'orders',
    table: 'problem_reports',
    sql: `SELECT p.at, 'problem' AS what, id || ', ' || p.text AS text
      FROM problem_reports, LATERAL (VALUES (reported_at, kind || ': reported, ' || jsonb_array_length(items) || ' lines, ' || cardinality(photo_ids) || ' photos'),
        (closed_at, CASE WHEN answer IS NULL THEN 'closed: sent again' ELSE 'closed: answered' END)) p (at, text)
      WHERE order_id = $1::uuid AND p.at IS NOT NULL`,
  },
  {
    database: 'orders',
    table: 'reprints',
    sql: `SELECT COALESCE(submitted_at, requested_at) AS at, 'reprint' AS what, id || ', ' || reason || ', ' || provider || ': ' || state || COALESCE(' as ' || external_id, '') || ', ' || 'attempt ' || attempts || COALESCE(', ' || problem, '') AS text
      FROM reprints WHERE order_id = $1::uuid`,
  },
  jobs('orders', 'SELECT $1::text UNION ALL SELECT id::text FROM reprints WHERE order_id = $1::uuid'),
  ...events('orders', IN_ORDERS),
  {
    database: 'art',
    table: 'print_files',
    sql: `SELECT COALESCE(completed_at, created_at) AS at, 'print file' AS what, 'line ' || line || ': ' || status || ', ' || 'attempt ' || attempts ||
        COALESCE(', ' || failure_reason, '') || COALESCE(' ' || (file->>'widthPx') || ' × ' || (file->>'heightPx') || ' px', '') AS text
      FROM print_files WHERE order_id = $1::uuid`,
  },
  jobs('art', 'SELECT order_item_id::text FROM print_files WHERE order_id = $1::uuid'),
  ...events('art', IN_ART),
  {
    database: 'sandbox',
    table: 'printful_orders',
    sql: `SELECT COALESCE(confirmed_at, created_at) AS at, 'printer' AS what, 'order ' || id || COALESCE(': ' || status, '') || COALESCE(', ' || error, '') AS text
      FROM printful_orders WHERE external_id IN ($1::text, replace($1::text, '-', ''))`,
  },
  {
    database: 'support',
    table: 'emails',
    sql: `SELECT COALESCE(ended_at, created_at) AS at, 'email' AS what, template || ': ' || status || COALESCE(', ' || reason, '') AS text
      FROM emails WHERE ${IS_EMAIL}`,
  },
  jobs('support', `SELECT id::text FROM emails WHERE ${IS_EMAIL}`),
  ...events('support', IS_ORDER),
];

export const DATABASES_OF_ORDERS = [...new Set(SOURCES.map(({ database }) => database))];

export async function findOrder(query: RunSql, orderNumber: string): Promise<FoundOrder | undefined> {
  const [order] = await query<FoundOrder>(
    `SELECT id, order_number AS "orderNumber", status, payment_status AS "paymentStatus", total_cents AS "totalCents", currency FROM orders WHERE order_number = $1`,
    [orderNumber],
  );
  return order;
}

/** What one of the databases knows of the order. */
export async function listEntries(database: string, query: RunSql, orderId: string): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const { table, sql } of SOURCES.filter((source) => source.database === database)) {
    const [found] = await query<{ isThere: boolean }>('SELECT to_regclass($1) IS NOT NULL AS "isThere"', [table]);
    if (found?.isThere) entries.push(...(await query<Entry>(sql, [orderId])));
  }
  return entries;
}

export const formatOrder = ({ id, orderNumber, status, paymentStatus, totalCents, currency }: FoundOrder): string =>
  `${orderNumber} (${id}): ${status}, payment ${paymentStatus}, ${(Number(totalCents) / 100).toFixed(2)} ${currency.toUpperCase()}`;

export const formatEntries = (entries: readonly Entry[]): string[] =>
  entries
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ at, what, text }) => `${at.toISOString()}  ${what.padEnd(11)}  ${text}`);
