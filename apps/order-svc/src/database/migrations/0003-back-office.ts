import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lists are read newest first behind a key, in any of the two filters (ADR 9). */
const LISTS = `
  DROP INDEX orders_newest;
  CREATE INDEX orders_newest ON orders (created_at DESC, id DESC);
  CREATE INDEX orders_by_status ON orders (status, created_at DESC, id DESC);
  CREATE INDEX orders_by_payment ON orders (payment_status, created_at DESC, id DESC);
  CREATE INDEX orders_by_both ON orders (status, payment_status, created_at DESC, id DESC);
`;

/** What a printer needs: of the products as last heard, of an order's items as they were sold. */
const PRINT = `
  ALTER TABLE catalogue_products ADD print_area jsonb, ADD picture_area jsonb, ADD overlay_url text;
  -- Sizes that print smaller than the product itself.
  ALTER TABLE catalogue_variants ADD print_area jsonb;
  ALTER TABLE order_items ADD print jsonb, ADD mockup_url text, ADD print_file jsonb, ADD print_file_failure text;
`;

const ORDERS = `
  -- The words of a note are kept apart from the audit trail, which can never forget them.
  CREATE TABLE order_notes (
    id uuid PRIMARY KEY,
    order_id uuid NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
    text text NOT NULL,
    written_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX order_notes_order ON order_notes (order_id);
  ALTER TABLE orders ADD note_id uuid REFERENCES order_notes (id), ADD tracking jsonb, ADD anonymised_at timestamptz;
  ALTER TABLE orders DROP CONSTRAINT IF EXISTS orders_one_owner,
    ADD CONSTRAINT orders_one_owner CHECK (num_nonnulls(user_id, guest_id) = CASE WHEN anonymised_at IS NULL THEN 1 ELSE 0 END);
  -- Null: the order's total; so writes the version before, which may still run.
  ALTER TABLE refunds ADD amount_cents bigint;
`;

/** What happened to an order without an admin's doing; what admins did is in audit_entries. Names no person. */
const HISTORY = `
  CREATE TABLE order_history (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    order_id uuid NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    action text NOT NULL,
    facts jsonb NOT NULL
  );
  CREATE INDEX order_history_order ON order_history (order_id, at DESC, id DESC);
  INSERT INTO order_history (order_id, at, action, facts)
    SELECT id, created_at, 'order.placed', jsonb_build_object('totalCents', total_cents) FROM orders;
  INSERT INTO order_history (order_id, at, action, facts)
    SELECT id, paid_at, 'order.paid', jsonb_build_object('totalCents', total_cents) FROM orders WHERE paid_at IS NOT NULL;
  INSERT INTO order_history (order_id, at, action, facts)
    SELECT order_id, refunded_at, 'order.refunded', jsonb_build_object('amountCents', total_cents) FROM refunds JOIN orders ON orders.id = order_id WHERE refunded_at IS NOT NULL;
`;

/** Who asked to be forgotten: an id, so that what comes late about this person is not kept either. */
const ERASURES = `
  CREATE TABLE user_erasures (
    user_id uuid PRIMARY KEY,
    requested_at timestamptz NOT NULL,
    -- When nothing named this person any more, and orders.anonymised was told.
    confirmed_at timestamptz
  );
  CREATE INDEX user_erasures_open ON user_erasures (requested_at) WHERE confirmed_at IS NULL;
  CREATE INDEX artworks_user ON artworks (user_id) WHERE user_id IS NOT NULL;
`;

const UNDO = `
  DROP TABLE user_erasures, order_history;
  DROP INDEX artworks_user, orders_by_both, orders_by_payment, orders_by_status, orders_newest;
  CREATE INDEX orders_newest ON orders (created_at DESC, id);
  ALTER TABLE refunds DROP amount_cents;
  ALTER TABLE orders DROP note_id, DROP tracking, DROP anonymised_at;
  DROP TABLE order_notes;
  ALTER TABLE order_items DROP print, DROP mockup_url, DROP print_file, DROP print_file_failure;
  ALTER TABLE catalogue_variants DROP print_area;
  ALTER TABLE catalogue_products DROP print_area, DROP picture_area, DROP overlay_url;
`;

export class BackOffice1795290000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statements of [LISTS, PRINT, ORDERS, HISTORY, ERASURES]) await runner.query(statements);
  }

  /** Orders without an owner stay so; the check that would refuse them is not put back. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(UNDO);
  }
}
