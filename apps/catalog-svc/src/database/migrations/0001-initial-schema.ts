import { AUDIT_ENTRIES, defineInitialMigration } from '@shop/service-kit';

const PRODUCTS = `
  -- Rows of deleted products stay, so that their events and timelines continue and a start does not seed them again.
  -- 9,999,999,999 cents is the largest amount of decimal(10,2).
  CREATE TABLE products (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    title text NOT NULL CHECK (title <> ''),
    description text,
    category text NOT NULL CHECK (category IN ('tshirt', 'hoodie', 'phone-case', 'pet-tag')),
    base_price_cents bigint NOT NULL CHECK (base_price_cents BETWEEN 0 AND 9999999999),
    image_url text,
    mockup_template_url text,
    active boolean NOT NULL DEFAULT true,
    -- Null where the areas follow from the picture or the category (product-areas.rules.ts).
    print_area jsonb,
    picture_area jsonb,
    created_at timestamptz NOT NULL DEFAULT now(),
    deleted_at timestamptz,
    -- Grows with each change: an edit of an outdated version is rejected.
    version integer NOT NULL DEFAULT 1
  );
  CREATE INDEX products_newest ON products (created_at DESC, id DESC) WHERE deleted_at IS NULL;
`;

const VARIANTS = `
  -- Sizes and colours. A variant is deactivated, never deleted.
  CREATE TABLE product_variants (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    product_id uuid NOT NULL REFERENCES products (id),
    type text NOT NULL CHECK (type IN ('size', 'color')),
    name text NOT NULL CHECK (name <> ''),
    price_modifier_cents bigint NOT NULL DEFAULT 0 CHECK (price_modifier_cents BETWEEN -9999999999 AND 9999999999),
    active boolean NOT NULL DEFAULT true,
    color_hex text CHECK (color_hex ~ '^#[0-9a-f]{6}$'),
    image_url text,
    print_area jsonb,
    position integer NOT NULL DEFAULT 0,
    version integer NOT NULL DEFAULT 1,
    CONSTRAINT product_variants_name UNIQUE (product_id, type, name)
  );
`;

const FOREIGN_PICTURES = `
  -- Pictures on other sites that products have or had, by address. Rows stay: carts and orders keep the addresses.
  CREATE TABLE foreign_pictures (
    address text PRIMARY KEY,
    -- Null until the picture is fetched.
    mime_type text,
    bytes bytea,
    -- Why the picture can't be shown, for the admin.
    refusal text,
    requested_at timestamptz NOT NULL DEFAULT now(),
    fetched_at timestamptz
  );
`;

export const InitialSchema = defineInitialMigration('InitialSchema', [
  AUDIT_ENTRIES,
  PRODUCTS,
  VARIANTS,
  FOREIGN_PICTURES,
]);
