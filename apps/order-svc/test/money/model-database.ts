import { existsSync } from 'node:fs';
import { createTestDatabase, testEnvironment, type TestDatabase } from '@shop/testing';
import pg from 'pg';
import { STRIPE_ACCOUNT } from '../support/test-shop.js';

/** Recognises the cause of a cart change by the text of its statement. */
const CART_LOG = `
  CREATE TABLE cart_log (line_key text, before integer, after integer, by text);
  CREATE FUNCTION log_cart() RETURNS trigger AS $$ BEGIN
    INSERT INTO cart_log VALUES (COALESCE(NEW.line_key, OLD.line_key), COALESCE(OLD.quantity, 0), COALESCE(NEW.quantity, 0), CASE
      WHEN current_query() LIKE '%order_items paid%' THEN 'payment'
      WHEN current_query() LIKE '%cart_items guests%' OR current_query() LIKE 'DELETE FROM carts%' THEN 'merge'
      ELSE 'customer' END);
    RETURN NULL;
  END $$ LANGUAGE plpgsql;
  CREATE TRIGGER log_cart AFTER INSERT OR UPDATE OF quantity OR DELETE ON cart_items FOR EACH ROW EXECUTE FUNCTION log_cart()`;

/** Logs every submission to the printer, including repeated ones. */
const PRINT_LOG = `
  CREATE TABLE print_log (order_id uuid, is_changeable boolean, at timestamptz);
  CREATE FUNCTION log_print() RETURNS trigger AS $$ BEGIN
    INSERT INTO public.print_log SELECT id, status = 'paid' AND change_window_ends_at > clock_timestamp(), clock_timestamp() FROM public.orders WHERE id = NEW.external_id::uuid;
    RETURN NEW;
  END $$ LANGUAGE plpgsql;
  CREATE TRIGGER log_print BEFORE INSERT ON sandbox.printful_orders FOR EACH ROW EXECUTE FUNCTION log_print();
  CREATE VIEW printed_orders AS
    SELECT external_id::uuid AS order_id, status IS NOT DISTINCT FROM 'canceled' AS is_cancelled, status IS NULL AND shipments IS NULL AS is_by_time, confirmed_at, recipient, items, COALESCE(shipments, '[]') AS shipments FROM sandbox.printful_orders`;

/** Logs every claim for an attempt at the printer. An order is locked for its claim, and for its holds. */
const CLAIM_LOG = `
  CREATE TABLE claim_log (order_id uuid, is_on_hold boolean);
  CREATE FUNCTION log_claim() RETURNS trigger AS $$ BEGIN
    INSERT INTO claim_log VALUES (NEW.order_id, EXISTS (SELECT FROM fulfilment_holds WHERE order_id = NEW.order_id AND released_at IS NULL));
    RETURN NEW;
  END $$ LANGUAGE plpgsql;
  CREATE TRIGGER log_claim BEFORE UPDATE ON fulfilments FOR EACH ROW WHEN (NEW.attempts > OLD.attempts) EXECUTE FUNCTION log_claim()`;

/** Whether nothing of an order's payment is left to the shop, or its bank disputes it, as far as the shop knows. */
const IS_BLOCKED = `
  CREATE FUNCTION is_reprint_blocked(reprinted uuid) RETURNS boolean LANGUAGE sql AS $$
    SELECT EXISTS (SELECT FROM disputes WHERE order_id = reprinted AND closed_at IS NULL) OR (SELECT COALESCE(sum(amount_cents), 0) FROM ledger_entries WHERE order_id = reprinted AND kind = 'succeeded')
      <= (SELECT COALESCE(sum(amount_cents), 0) FROM order_refunds r WHERE order_id = reprinted AND failure IS NULL AND (source = 'shop'
          OR NOT EXISTS (SELECT FROM order_refunds s WHERE s.source = 'shop' AND s.order_id = reprinted AND s.refund_id = r.refund_id)))
        + (SELECT COALESCE(sum(amount_cents), 0) FROM disputes WHERE order_id = reprinted AND status = 'lost')
  $$`;

/** Logs what is sent again when it is accepted, claimed and submitted. Its order is locked for the first two. */
const REPRINT_LOGS = `
  CREATE TABLE reprint_request_log (reprint_id uuid, status text, is_blocked boolean);
  CREATE TABLE reprint_claim_log (reprint_id uuid, is_blocked boolean);
  CREATE TABLE reprint_log (reprint_id uuid);
  CREATE FUNCTION log_reprint() RETURNS trigger AS $$ BEGIN
    IF TG_OP = 'INSERT' THEN
      INSERT INTO reprint_request_log SELECT NEW.id, status, is_reprint_blocked(id) FROM orders WHERE id = NEW.order_id;
    ELSE
      INSERT INTO reprint_claim_log VALUES (NEW.id, is_reprint_blocked(NEW.order_id));
    END IF;
    RETURN NEW;
  END $$ LANGUAGE plpgsql;
  CREATE TRIGGER log_reprint_request BEFORE INSERT ON reprints FOR EACH ROW EXECUTE FUNCTION log_reprint();
  CREATE TRIGGER log_reprint_claim BEFORE UPDATE ON reprints FOR EACH ROW WHEN (NEW.attempts > OLD.attempts) EXECUTE FUNCTION log_reprint();
  CREATE FUNCTION log_reprinted() RETURNS trigger AS $$ BEGIN
    INSERT INTO public.reprint_log SELECT id FROM public.reprints WHERE id = NEW.external_id::uuid;
    RETURN NEW;
  END $$ LANGUAGE plpgsql;
  CREATE TRIGGER log_reprinted BEFORE INSERT ON sandbox.printful_orders FOR EACH ROW EXECUTE FUNCTION log_reprinted()`;

/** Logs deliveries of orders with a parcel that is back. In the model only time delivers those. */
const DELIVERY_LOG = `
  CREATE TABLE delivery_log (order_id uuid);
  CREATE FUNCTION log_delivery() RETURNS trigger AS $$ BEGIN
    INSERT INTO delivery_log VALUES (NEW.id);
    RETURN NEW;
  END $$ LANGUAGE plpgsql;
  CREATE TRIGGER log_delivery BEFORE UPDATE ON orders FOR EACH ROW WHEN (OLD.returned_at IS NOT NULL AND NEW.status = 'delivered' AND OLD.status <> 'delivered') EXECUTE FUNCTION log_delivery()`;

/** The print files that art-svc makes for the requested items: a different file for each different design. */
const REQUESTED_ITEMS = `
  CREATE FUNCTION print_file_hash(design jsonb, selections jsonb, print jsonb) RETURNS text AS $$
    SELECT encode(sha256(convert_to(concat_ws(' ', design, selections, print->'areaPx'), 'UTF8')), 'hex')
  $$ LANGUAGE sql;
  CREATE VIEW requested_items AS
    SELECT position, (envelope->'data'->'order'->>'id')::uuid AS order_id, (item->>'id')::uuid AS item_id, (item->>'revision')::int AS revision,
      print_file_hash(item->'designConfig', item->'variantSelections', item->'print') AS sha256
    FROM outbox, jsonb_array_elements(envelope->'data'->'order'->'items') item WHERE envelope->>'type' IN ('order.paid', 'order.changed', 'order.print-files-requested')`;

const ORDERS_WITH_INTENTS = `
  CREATE VIEW orders_with_intents AS
    SELECT o.*, i.intent_id
    FROM orders o LEFT JOIN payment_intents i ON i.order_id = o.id AND i.n = o.canceled_intents`;

/** What Stripe has. Any status in which an intent can be paid is `open`. */
const STRIPE_OBJECTS = `
  CREATE VIEW stripe_intents AS
    SELECT id, document->>'client_secret' AS client_secret, (document->'metadata'->>'orderId')::uuid AS order_id, document->>'currency' AS currency,
      CASE WHEN document->>'status' IN ('processing', 'succeeded', 'canceled') THEN document->>'status' ELSE 'open' END AS status,
      (document->>CASE document->>'status' WHEN 'succeeded' THEN 'amount_received' ELSE 'amount' END)::bigint AS amount_cents
    FROM sandbox.stripe_objects WHERE account = '${STRIPE_ACCOUNT}' AND kind = 'payment_intent';
  CREATE VIEW stripe_refunds AS
    SELECT id, intent_id, (document->>'amount')::bigint AS amount_cents, document->>'status' AS status, (document->'metadata'->>'refund')::int AS n, due_at AS settles_at
    FROM sandbox.stripe_objects WHERE account = '${STRIPE_ACCOUNT}' AND kind = 'refund';
  CREATE VIEW stripe_disputes AS
    SELECT id, intent_id, (document->>'amount')::bigint AS amount_cents, document->>'status' AS status
    FROM sandbox.stripe_objects WHERE account = '${STRIPE_ACCOUNT}' AND kind = 'dispute';
  CREATE VIEW stripe_doubts AS
    SELECT id, kind, intent_id, CASE kind WHEN 'review' THEN document->>'reason' = 'approved' AND NOT (document->'open')::bool WHEN 'dispute' THEN document->>'status' = 'won' ELSE false END AS is_cleared
    FROM sandbox.stripe_objects WHERE account = '${STRIPE_ACCOUNT}' AND kind IN ('review', 'dispute', 'radar.early_fraud_warning');
  CREATE VIEW stripe_events AS
    SELECT id, seq, document AS event FROM sandbox.stripe_objects WHERE account = '${STRIPE_ACCOUNT}' AND kind = 'event'`;

/**
 * Append-only tables still refuse the service's changes. The observer uses the replication role, so it may empty them.
 */
const ALLOW_RESET = `
  DO $$ DECLARE trigger_row record; BEGIN
    FOR trigger_row IN SELECT tgrelid::regclass AS name, tgname FROM pg_trigger WHERE tgenabled = 'A' LOOP
      EXECUTE format('ALTER TABLE %s ENABLE TRIGGER %I', trigger_row.name, trigger_row.tgname);
    END LOOP;
  END $$`;

const LIST_TABLES = `SELECT schemaname || '.' || tablename AS name FROM pg_tables WHERE schemaname IN ('public', 'sandbox') AND tablename NOT LIKE '%migrations%'`;

/**
 * Creates a function that empties all tables and inserts the start data. Deleting few rows takes a tenth of the time of
 * TRUNCATE. Two products, one for 24.00 in four sizes of which the largest costs more and the smallest less, and one for 0.99; one artwork
 * of a guest and one of a user.
 */
const createResetFunction = (tables: readonly string[]): string => `
  CREATE FUNCTION reset_shop(products uuid[], of_guest uuid, guest uuid, of_user uuid, customer uuid) RETURNS void AS $$ BEGIN
    ${tables.map((table) => `DELETE FROM ${table};`).join(' ')}
    PERFORM graphile_worker.complete_jobs(ARRAY(SELECT id FROM graphile_worker.jobs));
    INSERT INTO catalogue_products (id, title, category, base_price_cents, active)
      SELECT id, 'Pet Tag', 'pet-tag', cents, true FROM unnest(products, ARRAY[2400, 99]) AS sold (id, cents);
    UPDATE catalogue_products SET print_area = '{"widthPx":4500,"heightPx":5400,"shape":"rectangle"}', picture_area = '{"x":0.3,"y":0.3,"width":0.4,"height":0.4}' WHERE id = products[1];
    INSERT INTO catalogue_variants (id, product_id, type, name, price_modifier_cents, active, print_area) VALUES
      (gen_random_uuid(), products[1], 'size', 'M', 0, true, NULL), (gen_random_uuid(), products[1], 'size', 'L', 0, true, '{"widthPx":4800,"heightPx":5700,"shape":"rectangle"}'),
      (gen_random_uuid(), products[1], 'size', 'XXL', 100, true, NULL), (gen_random_uuid(), products[1], 'size', 'S', -200, true, NULL);
    INSERT INTO artworks (id, guest_id, user_id, url, width_px, height_px) VALUES
      (of_guest, guest, NULL, '/media/' || of_guest, 1024, 1024), (of_user, NULL, customer, '/media/' || of_user, 1024, 1024);
  END $$ LANGUAGE plpgsql`;

/** The socket of a local server is faster than TCP. */
async function useSocket(database: TestDatabase): Promise<TestDatabase> {
  const url = new URL(database.url);
  const [row] = await database.query<{ folders: string }>(
    `SELECT current_setting('unix_socket_directories') AS folders`,
  );
  const folder = (row?.folders ?? '')
    .split(',')
    .map((name) => name.trim())
    .find((name) => name.startsWith('/') && existsSync(`${name}/.s.PGSQL.${url.port || '5432'}`));
  if (folder && ['127.0.0.1', 'localhost'].includes(url.hostname)) url.searchParams.set('host', folder);
  return { ...database, url: url.href, poolUrl: testEnvironment.poolerUrl ? database.poolUrl : url.href };
}

const getStatementName = (
  (names: Map<string, string>) =>
  (text: string): string => {
    const name = names.get(text) ?? `model_${names.size}`;
    names.set(text, name);
    return name;
  }
)(new Map());

/** A named statement is planned once per connection, which is most of the cost of a short statement. */
export const prepared = (text: string, values: unknown[]): pg.QueryConfig => ({
  name: getStatementName(text),
  text,
  values,
});

/** Names every statement with values of a pool's clients. */
export function prepareAll(pool: pg.Pool): void {
  if (testEnvironment.poolerUrl) return; // PgBouncer does not keep names
  const preparedClients = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => {
    if (preparedClients.has(client)) return;
    preparedClients.add(client);
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((text: unknown, values: unknown, ...rest: unknown[]) =>
      typeof text === 'string' && Array.isArray(values) && values.length > 0
        ? query(prepared(text, values), ...rest)
        : query(text, values, ...rest)) as typeof client.query;
  });
}

/** The sandbox's tables are in the shop's database, so that one statement can compare both. Returns their address. */
export async function createSandboxSchema({ url, query }: TestDatabase): Promise<string> {
  await query('CREATE SCHEMA sandbox');
  const address = new URL(url);
  address.searchParams.set('options', '-c jit=off -c search_path=sandbox');
  return address.href;
}

export const createMoneyDatabase = async (): Promise<TestDatabase> => useSocket(await createTestDatabase());

/** Reads and resets the database outside of the scheduler, without foreign keys and triggers. */
export class DatabaseObserver {
  private constructor(
    private readonly pool: pg.Pool,
    private readonly tables: readonly string[],
  ) {}

  /** The service has migrated the database before. */
  static async connect(url: string): Promise<DatabaseObserver> {
    const pool = new pg.Pool({ connectionString: url, max: 2, options: '-c session_replication_role=replica' });
    for (const sql of [
      CART_LOG,
      PRINT_LOG,
      CLAIM_LOG,
      IS_BLOCKED,
      REPRINT_LOGS,
      DELIVERY_LOG,
      REQUESTED_ITEMS,
      ORDERS_WITH_INTENTS,
      STRIPE_OBJECTS,
      ALLOW_RESET,
    ])
      await pool.query(sql);
    const tables = (await pool.query<{ name: string }>(LIST_TABLES)).rows.map(({ name }) => name);
    await pool.query(createResetFunction(tables));
    return new DatabaseObserver(pool, tables);
  }

  async listRows<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.pool.query<Row>(prepared(sql, values))).rows;
  }

  /** Frees the space of deleted rows. */
  async vacuum(): Promise<void> {
    await this.pool.query(`VACUUM ${this.tables.join(', ')}`);
  }

  close(): Promise<void> {
    return this.pool.end();
  }
}
