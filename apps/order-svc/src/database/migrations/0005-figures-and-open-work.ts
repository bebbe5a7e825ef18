import { createIndexConcurrently } from '@shop/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The figures of the admin's dashboard, which would otherwise count every order. A figure is the sum of its row in `figures` and of its
 * rows in `figure_changes`, so it is right within each transaction, and no two transactions write the same row.
 */
const FIGURES = `
  CREATE TABLE IF NOT EXISTS figures (name text PRIMARY KEY, value bigint NOT NULL);
  -- Added to figures and deleted each minute.
  CREATE TABLE IF NOT EXISTS figure_changes (
    position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL,
    change bigint NOT NULL
  );
`;

/** The row sources below are a table, or the rows of a trigger's statement. */
type FiguresOf = (rows: string) => string;

const IS_PRINTED = `o.payment_status = 'paid' AND o.status <> 'cancelled'`;

/** Anonymised orders are printed already, and their files are deleted. */
const HAS_PRINT_FILES = `${IS_PRINTED} AND o.anonymised_at IS NULL`;

const PRINT_FILES = `LATERAL (VALUES ('print-files', 1), ('print-files-completed', CASE WHEN i.print_file IS NOT NULL THEN 1 ELSE 0 END),
      ('print-files-failed', CASE WHEN i.print_file IS NULL AND i.print_file_failure IS NOT NULL THEN 1 ELSE 0 END)) figure (name, value)`;

const ofOrders: FiguresOf = (rows) => `
    SELECT figure.name, figure.value FROM ${rows} o, LATERAL (VALUES ('orders', 1::bigint),
      ('revenue', CASE o.payment_status WHEN 'paid' THEN o.total_cents ELSE 0 END),
      ('paid-orders', CASE WHEN o.payment_status IN ('paid', 'refunded') THEN 1 ELSE 0 END),
      ('paid-orders-total', CASE WHEN o.payment_status IN ('paid', 'refunded') THEN o.total_cents ELSE 0 END)) figure (name, value)
    UNION ALL
    SELECT figure.name, figure.value FROM ${rows} o JOIN order_items i ON i.order_id = o.id, ${PRINT_FILES} WHERE ${HAS_PRINT_FILES}
    UNION ALL
    SELECT 'print-jobs-submitted', 1 FROM ${rows} o JOIN fulfilments f ON f.order_id = o.id WHERE ${IS_PRINTED} AND f.state = 'submitted'`;

const ofItems: FiguresOf = (rows) => `
    SELECT figure.name, figure.value FROM ${rows} i JOIN orders o ON o.id = i.order_id, ${PRINT_FILES} WHERE ${HAS_PRINT_FILES}`;

const ofFulfilments: FiguresOf = (rows) => `
    SELECT 'print-jobs-submitted' AS name, 1 AS value FROM ${rows} f JOIN orders o ON o.id = f.order_id WHERE ${IS_PRINTED} AND f.state = 'submitted'`;

/** The two entries of a refund that failed are written in any order: the later one takes it off the refunded amount. */
const isPairOf = (one: string, other: string): string =>
  `${other}.provider = ${one}.provider AND ${other}.reference = ${one}.reference AND ${other}.position < ${one}.position AND ${other}.currency = 'usd'`;

const ofLedger: FiguresOf = (rows) => `
    SELECT CASE l.kind WHEN 'succeeded' THEN 'received' ELSE 'refunded' END AS name, CASE l.kind
      WHEN 'refund-failed' THEN CASE WHEN EXISTS (SELECT FROM ledger_entries r WHERE r.kind = 'refunded' AND ${isPairOf('l', 'r')}) THEN -l.amount_cents ELSE 0 END
      WHEN 'refunded' THEN l.amount_cents - COALESCE((SELECT sum(b.amount_cents) FROM ledger_entries b WHERE b.kind = 'refund-failed' AND ${isPairOf('l', 'b')}), 0)
      ELSE l.amount_cents END AS value
    FROM ${rows} l WHERE l.currency = 'usd' AND l.kind IN ('succeeded', 'refunded', 'refund-failed')`;

const ofDisputes: FiguresOf = (rows) => `
    SELECT 'lost-to-disputes' AS name, d.amount_cents AS value FROM ${rows} d WHERE d.status = 'lost' AND d.currency = 'usd'`;

const ofProducts: FiguresOf = (rows) =>
  `SELECT 'products' AS name, 1 AS value FROM ${rows} p WHERE p.deleted_at IS NULL`;

const ofAccounts: FiguresOf = (rows) => `SELECT 'accounts' AS name, 1 AS value FROM ${rows} a`;

/**
 * In the order in which transactions use the tables: creating a trigger waits for the writers of its table, while later ones wait for
 * the migration.
 */
const COUNTED: Readonly<Record<string, FiguresOf>> = {
  accounts: ofAccounts,
  orders: ofOrders,
  order_items: ofItems,
  fulfilments: ofFulfilments,
  ledger_entries: ofLedger,
  disputes: ofDisputes,
  catalogue_products: ofProducts,
};

/** Once per statement, so that a statement over many rows writes a few. */
const countTable = ([table, figures]: [string, FiguresOf]): string => {
  const insertSum = (changes: string): string =>
    `INSERT INTO figure_changes (name, change) SELECT name, sum(value) FROM (${changes}) c GROUP BY name HAVING sum(value) <> 0;`;
  const removed = `SELECT name, -value AS value FROM (${figures('old_rows')}) removed`;
  return `
  CREATE OR REPLACE FUNCTION count_${table}() RETURNS trigger LANGUAGE plpgsql AS $$
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
  CREATE OR REPLACE TRIGGER ${table}_counted_insert AFTER INSERT ON ${table} REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_${table}();
  CREATE OR REPLACE TRIGGER ${table}_counted_update AFTER UPDATE ON ${table} REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_${table}();
  CREATE OR REPLACE TRIGGER ${table}_counted_delete AFTER DELETE ON ${table} REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_${table}();`;
};

/** What the figures must be. Reads every order, and counts items and fulfilments with their orders. */
const COUNT_FIGURES = `
  CREATE OR REPLACE FUNCTION count_figures() RETURNS TABLE (name text, value bigint) LANGUAGE sql STABLE AS $$
    SELECT name, sum(value)::bigint FROM (${[ofOrders, ofLedger, ofDisputes, ofProducts, ofAccounts]
      .map((figures, index) =>
        figures(['orders', 'ledger_entries', 'disputes', 'catalogue_products', 'accounts'][index] ?? ''),
      )
      .join(' UNION ALL ')}) counted GROUP BY name
  $$;
`;

/** Returns what was wrong. The correction is a change like any other: a transaction that is not in this snapshot adds its own later. */
const CORRECT_FIGURES = `
  CREATE OR REPLACE FUNCTION correct_figures() RETURNS TABLE (name text, change bigint) LANGUAGE sql AS $$
    INSERT INTO figure_changes AS corrected (name, change)
    SELECT name, COALESCE(counted.value, 0) - COALESCE(stored.value, 0) FROM count_figures() counted FULL JOIN
      (SELECT name, sum(value)::bigint AS value FROM (SELECT name, value FROM figures UNION ALL SELECT name, change FROM figure_changes) f GROUP BY name) stored USING (name)
    WHERE COALESCE(counted.value, 0) <> COALESCE(stored.value, 0)
    RETURNING corrected.name, corrected.change
  $$;
`;

/**
 * Orders whose payment status or ledger changed since they were compared. A row stays as long as the two differ, so the mismatches of
 * all orders are found here. Only inserted and deleted, never updated: no transaction waits for another, and a change that commits
 * while its order is compared has a row of its own.
 */
const UNCOMPARED_ORDERS = `
  CREATE TABLE IF NOT EXISTS uncompared_orders (
    position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    order_id uuid NOT NULL
  );

  CREATE OR REPLACE FUNCTION note_uncompared_order() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_TABLE_NAME = 'ledger_entries' THEN
      INSERT INTO uncompared_orders (order_id) SELECT DISTINCT n.order_id FROM new_rows n WHERE n.order_id IS NOT NULL;
    ELSIF TG_OP = 'INSERT' THEN
      INSERT INTO uncompared_orders (order_id) SELECT n.id FROM new_rows n WHERE n.payment_status <> 'pending';
    ELSE
      INSERT INTO uncompared_orders (order_id) SELECT n.id FROM new_rows n JOIN old_rows o USING (id)
        WHERE (n.payment_status, n.total_cents, n.currency) IS DISTINCT FROM (o.payment_status, o.total_cents, o.currency);
    END IF;
    RETURN NULL;
  END $$;
  CREATE OR REPLACE TRIGGER orders_inserted_uncompared AFTER INSERT ON orders REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_uncompared_order();
  CREATE OR REPLACE TRIGGER orders_updated_uncompared AFTER UPDATE ON orders REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_uncompared_order();
  CREATE OR REPLACE TRIGGER ledger_entries_uncompared AFTER INSERT ON ledger_entries REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_uncompared_order();
`;

/** By a trigger, because the version before does not write the column. */
const ENDED_FULFILMENTS = `
  -- When the order was delivered or cancelled: nothing is to be asked or done any more.
  ALTER TABLE fulfilments ADD COLUMN IF NOT EXISTS ended_at timestamptz;
  CREATE OR REPLACE FUNCTION end_fulfilment() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE fulfilments SET ended_at = CASE WHEN NEW.status IN ('delivered', 'cancelled') THEN now() END WHERE order_id = NEW.id;
    RETURN NULL;
  END $$;
  CREATE OR REPLACE TRIGGER orders_end_fulfilment AFTER UPDATE OF status ON orders FOR EACH ROW
    WHEN ((NEW.status IN ('delivered', 'cancelled')) <> (OLD.status IN ('delivered', 'cancelled'))) EXECUTE FUNCTION end_fulfilment();
`;

const PAYMENT_CHECKS = `
  -- When the provider is asked about the open payment again; null: now. Replaces polled_at, which only the version before reads.
  ALTER TABLE orders ADD COLUMN IF NOT EXISTS payment_check_at timestamptz;
`;

/** For the backfill: rows per statement, each of which commits for itself. */
const BATCH = 10_000;

/** Until it is filled in, a fulfilment counts as open. The keys of the batches are those of the rows. */
const END_FULFILMENTS = `
  WITH batch AS (SELECT order_id FROM fulfilments WHERE order_id > $1 ORDER BY order_id LIMIT ${BATCH}),
    ended AS (UPDATE fulfilments f SET ended_at = o.updated_at FROM batch JOIN orders o ON o.id = batch.order_id
      WHERE f.order_id = o.id AND f.ended_at IS NULL AND o.status IN ('delivered', 'cancelled'))
  SELECT max(order_id::text) AS last FROM batch`;

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

const INDEXES: readonly (readonly [name: string, on: string])[] = [
  ['orders_payment_check', `orders (payment_check_at NULLS FIRST) WHERE status = 'created'`],
  ['orders_in_process', `orders (paid_at) INCLUDE (id, status, payment_status) WHERE status IN ('paid', 'processing')`],
  ['orders_paid_after_cancel', `orders (id) WHERE status = 'cancelled' AND payment_status = 'paid'`],
  [
    'orders_unpaid_cancelled',
    `orders (updated_at) WHERE status = 'cancelled' AND paid_at IS NULL AND anonymised_at IS NULL`,
  ],
  ['order_items_without_file', 'order_items (order_id) WHERE print_file IS NULL'],
  ['fulfilments_at_printer', `fulfilments (polled_at NULLS FIRST) WHERE state = 'submitted' AND ended_at IS NULL`],
  ['fulfilments_open', 'fulfilments (provider, attempts) WHERE ended_at IS NULL'],
  ['fulfilments_cancelled_with_reason', `fulfilments (due_at) WHERE state = 'cancelled' AND reason IS NOT NULL`],
  ['ledger_entries_unmatched_payments', `ledger_entries (happened_at) WHERE order_id IS NULL AND kind = 'succeeded'`],
  ['payment_events_applied', 'payment_events (applied_at)'],
  ['confirmed_prices_confirmed', 'confirmed_prices (confirmed_at)'],
];

const UNDO = `
  DROP INDEX ${INDEXES.map(([name]) => name).join(', ')};
  ${Object.keys(COUNTED)
    .flatMap((table) =>
      ['insert', 'update', 'delete'].map((event) => `DROP TRIGGER ${table}_counted_${event} ON ${table};`),
    )
    .join('\n  ')}
  DROP TRIGGER orders_inserted_uncompared ON orders;
  DROP TRIGGER orders_updated_uncompared ON orders;
  DROP TRIGGER ledger_entries_uncompared ON ledger_entries;
  DROP TRIGGER orders_end_fulfilment ON orders;
  DROP FUNCTION count_figures, correct_figures, note_uncompared_order, end_fulfilment, ${Object.keys(COUNTED)
    .map((table) => `count_${table}`)
    .join(', ')};
  DROP TABLE figures, figure_changes, uncompared_orders;
  ALTER TABLE fulfilments DROP ended_at;
  ALTER TABLE orders DROP payment_check_at;
`;

/**
 * Each statement commits for itself, so that no table is locked for longer than its own change. An interrupted run is repeated from the
 * beginning: what exists is replaced or left.
 */
export class FiguresAndOpenWork1795900000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const statements of [
      FIGURES,
      ENDED_FULFILMENTS,
      PAYMENT_CHECKS,
      UNCOMPARED_ORDERS,
      COUNT_FIGURES,
      CORRECT_FIGURES,
    ])
      await runner.query(statements);
    for (const counted of Object.entries(COUNTED)) await runner.query(countTable(counted));
    await endFulfilments(runner);
    for (const [name, on] of INDEXES) await createIndexConcurrently(runner, name, on);
    await runner.query('SELECT correct_figures()');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(UNDO);
  }
}

async function endFulfilments(runner: QueryRunner): Promise<void> {
  let last: string | null = FIRST_ID;
  while (last !== null) {
    const [row] = (await runner.query(END_FULFILMENTS, [last])) as [{ last: string | null }];
    last = row.last;
  }
}
