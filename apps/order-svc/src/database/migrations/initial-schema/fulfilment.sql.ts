/** Printing. Rows are stored as long as their orders. */
export const FULFILMENT = `
  -- One row per paid order, inserted by the transaction that marks it as paid.
  CREATE TABLE fulfilments (
    order_id uuid PRIMARY KEY REFERENCES orders (id),
    provider text NOT NULL,
    state text NOT NULL DEFAULT 'change-window' CHECK (state IN ('change-window', 'waiting', 'submitting', 'submitted', 'cancelled')),
    -- The end of the change window, then the time of the next attempt.
    due_at timestamptz NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    -- Why the order waits.
    reason text,
    -- The printer's own number of the order.
    external_id text,
    submitted_at timestamptz,
    -- When the printer was last asked for the order's state.
    polled_at timestamptz,
    -- When the order was delivered or cancelled: nothing is to be asked or done any more.
    ended_at timestamptz
  );
  CREATE INDEX fulfilments_due ON fulfilments (due_at) WHERE state IN ('change-window', 'waiting', 'submitting');
  CREATE INDEX fulfilments_at_printer ON fulfilments (polled_at NULLS FIRST) WHERE state = 'submitted' AND ended_at IS NULL;
  CREATE INDEX fulfilments_open ON fulfilments (provider, attempts) WHERE ended_at IS NULL;
  CREATE INDEX fulfilments_with_reason ON fulfilments (order_id) WHERE reason IS NOT NULL;
  CREATE INDEX fulfilments_polled ON fulfilments (polled_at) WHERE polled_at IS NOT NULL;
  -- Cancelled orders that the printer may have received although its answer was lost.
  CREATE INDEX fulfilments_recalled ON fulfilments (polled_at) WHERE state = 'cancelled' AND attempts > 0 AND submitted_at IS NULL;

  CREATE FUNCTION end_fulfilment() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE fulfilments SET ended_at = CASE WHEN NEW.status IN ('delivered', 'cancelled') THEN now() END WHERE order_id = NEW.id;
    RETURN NULL;
  END $$;
  CREATE TRIGGER orders_end_fulfilment AFTER UPDATE OF status ON orders FOR EACH ROW
    WHEN ((NEW.status IN ('delivered', 'cancelled')) <> (OLD.status IN ('delivered', 'cancelled'))) EXECUTE FUNCTION end_fulfilment();

  -- Why an order must not be printed yet. An order with an open row is not submitted.
  CREATE TABLE fulfilment_holds (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    order_id uuid NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
    kind text NOT NULL CHECK (kind IN ('dispute', 'payment-review', 'fraud-warning', 'question')),
    -- The provider's id of the dispute, review or warning; for a question its own id. One object holds an order once: a released row
    -- stays, so that a late or repeated event does not hold the order again.
    reference text NOT NULL,
    opened_at timestamptz NOT NULL,
    released_at timestamptz,
    -- 'order': it was shipped or cancelled.
    released_by text CHECK (released_by IN ('provider', 'admin', 'customer', 'order')),
    -- The provider's term, or what an admin wrote, which an erasure removes.
    release_reason text,
    CONSTRAINT fulfilment_holds_object UNIQUE (kind, reference),
    CONSTRAINT fulfilment_holds_released CHECK ((released_at IS NULL) = (released_by IS NULL))
  );
  CREATE INDEX fulfilment_holds_order ON fulfilment_holds (order_id);
  CREATE INDEX fulfilment_holds_open ON fulfilment_holds (order_id) WHERE released_at IS NULL;

  -- What the shop asked a customer about an order, which a hold of the same id stops until an admin goes on. An erasure deletes the rows.
  CREATE TABLE order_questions (
    id uuid PRIMARY KEY,
    order_id uuid NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
    text text NOT NULL,
    asked_at timestamptz NOT NULL DEFAULT now(),
    answer text,
    answered_at timestamptz,
    CONSTRAINT order_questions_answered CHECK ((answer IS NULL) = (answered_at IS NULL))
  );
  CREATE INDEX order_questions_order ON order_questions (order_id, asked_at);

  CREATE FUNCTION end_fulfilment_holds() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE fulfilment_holds SET released_at = now(), released_by = 'order' WHERE order_id = NEW.id AND released_at IS NULL;
    RETURN NULL;
  END $$;
  CREATE TRIGGER orders_end_fulfilment_holds AFTER UPDATE OF status ON orders FOR EACH ROW
    WHEN (NEW.status IN ('shipped', 'delivered', 'cancelled') AND NEW.status <> OLD.status) EXECUTE FUNCTION end_fulfilment_holds();
`;

/** Live order pages: each transaction that changes an order sends a NOTIFY with the order's id. */
export const ORDER_SIGNALS = `
  CREATE FUNCTION notify_order_changed() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_notify('orders_changed', CASE TG_TABLE_NAME WHEN 'orders' THEN to_jsonb(NEW)->>'id' ELSE to_jsonb(NEW)->>'order_id' END);
    RETURN NULL;
  END $$;
  CREATE TRIGGER orders_changed AFTER UPDATE OF status, payment_status, payment_message, email, shipping_address, tracking, returned_at, parcel_return, change_window_ends_at ON orders
    FOR EACH ROW EXECUTE FUNCTION notify_order_changed();
  CREATE TRIGGER order_items_changed AFTER UPDATE OF generated_image_id, design_config, variant_selections, mockup_url, print_file, print_file_failure, is_out_of_stock ON order_items
    FOR EACH ROW EXECUTE FUNCTION notify_order_changed();
  CREATE TRIGGER fulfilment_holds_changed AFTER INSERT OR UPDATE ON fulfilment_holds FOR EACH ROW EXECUTE FUNCTION notify_order_changed();
  CREATE TRIGGER order_questions_changed AFTER UPDATE ON order_questions FOR EACH ROW EXECUTE FUNCTION notify_order_changed();
  CREATE TRIGGER problem_reports_changed AFTER INSERT OR UPDATE ON problem_reports FOR EACH ROW EXECUTE FUNCTION notify_order_changed();
  CREATE TRIGGER reprints_changed AFTER INSERT OR UPDATE OF state, tracking ON reprints FOR EACH ROW EXECUTE FUNCTION notify_order_changed();
  CREATE TRIGGER order_refunds_changed AFTER INSERT OR UPDATE ON order_refunds FOR EACH ROW EXECUTE FUNCTION notify_order_changed();
`;
