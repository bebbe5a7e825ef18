/** What customers report about orders that were sent, and items that are sent again. */
export const REPRINTS = `
  -- An erasure deletes the rows.
  CREATE TABLE problem_reports (
    id uuid PRIMARY KEY,
    order_id uuid NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
    kind text NOT NULL CHECK (kind IN ('misprinted', 'damaged', 'not-arrived', 'other')),
    text text NOT NULL,
    -- Ordered items and how many of each: [{orderItemId, quantity}].
    items jsonb NOT NULL,
    -- Pictures in art-svc.
    photo_ids uuid[] NOT NULL,
    reported_at timestamptz NOT NULL DEFAULT now(),
    -- An admin has answered, or sends the items again.
    closed_at timestamptz,
    answer text,
    CONSTRAINT problem_reports_answered CHECK (answer IS NULL OR closed_at IS NOT NULL)
  );
  CREATE INDEX problem_reports_order ON problem_reports (order_id, reported_at);
  CREATE INDEX problem_reports_open ON problem_reports (order_id) WHERE closed_at IS NULL;

  -- Items that are printed and sent again, free of charge. The id is the number at the printer. Stored as long as the order; an erasure
  -- removes note, photos, address, tracking and the printer's text.
  CREATE TABLE reprints (
    id uuid PRIMARY KEY,
    order_id uuid NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
    report_id uuid REFERENCES problem_reports (id) ON DELETE SET NULL,
    reason text NOT NULL CHECK (reason IN ('misprinted', 'damaged', 'not-arrived', 'other')),
    note text,
    photo_ids uuid[] NOT NULL,
    shipping_address jsonb NOT NULL,
    requested_at timestamptz NOT NULL DEFAULT now(),
    provider text NOT NULL,
    state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'submitting', 'submitted', 'shipped', 'delivered', 'cancelled')),
    -- The time of the next attempt.
    due_at timestamptz NOT NULL DEFAULT now(),
    attempts integer NOT NULL DEFAULT 0,
    -- Why it does not go on.
    problem text,
    -- The printer's own number.
    external_id text,
    submitted_at timestamptz,
    polled_at timestamptz,
    shipped_at timestamptz,
    tracking jsonb,
    -- Since when a parcel is back that was not sent again, and why the last one came back.
    returned_at timestamptz,
    parcel_return jsonb,
    -- What the printer charges.
    cost_cents bigint,
    cost_currency text,
    -- When it was delivered or cancelled.
    ended_at timestamptz,
    CONSTRAINT reprints_ended CHECK ((ended_at IS NOT NULL) = (state IN ('delivered', 'cancelled'))),
    CONSTRAINT reprints_cost CHECK ((cost_cents IS NULL) = (cost_currency IS NULL))
  );
  CREATE INDEX reprints_order ON reprints (order_id, requested_at);
  CREATE INDEX reprints_report ON reprints (report_id) WHERE report_id IS NOT NULL;
  CREATE INDEX reprints_open ON reprints (order_id) WHERE ended_at IS NULL;
  CREATE INDEX reprints_due ON reprints (due_at) WHERE state IN ('waiting', 'submitting');
  CREATE INDEX reprints_with_problem ON reprints (order_id) WHERE problem IS NOT NULL;
  CREATE INDEX reprints_at_printer ON reprints (polled_at NULLS FIRST) WHERE state IN ('submitted', 'shipped');
  CREATE INDEX reprints_recalled ON reprints (ended_at) WHERE state = 'cancelled' AND attempts > 0 AND submitted_at IS NULL;

  CREATE TABLE reprint_items (
    -- The number of the line at the printer.
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    reprint_id uuid NOT NULL REFERENCES reprints (id) ON DELETE CASCADE,
    order_item_id uuid NOT NULL REFERENCES order_items (id) ON DELETE CASCADE,
    quantity integer NOT NULL CHECK (quantity > 0),
    -- Hash and size of the print file; null until art-svc has confirmed that it has the file.
    file jsonb,
    file_failure text,
    CONSTRAINT reprint_items_once UNIQUE (reprint_id, order_item_id)
  );
  CREATE INDEX reprint_items_order_item ON reprint_items (order_item_id);
`;
