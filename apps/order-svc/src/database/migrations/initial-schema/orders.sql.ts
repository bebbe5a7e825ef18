/** Orders are stored for good. An erasure removes the personal data and sets anonymised_at. */
export const ORDERS = `
  CREATE TABLE orders (
    id uuid PRIMARY KEY,
    order_number text NOT NULL CONSTRAINT orders_number UNIQUE,
    user_id uuid,
    guest_id uuid,
    cart_id uuid REFERENCES carts (id) ON DELETE SET NULL,
    status text NOT NULL DEFAULT 'created',
    email text,
    email_version integer NOT NULL DEFAULT 0,
    link_version integer NOT NULL DEFAULT 0,
    currency text NOT NULL,
    subtotal_cents bigint NOT NULL CHECK (subtotal_cents >= 0),
    shipping_cents bigint NOT NULL DEFAULT 0,
    tax_cents bigint NOT NULL DEFAULT 0,
    total_cents bigint NOT NULL CHECK (total_cents BETWEEN 0 AND 9999999999),
    shipping_address jsonb NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    paid_at timestamptz,
    -- End of the change window: until then the customer may change or cancel the order. Set when it is paid.
    change_window_ends_at timestamptz,
    tracking jsonb,
    -- Since when a parcel is back that was not sent again, and why the last one came back.
    returned_at timestamptz,
    parcel_return jsonb,
    note_id uuid,
    anonymised_at timestamptz,

    payment_provider text NOT NULL,
    -- The sum of the order's rows in ledger_entries.
    payment_status text NOT NULL DEFAULT 'pending',
    payment_message text,
    -- Counts updates of the intent at the provider: each has its own idempotency key.
    intent_revision integer NOT NULL DEFAULT 0,
    -- An order whose cart changed gets another intent: how many were cancelled before. This is the number of the present one.
    canceled_intents integer NOT NULL DEFAULT 0,
    -- First attempt to pay. My Orders lists an order from then on.
    payment_attempted_at timestamptz,
    -- First time that a paid amount differed from the order's.
    mismatch_seen_at timestamptz,
    -- When too many payments were declined. The payment is cancelled, and its customer places no order for an hour.
    payment_stopped_at timestamptz,
    -- When the provider is asked about the open payment again; null: now.
    payment_check_at timestamptz,
    -- Two schedules call the provider, each first for the order that waits for the longest time.
    cancellation_attempted_at timestamptz,
    refunds_polled_at timestamptz,
    CONSTRAINT orders_one_owner CHECK (num_nonnulls(user_id, guest_id) = CASE WHEN anonymised_at IS NULL THEN 1 ELSE 0 END)
  );
  -- Two parallel checkouts of one cart make one order.
  CREATE UNIQUE INDEX orders_open_cart ON orders (cart_id) WHERE status = 'created';
  CREATE INDEX orders_user ON orders (user_id, created_at DESC) WHERE user_id IS NOT NULL;
  CREATE INDEX orders_guest ON orders (guest_id) WHERE guest_id IS NOT NULL;
  -- The admin's list: keyset pages, newest first, with both filters.
  CREATE INDEX orders_newest ON orders (created_at DESC, id DESC);
  CREATE INDEX orders_by_status ON orders (status, created_at DESC, id DESC);
  CREATE INDEX orders_by_payment ON orders (payment_status, created_at DESC, id DESC);
  CREATE INDEX orders_by_both ON orders (status, payment_status, created_at DESC, id DESC);
  CREATE INDEX orders_payment_check ON orders (payment_check_at NULLS FIRST) WHERE status = 'created';
  CREATE INDEX orders_abandoned ON orders (cancellation_attempted_at NULLS FIRST) WHERE status = 'created';
  CREATE INDEX orders_amount_mismatch ON orders (mismatch_seen_at) WHERE status = 'created' AND mismatch_seen_at IS NOT NULL;
  CREATE INDEX orders_payment_stopped ON orders (payment_stopped_at) WHERE payment_stopped_at IS NOT NULL;
  CREATE INDEX orders_shipped ON orders (updated_at) WHERE status = 'shipped';
  CREATE INDEX orders_returned ON orders (returned_at) WHERE returned_at IS NOT NULL;
  CREATE INDEX orders_in_process ON orders (paid_at) INCLUDE (id, status, payment_status) WHERE status IN ('paid', 'processing');
  CREATE INDEX orders_paid_after_cancel ON orders (id) WHERE status = 'cancelled' AND payment_status = 'paid';
  CREATE INDEX orders_unpaid_cancelled ON orders (updated_at) WHERE status = 'cancelled' AND paid_at IS NULL AND anonymised_at IS NULL;
  -- Deleting a cart or a note checks the orders that may refer to it.
  CREATE INDEX orders_cart ON orders (cart_id) WHERE cart_id IS NOT NULL;
  CREATE INDEX orders_note ON orders (note_id) WHERE note_id IS NOT NULL;

  CREATE TABLE order_items (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    order_id uuid NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
    position integer NOT NULL,
    product_id uuid NOT NULL,
    title text NOT NULL,
    -- Names what is chosen: a phone case has models.
    category text,
    image_url text,
    generated_image_id uuid NOT NULL,
    generated_image_url text,
    variant_selections jsonb NOT NULL,
    -- The chosen size and colour as they were bought: the printer finds its article by them, whatever they are called.
    variant_ids jsonb NOT NULL,
    design_config jsonb NOT NULL,
    -- What scale 100 means: stored with the row, so that its look stays when the sense changes.
    scale_sense text NOT NULL CHECK (scale_sense IN ('whole-artwork', 'area-width')),
    line_key text NOT NULL,
    quantity integer NOT NULL,
    unit_price_cents bigint NOT NULL,
    subtotal_cents bigint NOT NULL,
    -- What the printer needs of the product, as it was sold.
    print jsonb,
    -- Counts changes of what is printed: a print file of an older revision is ignored.
    revision integer NOT NULL DEFAULT 1,
    mockup_url text,
    print_file jsonb,
    print_file_failure text,
    print_file_sha256 text,
    print_view_url text,
    -- When the print file was requested again after the payment.
    print_requested_at timestamptz,
    -- The printer refused the order for it: the customer chooses another size or colour, or cancels.
    is_out_of_stock boolean NOT NULL DEFAULT false,
    -- What was refunded for cheaper sizes and colours.
    price_back_cents bigint NOT NULL DEFAULT 0
  );
  CREATE INDEX order_items_order ON order_items (order_id, position);

  -- Versions of the shop's note. The text is not in audit_entries, because those can never be erased.
  CREATE TABLE order_notes (
    id uuid PRIMARY KEY,
    order_id uuid NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
    text text NOT NULL,
    written_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX order_notes_order ON order_notes (order_id);
  ALTER TABLE orders ADD CONSTRAINT orders_note_id_fkey FOREIGN KEY (note_id) REFERENCES order_notes (id);

  -- What happened to an order automatically; what admins did is in audit_entries. Names no person, and is stored for good.
  CREATE TABLE order_history (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    order_id uuid NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    action text NOT NULL,
    details jsonb NOT NULL
  );
  CREATE INDEX order_history_order ON order_history (order_id, at DESC, id DESC);

  -- Codes that open the changes of an order to a session that has only its link; deleted after a day, which the limit of codes looks at.
  CREATE TABLE order_codes (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    order_id uuid NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
    -- SHA-256 of the session that asked for the code, and of its network.
    session text NOT NULL,
    network text NOT NULL,
    -- HMAC-SHA-256 of the code.
    code_hash text NOT NULL,
    tries integer NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    -- Since the code was entered: until when the session may change the order.
    opens_until timestamptz
  );
  CREATE INDEX order_codes_order ON order_codes (order_id, created_at DESC);
  CREATE INDEX order_codes_age ON order_codes (created_at);

  -- Requested erasures: only the id, so that data that arrives late is not stored either.
  CREATE TABLE user_erasures (
    user_id uuid PRIMARY KEY,
    requested_at timestamptz NOT NULL,
    -- When no order named the user any more and orders.anonymised was published.
    confirmed_at timestamptz
  );
  CREATE INDEX user_erasures_open ON user_erasures (requested_at) WHERE confirmed_at IS NULL;
  CREATE INDEX user_erasures_confirmed ON user_erasures (confirmed_at);
`;
