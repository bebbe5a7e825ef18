/**
 * What was sold when, for the admin's figures of a range of days. Counted like the figures of the dashboard (figures.sql.ts of the first migration): a
 * trigger per statement writes what the statement changed, so no two transactions write one row, and a reading is right up to the last commit.
 *
 * Quarter hours, because every time zone's days begin with one (Kathmandu is 5:45 ahead). So another zone needs no other rows.
 */
export const SALES_TABLES = [
  `CREATE TABLE IF NOT EXISTS sales_figures (
    -- order, country, product, style: when the order was paid. received, refund, lost-dispute, decline: when it happened.
    kind text NOT NULL,
    -- Of both grains, so that a long range reads few rows.
    grain text NOT NULL CHECK (grain IN ('quarter-hour', 'day')),
    -- Days begin at midnight UTC.
    starts_at timestamptz NOT NULL,
    -- Product, style or country; empty for other kinds, and if it is unknown.
    key text NOT NULL,
    -- Where it was paid, as in figures.
    account text,
    livemode boolean,
    count bigint NOT NULL,
    cents bigint NOT NULL,
    CONSTRAINT sales_figures_unique UNIQUE NULLS NOT DISTINCT (grain, kind, starts_at, key, account, livemode)
  )`,
  // Added to sales_figures and deleted each minute.
  `CREATE TABLE IF NOT EXISTS sales_changes (
    position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind text NOT NULL,
    starts_at timestamptz NOT NULL,
    key text NOT NULL,
    account text,
    livemode boolean,
    count bigint NOT NULL,
    cents bigint NOT NULL
  )`,
];

/** The row sources below are a table, or the rows of a trigger's statement. */
type SalesOf = (rows: string) => string;

const quarterHour = (time: string): string => `date_bin('15 minutes', ${time}, timestamptz '2000-01-01 00:00:00+00')`;

const JOIN_INTENT = 'LEFT JOIN payment_intents pi ON pi.order_id = o.id AND pi.n = o.canceled_intents';
const IS_PAID = `o.payment_status IN ('paid', 'refunded')`;
/** A payment of a cancelled order does not make it paid, but counts as one of its payments. */
const PAID_AT = quarterHour('COALESCE(o.paid_at, o.created_at)');

const ITEM_KINDS = `LATERAL (VALUES ('product', i.product_id::text), ('style', COALESCE(i.style_key, ''))) sold (kind, key)`;

const ofItems: SalesOf = (rows) => `
    SELECT sold.kind, ${PAID_AT} AS starts_at, sold.key, pi.account, pi.livemode, i.quantity::bigint AS count, i.subtotal_cents AS cents
    FROM ${rows} i JOIN orders o ON o.id = i.order_id ${JOIN_INTENT}, ${ITEM_KINDS} WHERE ${IS_PAID}`;

const ofOrders: SalesOf = (rows) => `
    SELECT sold.kind, ${PAID_AT} AS starts_at, sold.key, pi.account, pi.livemode, 1::bigint AS count, o.total_cents AS cents
    FROM ${rows} o ${JOIN_INTENT}, LATERAL (VALUES ('order', ''), ('country', COALESCE(o.shipping_address ->> 'country', ''))) sold (kind, key) WHERE ${IS_PAID}
    UNION ALL
    SELECT sold.kind, ${PAID_AT}, sold.key, pi.account, pi.livemode, i.quantity, i.subtotal_cents
    FROM ${rows} o JOIN order_items i ON i.order_id = o.id ${JOIN_INTENT}, ${ITEM_KINDS} WHERE ${IS_PAID}`;

/**
 * A refund that failed is taken off when it failed, if it was made at all. The two entries are written in any order: the later one takes it off. Both
 * have the same intent.
 */
const isEarlier = (other: string): string =>
  `${other}.provider = l.provider AND ${other}.reference = l.reference AND ${other}.position < l.position AND ${other}.currency = 'usd'`;

const ofLedger: SalesOf = (rows) => `
    SELECT entry.kind, ${quarterHour('entry.at')} AS starts_at, '' AS key, COALESCE(pi.account, l.account) AS account, COALESCE(pi.livemode, l.livemode) AS livemode,
      entry.count::bigint AS count, entry.cents
    FROM ${rows} l LEFT JOIN payment_intents pi ON pi.order_id = l.order_id AND pi.intent_id = l.intent_id, LATERAL (
      SELECT 'received' AS kind, l.happened_at AS at, 1 AS count, l.amount_cents AS cents WHERE l.kind = 'succeeded' AND l.currency = 'usd'
      UNION ALL SELECT 'decline', l.happened_at, 1, 0 WHERE l.kind = 'failed'
      UNION ALL SELECT 'refund', l.happened_at, 1, l.amount_cents WHERE l.kind = 'refunded' AND l.currency = 'usd'
      UNION ALL SELECT 'refund', b.happened_at, -1, -b.amount_cents FROM ledger_entries b
        WHERE l.kind = 'refunded' AND l.currency = 'usd' AND b.kind = 'refund-failed' AND ${isEarlier('b')}
      UNION ALL SELECT 'refund', l.happened_at, -1, -l.amount_cents
        WHERE l.kind = 'refund-failed' AND l.currency = 'usd' AND EXISTS (SELECT FROM ledger_entries r WHERE r.kind = 'refunded' AND ${isEarlier('r')})
    ) entry`;

/** A closed dispute stays as it is. Its last update is the provider's time of the decision. */
const ofDisputes: SalesOf = (rows) => `
    SELECT 'lost-dispute' AS kind, ${quarterHour('d.reported_at')} AS starts_at, '' AS key, pi.account, pi.livemode, 1::bigint AS count, d.amount_cents AS cents
    FROM ${rows} d JOIN orders o ON o.id = d.order_id ${JOIN_INTENT} WHERE d.status = 'lost' AND d.currency = 'usd'`;

interface Counted {
  table: string;
  sales: SalesOf;
  /** Columns that the sales follow from; an update of others costs nothing more. */
  columns: (row: string) => string;
  key: string;
}

const COUNTED: readonly Counted[] = [
  {
    table: 'orders',
    sales: ofOrders,
    key: 'id',
    columns: (row) =>
      ['payment_status', 'paid_at', 'total_cents', 'canceled_intents', `shipping_address ->> 'country'`]
        .map((column) => `${row}.${column}`)
        .join(', '),
  },
  {
    table: 'order_items',
    sales: ofItems,
    key: 'id',
    columns: (row) =>
      ['product_id', 'style_key', 'quantity', 'subtotal_cents'].map((column) => `${row}.${column}`).join(', '),
  },
  {
    table: 'disputes',
    sales: ofDisputes,
    key: 'provider, dispute_id',
    columns: (row) =>
      ['status', 'amount_cents', 'currency', 'reported_at'].map((column) => `${row}.${column}`).join(', '),
  },
];

const insertChanges = (sales: string): string =>
  `INSERT INTO sales_changes (kind, starts_at, key, account, livemode, count, cents)
       SELECT kind, starts_at, key, account, livemode, sum(count), sum(cents) FROM (${sales}) s
       GROUP BY kind, starts_at, key, account, livemode HAVING sum(count) <> 0 OR sum(cents) <> 0;`;

const subtract = (sales: string): string =>
  `SELECT kind, starts_at, key, account, livemode, -count AS count, -cents AS cents FROM (${sales}) removed`;

const createTrigger = (table: string, event: string, rows: string): string =>
  `CREATE OR REPLACE TRIGGER ${table}_sales_${event} AFTER ${event.toUpperCase()} ON ${table} REFERENCING ${rows} FOR EACH STATEMENT EXECUTE FUNCTION note_sales_of_${table}()`;

const countTable = ({ table, sales, columns, key }: Counted): string[] => [
  `CREATE OR REPLACE FUNCTION note_sales_of_${table}() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'INSERT' THEN
      ${insertChanges(sales('new_rows'))}
    ELSIF TG_OP = 'DELETE' THEN
      ${insertChanges(subtract(sales('old_rows')))}
    ELSIF EXISTS (SELECT FROM new_rows n JOIN old_rows o USING (${key}) WHERE (${columns('n')}) IS DISTINCT FROM (${columns('o')})) THEN
      ${insertChanges(`${sales('new_rows')} UNION ALL ${subtract(sales('old_rows'))}`)}
    END IF;
    RETURN NULL;
  END $$`,
  createTrigger(table, 'insert', 'NEW TABLE AS new_rows'),
  createTrigger(table, 'update', 'OLD TABLE AS old_rows NEW TABLE AS new_rows'),
  createTrigger(table, 'delete', 'OLD TABLE AS old_rows'),
];

/** Entries are never changed or deleted. */
const COUNT_LEDGER = [
  `CREATE OR REPLACE FUNCTION note_sales_of_ledger_entries() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    ${insertChanges(ofLedger('new_rows'))}
    RETURN NULL;
  END $$`,
  createTrigger('ledger_entries', 'insert', 'NEW TABLE AS new_rows'),
];

const FUNCTIONS = [
  // What the sales must be. Reads every order, and counts items with their orders.
  `CREATE OR REPLACE FUNCTION count_sales() RETURNS TABLE (kind text, starts_at timestamptz, key text, account text, livemode boolean, count bigint, cents bigint) LANGUAGE sql STABLE AS $$
    SELECT kind, starts_at, key, account, livemode, sum(count)::bigint, sum(cents)::bigint
    FROM (${ofOrders('orders')} UNION ALL ${ofLedger('ledger_entries')} UNION ALL ${ofDisputes('disputes')}) counted
    GROUP BY kind, starts_at, key, account, livemode
  $$`,
  // Returns what was wrong. The correction is a change like any other: a transaction that is not in this snapshot adds its own later.
  `CREATE OR REPLACE FUNCTION correct_sales() RETURNS TABLE (kind text, starts_at timestamptz, key text, count bigint, cents bigint) LANGUAGE sql AS $$
    INSERT INTO sales_changes AS corrected (kind, starts_at, key, account, livemode, count, cents)
    SELECT kind, starts_at, key, account, livemode, sum(count), sum(cents) FROM (SELECT * FROM count_sales()
      UNION ALL SELECT kind, starts_at, key, account, livemode, -count, -cents FROM sales_figures WHERE grain = 'quarter-hour'
      UNION ALL SELECT kind, starts_at, key, account, livemode, -count, -cents FROM sales_changes) difference
    GROUP BY kind, starts_at, key, account, livemode HAVING sum(count) <> 0 OR sum(cents) <> 0
    RETURNING corrected.kind, corrected.starts_at, corrected.key, corrected.count, corrected.cents
  $$`,
  // Adds the oldest changes to the figures, so that few are left to be summed. Returns how many.
  `CREATE OR REPLACE FUNCTION add_sales_changes(most bigint) RETURNS bigint LANGUAGE sql AS $$
    WITH added AS (DELETE FROM sales_changes WHERE position IN (SELECT position FROM sales_changes ORDER BY position LIMIT most)
        RETURNING kind, starts_at, key, account, livemode, count, cents),
      grains AS (SELECT 'quarter-hour' AS grain, * FROM added
        UNION ALL SELECT 'day', kind, date_trunc('day', starts_at, 'UTC'), key, account, livemode, count, cents FROM added),
      sums AS (INSERT INTO sales_figures AS known (grain, kind, starts_at, key, account, livemode, count, cents)
        SELECT grain, kind, starts_at, key, account, livemode, sum(count), sum(cents) FROM grains
        GROUP BY grain, kind, starts_at, key, account, livemode ORDER BY grain, kind, starts_at, key, account, livemode
        ON CONFLICT ON CONSTRAINT sales_figures_unique DO UPDATE SET count = known.count + EXCLUDED.count, cents = known.cents + EXCLUDED.cents)
    SELECT count(*) FROM added
  $$`,
];

/** Statements that may be repeated. */
export const SALES_TRIGGERS = [...COUNTED.flatMap(countTable), ...COUNT_LEDGER, ...FUNCTIONS];
