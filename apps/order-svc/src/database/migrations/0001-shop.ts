import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Read models of other services' nouns: products, artworks, accounts, and which guest became which user. */
const READ_MODELS = `
  CREATE TABLE catalogue_products (
    id uuid PRIMARY KEY,
    title text NOT NULL,
    category text NOT NULL,
    image_url text,
    base_price_cents bigint NOT NULL,
    active boolean NOT NULL,
    -- A deleted product keeps its row, so that a cart can still name what is no longer available (D34).
    deleted_at timestamptz
  );
  CREATE TABLE catalogue_variants (
    id uuid PRIMARY KEY,
    product_id uuid NOT NULL REFERENCES catalogue_products (id) ON DELETE CASCADE,
    type text NOT NULL,
    name text NOT NULL,
    price_modifier_cents bigint NOT NULL,
    image_url text,
    active boolean NOT NULL
  );
  CREATE INDEX catalogue_variants_choice ON catalogue_variants (product_id, type, name);

  CREATE TABLE artworks (
    id uuid PRIMARY KEY,
    user_id uuid,
    guest_id uuid,
    url text NOT NULL,
    width_px integer NOT NULL,
    height_px integer NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX artworks_guest ON artworks (guest_id) WHERE guest_id IS NOT NULL;

  CREATE TABLE accounts (id uuid PRIMARY KEY, email text NOT NULL, created_at timestamptz NOT NULL DEFAULT now());
  CREATE TABLE guest_claims (guest_id uuid PRIMARY KEY, user_id uuid NOT NULL, claimed_at timestamptz NOT NULL DEFAULT now());
`;

const CARTS = `
  CREATE TABLE carts (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    user_id uuid CONSTRAINT carts_user UNIQUE,
    guest_id uuid CONSTRAINT carts_guest UNIQUE,
    -- Counts the changes of the lines: a change is written only over the revision it was decided on.
    revision integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT carts_one_owner CHECK (num_nonnulls(user_id, guest_id) = 1)
  );
  CREATE TABLE cart_items (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    cart_id uuid NOT NULL REFERENCES carts (id) ON DELETE CASCADE,
    product_id uuid NOT NULL,
    generated_image_id uuid NOT NULL,
    variant_selections jsonb NOT NULL,
    design_config jsonb NOT NULL,
    -- D39: product, artwork, choices and placement in one string; equal lines are one line.
    line_key text NOT NULL,
    quantity integer NOT NULL CHECK (quantity >= 1),
    -- The price when the line was put in; what a session was told since stands in told_prices (D33).
    unit_price_cents bigint NOT NULL CHECK (unit_price_cents >= 0),
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT cart_items_line UNIQUE (cart_id, line_key)
  );
  CREATE TABLE told_prices (
    cart_id uuid NOT NULL REFERENCES carts (id) ON DELETE CASCADE,
    -- SHA-256 of the session id: the session itself must not be readable here.
    session_hash text NOT NULL,
    unit_prices_cents jsonb NOT NULL,
    told_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (cart_id, session_hash)
  );
`;

const ORDERS = `
  CREATE TABLE orders (
    id uuid PRIMARY KEY,
    order_number text NOT NULL CONSTRAINT orders_number UNIQUE,
    user_id uuid,
    guest_id uuid,
    cart_id uuid REFERENCES carts (id) ON DELETE SET NULL,
    status text NOT NULL DEFAULT 'created',
    payment_status text NOT NULL DEFAULT 'pending',
    payment_message text,
    payment_intent_id text CONSTRAINT orders_intent UNIQUE,
    client_secret text CONSTRAINT orders_secret UNIQUE,
    email text,
    currency text NOT NULL,
    subtotal_cents bigint NOT NULL CHECK (subtotal_cents >= 0),
    shipping_cents bigint NOT NULL DEFAULT 0,
    tax_cents bigint NOT NULL DEFAULT 0,
    total_cents bigint NOT NULL CHECK (total_cents BETWEEN 0 AND 9999999999),
    shipping_address jsonb NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    -- D41: the first moment a payment was tried; My Orders shows nothing before it.
    payment_tried_at timestamptz,
    paid_at timestamptz,
    -- When the provider last answered about this order; the sweep asks the longest unasked first.
    asked_at timestamptz,
    -- When a paid amount was first seen that is not the order's.
    mismatch_seen_at timestamptz,
    CONSTRAINT orders_one_owner CHECK (num_nonnulls(user_id, guest_id) = 1)
  );
  -- Two parallel checkouts of one cart make one order.
  CREATE UNIQUE INDEX orders_open_cart ON orders (cart_id) WHERE status = 'created';
  CREATE INDEX orders_user ON orders (user_id, created_at DESC) WHERE user_id IS NOT NULL;
  CREATE INDEX orders_guest ON orders (guest_id) WHERE guest_id IS NOT NULL;
  CREATE INDEX orders_newest ON orders (created_at DESC, id);
  CREATE INDEX orders_open ON orders (asked_at NULLS FIRST) WHERE status = 'created';

  CREATE TABLE order_items (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    order_id uuid NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
    position integer NOT NULL,
    product_id uuid NOT NULL,
    title text NOT NULL,
    image_url text,
    generated_image_id uuid NOT NULL,
    generated_image_url text,
    variant_selections jsonb NOT NULL,
    design_config jsonb NOT NULL,
    line_key text NOT NULL,
    quantity integer NOT NULL,
    unit_price_cents bigint NOT NULL,
    subtotal_cents bigint NOT NULL
  );
  CREATE INDEX order_items_order ON order_items (order_id, position);
`;

const PAYMENTS = `
  -- The provider's events already applied; written in the transaction of their effect (D26).
  CREATE TABLE payment_events (
    provider text NOT NULL,
    event_id text NOT NULL,
    order_id uuid NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (provider, event_id)
  );
  -- Full refunds owed; kept until the provider has confirmed them.
  CREATE TABLE refunds (
    order_id uuid PRIMARY KEY REFERENCES orders (id),
    reason text NOT NULL,
    requested_at timestamptz NOT NULL DEFAULT now(),
    refunded_at timestamptz
  );
  CREATE INDEX refunds_due ON refunds (requested_at) WHERE refunded_at IS NULL;
`;

/** The sandbox's own books, as a provider on the other side of the wire would keep them. */
const SANDBOX = `
  CREATE TABLE sandbox_intents (
    id text PRIMARY KEY,
    client_secret text NOT NULL UNIQUE,
    idempotency_key text NOT NULL UNIQUE,
    order_id uuid NOT NULL,
    amount_cents bigint NOT NULL CHECK (amount_cents >= 0),
    currency text NOT NULL,
    status text NOT NULL DEFAULT 'open',
    failure_message text,
    refunded_at timestamptz,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE TABLE sandbox_webhooks (
    id text PRIMARY KEY,
    payload text NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    next_attempt_at timestamptz NOT NULL DEFAULT now(),
    delivered_at timestamptz,
    created_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX sandbox_webhooks_due ON sandbox_webhooks (next_attempt_at) WHERE delivered_at IS NULL;
`;

const TABLES = [
  'sandbox_webhooks',
  'sandbox_intents',
  'refunds',
  'payment_events',
  'order_items',
  'orders',
  'told_prices',
  'cart_items',
  'carts',
  'guest_claims',
  'accounts',
  'artworks',
  'catalogue_variants',
  'catalogue_products',
];

export class Shop1763600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statements of [READ_MODELS, CARTS, ORDERS, PAYMENTS, SANDBOX]) await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE ${TABLES.join(', ')}`);
  }
}
