import { existsSync } from 'node:fs';
import { createTestDatabase, type TestDatabase } from '@shop/testing';
import pg from 'pg';

/** Who changes a cart is told from the words of the statement. */
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

/** Whatever is said to the printer, also what it knows already. */
const PRINT_LOG = `
  CREATE TABLE print_log (order_id uuid, is_held boolean, at timestamptz);
  CREATE FUNCTION log_print() RETURNS trigger AS $$ BEGIN
    INSERT INTO print_log SELECT id, status = 'paid' AND hold_until > clock_timestamp(), clock_timestamp() FROM orders WHERE id = NEW.order_id;
    RETURN NEW;
  END $$ LANGUAGE plpgsql;
  CREATE TRIGGER log_print BEFORE INSERT ON sandbox_print_orders FOR EACH ROW EXECUTE FUNCTION log_print()`;

/** What art-svc makes of the items that it is told of: another file of each other look. */
const REQUESTED_ITEMS = `
  CREATE FUNCTION file_of(design jsonb, selections jsonb, print jsonb) RETURNS text AS $$
    SELECT encode(sha256(convert_to(concat_ws(' ', design, selections, print->'areaPx'), 'UTF8')), 'hex')
  $$ LANGUAGE sql;
  CREATE VIEW told_items AS
    SELECT position, (envelope->'data'->'order'->>'id')::uuid AS order_id, (item->>'id')::uuid AS item_id, (item->>'revision')::int AS revision,
      file_of(item->'designConfig', item->'variantSelections', item->'print') AS sha256
    FROM outbox, jsonb_array_elements(envelope->'data'->'order'->'items') item WHERE envelope->>'type' IN ('order.paid', 'order.changed', 'order.print-files-requested')`;

/** What may only be added to refuses the service as before; the eye, which replicates, is not refused, and can empty it. */
const ALLOW_RESET = `
  DO $$ DECLARE kept record; BEGIN
    FOR kept IN SELECT tgrelid::regclass AS name, tgname FROM pg_trigger WHERE tgenabled = 'A' LOOP
      EXECUTE format('ALTER TABLE %s ENABLE TRIGGER %I', kept.name, kept.tgname);
    END LOOP;
  END $$`;

const LIST_TABLES = `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE '%migrations%'`;

/**
 * A few rows removed are a tenth of the work of truncating the tables; a function keeps its plans. Two products, one of 24.00 in three sizes, the
 * largest of which costs more, and one of 0.99; an artwork of a guest and one of a user.
 */
const createResetFunction = (tables: readonly string[]): string => `
  CREATE FUNCTION begin_anew(products uuid[], of_guest uuid, guest uuid, of_user uuid, customer uuid) RETURNS void AS $$ BEGIN
    ${tables.map((table) => `DELETE FROM ${table};`).join(' ')}
    INSERT INTO catalogue_products (id, title, category, base_price_cents, active)
      SELECT id, 'Pet Tag', 'pet-tag', cents, true FROM unnest(products, ARRAY[2400, 99]) AS sold (id, cents);
    UPDATE catalogue_products SET print_area = '{"widthPx":4500,"heightPx":5400,"shape":"rectangle"}', picture_area = '{"x":0.3,"y":0.3,"width":0.4,"height":0.4}' WHERE id = products[1];
    INSERT INTO catalogue_variants (id, product_id, type, name, price_modifier_cents, active, print_area) VALUES
      (gen_random_uuid(), products[1], 'size', 'M', 0, true, NULL), (gen_random_uuid(), products[1], 'size', 'L', 0, true, '{"widthPx":4800,"heightPx":5700,"shape":"rectangle"}'),
      (gen_random_uuid(), products[1], 'size', 'XXL', 100, true, NULL);
    INSERT INTO artworks (id, guest_id, user_id, url, width_px, height_px) VALUES
      (of_guest, guest, NULL, '/media/' || of_guest, 1024, 1024), (of_user, NULL, customer, '/media/' || of_user, 1024, 1024);
  END $$ LANGUAGE plpgsql`;

/** A server on this machine is quicker over its socket than over the loopback. */
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
  return { ...database, url: url.href };
}

const getStatementName = (
  (names: Map<string, string>) =>
  (text: string): string => {
    const name = names.get(text) ?? `proof_${names.size}`;
    names.set(text, name);
    return name;
  }
)(new Map());

/** The same words are planned once a connection, which is most of what a short statement costs. */
export const prepared = (text: string, values: unknown[]): pg.QueryConfig => ({
  name: getStatementName(text),
  text,
  values,
});

/** The same for everything that a client is asked in words and values. */
export function prepareAll(pool: pg.Pool): void {
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

export const createMoneyDatabase = async (): Promise<TestDatabase> => useSocket(await createTestDatabase());

/** Sees everything, past foreign keys and triggers, and is in nobody's hands. */
export class DatabaseObserver {
  private constructor(
    private readonly pool: pg.Pool,
    private readonly tables: readonly string[],
  ) {}

  /** Of a database that the service has migrated. */
  static async connect(url: string): Promise<DatabaseObserver> {
    const pool = new pg.Pool({ connectionString: url, max: 2, options: '-c session_replication_role=replica' });
    for (const sql of [CART_LOG, PRINT_LOG, REQUESTED_ITEMS, ALLOW_RESET]) await pool.query(sql);
    const tables = (await pool.query<{ name: string }>(LIST_TABLES)).rows.map(({ name }) => name);
    await pool.query(createResetFunction(tables));
    return new DatabaseObserver(pool, tables);
  }

  async listRows<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.pool.query<Row>(prepared(sql, values))).rows;
  }

  /** Rows that were removed still take room, until it is swept. */
  async vacuum(): Promise<void> {
    await this.pool.query(`VACUUM ${this.tables.join(', ')}`);
  }

  close(): Promise<void> {
    return this.pool.end();
  }
}
