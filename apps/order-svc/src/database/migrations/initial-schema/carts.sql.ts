/** A guest's cart is removed 90 days after its last change, a user's cart when the account is erased. */
export const CARTS = `
  CREATE TABLE carts (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    user_id uuid CONSTRAINT carts_user UNIQUE,
    guest_id uuid CONSTRAINT carts_guest UNIQUE,
    -- Counts the changes of the lines, for optimistic locking.
    revision integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT carts_one_owner CHECK (num_nonnulls(user_id, guest_id) = 1)
  );
  CREATE INDEX carts_of_guests_age ON carts (updated_at) WHERE guest_id IS NOT NULL;

  CREATE TABLE cart_items (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    cart_id uuid NOT NULL REFERENCES carts (id) ON DELETE CASCADE,
    product_id uuid NOT NULL,
    generated_image_id uuid NOT NULL,
    variant_selections jsonb NOT NULL,
    design_config jsonb NOT NULL,
    -- What scale 100 means: stored with the row, so that its look stays when the sense changes.
    scale_sense text NOT NULL CHECK (scale_sense IN ('whole-artwork', 'area-width')),
    -- Product, artwork, choices and placement in one string: equal items are one line.
    line_key text NOT NULL,
    quantity integer NOT NULL CHECK (quantity >= 1),
    -- Of the quantity: what came from an equal line with the last choice.
    joined_quantity integer NOT NULL DEFAULT 0,
    -- The price when the line was added. Later prices that a session confirmed are in confirmed_prices.
    unit_price_cents bigint NOT NULL CHECK (unit_price_cents >= 0),
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT cart_items_line UNIQUE (cart_id, line_key)
  );

  -- Calls with an Idempotency-Key that added to a cart: a repeated one adds nothing. Removed after a day, or with the cart.
  CREATE TABLE cart_additions (
    key uuid PRIMARY KEY,
    cart_id uuid NOT NULL REFERENCES carts (id) ON DELETE CASCADE,
    -- What was added: a key stands for one content.
    line_key text NOT NULL,
    quantity integer NOT NULL,
    added_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX cart_additions_cart ON cart_additions (cart_id);
  CREATE INDEX cart_additions_added ON cart_additions (added_at);

  -- The unit prices that a session last saw: a checkout at other prices is refused. Removed with the cart.
  CREATE TABLE confirmed_prices (
    cart_id uuid NOT NULL REFERENCES carts (id) ON DELETE CASCADE,
    -- SHA-256 of the session id, because the id itself gives access.
    session_hash text NOT NULL,
    unit_prices_cents jsonb NOT NULL,
    confirmed_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (cart_id, session_hash)
  );
  CREATE INDEX confirmed_prices_confirmed ON confirmed_prices (confirmed_at);
`;
