/**
 * The figures of the admin's dashboard, which would otherwise count every order. A figure is the sum of its row in `figures` and of its
 * rows in `figure_changes`, so it is right within each transaction, and no two transactions write the same row. What follows from payments is
 * counted for each account and mode of the payment provider, because payments of a test are no figures of the shop.
 */
const TABLES = `
  CREATE TABLE figures (
    name text NOT NULL,
    -- Where it was paid. Null: the account is unknown. Without a mode it is no figure of payments.
    account text,
    livemode boolean,
    value bigint NOT NULL,
    CONSTRAINT figures_unique UNIQUE NULLS NOT DISTINCT (name, account, livemode)
  );
  -- Added to figures and deleted each minute.
  CREATE TABLE figure_changes (
    position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL,
    account text,
    livemode boolean,
    change bigint NOT NULL
  );
`;

/** The row sources below are a table, or the rows of a trigger's statement. */
type FiguresOf = (rows: string) => string;

const IS_PRINTED = `o.payment_status = 'paid' AND o.status <> 'cancelled'`;

/** Where the order `o` was paid. Its intent is stored before it is paid and never replaced afterwards, so intents need no trigger. */
const JOIN_INTENT = 'LEFT JOIN payment_intents pi ON pi.order_id = o.id AND pi.n = o.canceled_intents';

/** Anonymised orders are printed already, and their files are deleted. */
const HAS_PRINT_FILES = `${IS_PRINTED} AND o.anonymised_at IS NULL`;

const PRINT_FILES = `LATERAL (VALUES ('print-files', 1), ('print-files-completed', CASE WHEN i.print_file IS NOT NULL THEN 1 ELSE 0 END),
      ('print-files-failed', CASE WHEN i.print_file IS NULL AND i.print_file_failure IS NOT NULL THEN 1 ELSE 0 END)) figure (name, value)`;

const ofOrders: FiguresOf = (rows) => `
    SELECT 'orders' AS name, NULL AS account, NULL::boolean AS livemode, 1::bigint AS value FROM ${rows} o
    UNION ALL
    SELECT figure.name, pi.account, pi.livemode, figure.value FROM ${rows} o ${JOIN_INTENT}, LATERAL (VALUES
      ('paid-orders', CASE WHEN o.payment_status IN ('paid', 'refunded') THEN 1 ELSE 0 END),
      ('paid-orders-total', CASE WHEN o.payment_status IN ('paid', 'refunded') THEN o.total_cents ELSE 0 END)) figure (name, value)
    UNION ALL
    SELECT figure.name, pi.account, pi.livemode, figure.value FROM ${rows} o JOIN order_items i ON i.order_id = o.id ${JOIN_INTENT}, ${PRINT_FILES} WHERE ${HAS_PRINT_FILES}
    UNION ALL
    SELECT 'print-jobs-submitted', pi.account, pi.livemode, 1 FROM ${rows} o JOIN fulfilments f ON f.order_id = o.id ${JOIN_INTENT} WHERE ${IS_PRINTED} AND f.state = 'submitted'`;

const ofItems: FiguresOf = (rows) => `
    SELECT figure.name, pi.account, pi.livemode, figure.value FROM ${rows} i JOIN orders o ON o.id = i.order_id ${JOIN_INTENT}, ${PRINT_FILES} WHERE ${HAS_PRINT_FILES}`;

const ofFulfilments: FiguresOf = (rows) => `
    SELECT 'print-jobs-submitted' AS name, pi.account, pi.livemode, 1 AS value FROM ${rows} f JOIN orders o ON o.id = f.order_id ${JOIN_INTENT} WHERE ${IS_PRINTED} AND f.state = 'submitted'`;

/** The two entries of a refund that failed are written in any order: the later one takes it off the refunded amount. */
const isPairOf = (one: string, other: string): string =>
  `${other}.provider = ${one}.provider AND ${other}.reference = ${one}.reference AND ${other}.position < ${one}.position AND ${other}.currency = 'usd'`;

const ofLedger: FiguresOf = (rows) => `
    SELECT CASE l.kind WHEN 'succeeded' THEN 'received' ELSE 'refunded' END AS name,
      COALESCE(pi.account, l.account) AS account, COALESCE(pi.livemode, l.livemode) AS livemode, CASE l.kind
      WHEN 'refund-failed' THEN CASE WHEN EXISTS (SELECT FROM ledger_entries r WHERE r.kind = 'refunded' AND ${isPairOf('l', 'r')}) THEN -l.amount_cents ELSE 0 END
      WHEN 'refunded' THEN l.amount_cents - COALESCE((SELECT sum(b.amount_cents) FROM ledger_entries b WHERE b.kind = 'refund-failed' AND ${isPairOf('l', 'b')}), 0)
      ELSE l.amount_cents END AS value
    FROM ${rows} l LEFT JOIN payment_intents pi ON pi.order_id = l.order_id AND pi.intent_id = l.intent_id WHERE l.currency = 'usd' AND l.kind IN ('succeeded', 'refunded', 'refund-failed')`;

const ofDisputes: FiguresOf = (rows) => `
    SELECT 'lost-to-disputes' AS name, pi.account, pi.livemode, d.amount_cents AS value FROM ${rows} d JOIN orders o ON o.id = d.order_id ${JOIN_INTENT} WHERE d.status = 'lost' AND d.currency = 'usd'`;

/** A reprint that was cancelled before it was sent costs nothing. */
const ofReprints: FiguresOf = (rows) => `
    SELECT figure.name, pi.account, pi.livemode, figure.value FROM ${rows} r JOIN orders o ON o.id = r.order_id ${JOIN_INTENT}, LATERAL (VALUES
      ('reprints', 1), ('reprint-costs', CASE WHEN r.cost_currency = 'usd' THEN r.cost_cents ELSE 0 END)) figure (name, value) WHERE r.state <> 'cancelled' OR r.shipped_at IS NOT NULL`;

const ofProducts: FiguresOf = (rows) =>
  `SELECT 'products' AS name, NULL AS account, NULL::boolean AS livemode, 1 AS value FROM ${rows} p WHERE p.deleted_at IS NULL`;

const ofAccounts: FiguresOf = (rows) =>
  `SELECT 'accounts' AS name, NULL AS account, NULL::boolean AS livemode, 1 AS value FROM ${rows} a`;

const COUNTED: Readonly<Record<string, FiguresOf>> = {
  accounts: ofAccounts,
  orders: ofOrders,
  order_items: ofItems,
  fulfilments: ofFulfilments,
  ledger_entries: ofLedger,
  disputes: ofDisputes,
  reprints: ofReprints,
  catalogue_products: ofProducts,
};

/** Once per statement, so that a statement over many rows writes a few. */
const countTable = ([table, figures]: [string, FiguresOf]): string => {
  const insertSum = (changes: string): string =>
    `INSERT INTO figure_changes (name, account, livemode, change) SELECT name, account, livemode, sum(value) FROM (${changes}) c GROUP BY name, account, livemode HAVING sum(value) <> 0;`;
  const removed = `SELECT name, account, livemode, -value AS value FROM (${figures('old_rows')}) removed`;
  return `
  CREATE FUNCTION count_${table}() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'INSERT' THEN
      ${insertSum(figures('new_rows'))}
    ELSIF TG_OP = 'DELETE' THEN
      ${insertSum(removed)}
    ELSE
      ${insertSum(`${figures('new_rows')} UNION ALL ${removed}`)}
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER ${table}_counted_insert AFTER INSERT ON ${table} REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_${table}();
  CREATE TRIGGER ${table}_counted_update AFTER UPDATE ON ${table} REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_${table}();
  CREATE TRIGGER ${table}_counted_delete AFTER DELETE ON ${table} REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_${table}();`;
};

/** What the figures must be. Reads every order, and counts items and fulfilments with their orders. */
const COUNT_FIGURES = `
  CREATE FUNCTION count_figures() RETURNS TABLE (name text, account text, livemode boolean, value bigint) LANGUAGE sql STABLE AS $$
    SELECT name, account, livemode, sum(value)::bigint FROM (${[
      ofOrders,
      ofLedger,
      ofDisputes,
      ofReprints,
      ofProducts,
      ofAccounts,
    ]
      .map((figures, index) =>
        figures(['orders', 'ledger_entries', 'disputes', 'reprints', 'catalogue_products', 'accounts'][index] ?? ''),
      )
      .join(' UNION ALL ')}) counted GROUP BY name, account, livemode
  $$;
`;

/** Returns what was wrong. The correction is a change like any other: a transaction that is not in this snapshot adds its own later. */
const CORRECT_FIGURES = `
  CREATE FUNCTION correct_figures() RETURNS TABLE (name text, account text, livemode boolean, change bigint) LANGUAGE sql AS $$
    INSERT INTO figure_changes AS corrected (name, account, livemode, change)
    SELECT name, account, livemode, sum(value) FROM (SELECT * FROM count_figures()
      UNION ALL SELECT name, account, livemode, -value FROM figures
      UNION ALL SELECT name, account, livemode, -change FROM figure_changes) difference
    GROUP BY name, account, livemode HAVING sum(value) <> 0
    RETURNING corrected.name, corrected.account, corrected.livemode, corrected.change
  $$;
`;

export const FIGURES = [TABLES, COUNT_FIGURES, CORRECT_FIGURES, ...Object.entries(COUNTED).map(countTable)];
