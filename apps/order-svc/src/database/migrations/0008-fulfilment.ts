import type { MigrationInterface, QueryRunner } from 'typeorm';

const ORDERS = `
  -- Until then the customer may change the order or cancel it; set when it is paid.
  ALTER TABLE orders ADD hold_until timestamptz;
  -- Counts the changes of what is printed; a file made for an older revision is not this item's.
  ALTER TABLE order_items ADD revision integer NOT NULL DEFAULT 1,
    ADD print_file_sha256 text,
    ADD print_view_url text;
  -- Sizes are offered in the catalogue's order.
  ALTER TABLE catalogue_variants ADD position integer NOT NULL DEFAULT 0;
`;

const FULFILMENTS = `
  CREATE TABLE fulfilments (
    order_id uuid PRIMARY KEY REFERENCES orders (id),
    provider text NOT NULL,
    state text NOT NULL DEFAULT 'held' CHECK (state IN ('held', 'waiting', 'submitting', 'submitted', 'cancelled')),
    -- Not before: the end of the hold, then the next try.
    due_at timestamptz NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    claimed_by uuid,
    lease_expires_at timestamptz,
    reason text,
    -- The printer's own number of the order.
    external_id text,
    submitted_at timestamptz,
    -- When the printer was last asked how it is.
    asked_at timestamptz
  );
  CREATE INDEX fulfilments_due ON fulfilments (due_at) WHERE state IN ('held', 'waiting', 'submitting');
  CREATE INDEX fulfilments_submitted ON fulfilments (asked_at NULLS FIRST) WHERE state = 'submitted';

  CREATE TABLE sandbox_print_orders (
    id text PRIMARY KEY,
    order_id uuid NOT NULL UNIQUE,
    accepted_at timestamptz NOT NULL DEFAULT now(),
    cancelled_at timestamptz,
    told text NOT NULL DEFAULT 'accepted'
  );
  CREATE INDEX sandbox_print_orders_moving ON sandbox_print_orders (accepted_at) WHERE told NOT IN ('delivered', 'cancelled');
`;

/** Whoever watches an order is told by the transaction that changes it, whichever that is. */
const SIGNALS = `
  CREATE FUNCTION tell_order_moved() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_notify('orders_moved', CASE TG_TABLE_NAME WHEN 'orders' THEN to_jsonb(NEW)->>'id' ELSE to_jsonb(NEW)->>'order_id' END);
    RETURN NULL;
  END $$;
  CREATE TRIGGER orders_moved AFTER UPDATE OF status, payment_status, payment_message, shipping_address, tracking, hold_until ON orders
    FOR EACH ROW EXECUTE FUNCTION tell_order_moved();
  CREATE TRIGGER order_items_moved AFTER UPDATE OF design_config, variant_selections, mockup_url, print_file, print_file_failure ON order_items
    FOR EACH ROW EXECUTE FUNCTION tell_order_moved();
  CREATE TRIGGER refunds_moved AFTER INSERT OR UPDATE ON refunds FOR EACH ROW EXECUTE FUNCTION tell_order_moved();
  CREATE TRIGGER provider_refunds_moved AFTER INSERT OR UPDATE ON provider_refunds FOR EACH ROW EXECUTE FUNCTION tell_order_moved();
`;

const UNDO = `
  DROP TRIGGER provider_refunds_moved ON provider_refunds;
  DROP TRIGGER refunds_moved ON refunds;
  DROP TRIGGER order_items_moved ON order_items;
  DROP TRIGGER orders_moved ON orders;
  DROP FUNCTION tell_order_moved;
  DROP TABLE sandbox_print_orders, fulfilments;
  ALTER TABLE catalogue_variants DROP position;
  ALTER TABLE order_items DROP revision, DROP print_file_sha256, DROP print_view_url;
  ALTER TABLE orders DROP hold_until;
`;

export class Fulfilment1795290500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statements of [ORDERS, FULFILMENTS, SIGNALS]) await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(UNDO);
  }
}
