/** Read models of other services' data. Rows about a person are removed when the person's account is erased. */
export const READ_MODELS = `
  CREATE TABLE catalogue_products (
    id uuid PRIMARY KEY,
    title text NOT NULL,
    category text NOT NULL,
    image_url text,
    base_price_cents bigint NOT NULL,
    active boolean NOT NULL,
    -- A deleted product keeps its row, so that a cart can still name what is no longer available.
    deleted_at timestamptz,
    print_area jsonb,
    picture_area jsonb,
    overlay_url text
  );
  CREATE TABLE catalogue_variants (
    id uuid PRIMARY KEY,
    product_id uuid NOT NULL REFERENCES catalogue_products (id) ON DELETE CASCADE,
    type text NOT NULL,
    name text NOT NULL,
    price_modifier_cents bigint NOT NULL,
    image_url text,
    active boolean NOT NULL,
    -- Set for sizes that print smaller than the product itself.
    print_area jsonb,
    -- Sizes are offered in the catalogue's order.
    position integer NOT NULL DEFAULT 0
  );
  CREATE INDEX catalogue_variants_choice ON catalogue_variants (product_id, type, name);

  CREATE TABLE artworks (
    id uuid PRIMARY KEY,
    user_id uuid,
    guest_id uuid,
    url text NOT NULL,
    width_px integer NOT NULL,
    height_px integer NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    -- The part that is printed of an artwork without a background; null: all of it.
    printed_box jsonb
  );
  CREATE INDEX artworks_guest ON artworks (guest_id) WHERE guest_id IS NOT NULL;
  CREATE INDEX artworks_user ON artworks (user_id) WHERE user_id IS NOT NULL;

  CREATE TABLE accounts (id uuid PRIMARY KEY, email text NOT NULL, created_at timestamptz NOT NULL DEFAULT now());
  -- Which guest became which user. Stored for good, so that an event that arrives late still finds its owner.
  CREATE TABLE guest_claims (guest_id uuid PRIMARY KEY, user_id uuid NOT NULL, claimed_at timestamptz NOT NULL DEFAULT now());
`;
