import { defineInitialMigration } from '@shop/service-kit';

/**
 * `stripe_objects`: each object as Stripe's API shows it. `due_at`: when the sandbox changes the object automatically.
 * `stripe_requests`: the first answer to each idempotency key.
 */
const STRIPE = `
  CREATE TABLE stripe_objects (
    id text PRIMARY KEY,
    seq bigint GENERATED ALWAYS AS IDENTITY,
    account text NOT NULL,
    kind text NOT NULL,
    intent_id text,
    due_at timestamptz,
    document jsonb NOT NULL
  );
  CREATE INDEX stripe_objects_list ON stripe_objects (account, kind, seq);
  CREATE INDEX stripe_objects_intent ON stripe_objects (intent_id) WHERE intent_id IS NOT NULL;
  CREATE INDEX stripe_objects_due ON stripe_objects (due_at) WHERE due_at IS NOT NULL;

  CREATE TABLE stripe_requests (
    account text NOT NULL,
    key text NOT NULL,
    request text NOT NULL,
    status int NOT NULL,
    body text NOT NULL,
    PRIMARY KEY (account, key)
  );
`;

/**
 * `printful_orders`: the orders of the stores. `printful_variants`: what somebody at the printer changed in the catalogue.
 * `printful_webhook`: where events are sent, instead of the configured address.
 */
const PRINTFUL = `
  CREATE TABLE printful_orders (
    id bigint GENERATED ALWAYS AS IDENTITY (START WITH 90001) PRIMARY KEY,
    external_id text UNIQUE,
    store integer NOT NULL,
    -- Set by a person or a rejection. Null: the order follows time since its confirmation.
    status text CHECK (status IN ('draft', 'inreview', 'pending', 'failed', 'canceled', 'inprocess', 'onhold', 'partial', 'fulfilled', 'archived')),
    error text,
    shipping text NOT NULL,
    recipient jsonb NOT NULL,
    items jsonb NOT NULL,
    -- Null: one parcel when its time has come.
    shipments jsonb,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    -- Null: a draft.
    confirmed_at timestamptz
  );
  CREATE TABLE printful_variants (
    id integer PRIMARY KEY,
    changes jsonb NOT NULL
  );
  CREATE TABLE printful_webhook (
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    url text NOT NULL,
    types text[] NOT NULL
  );
`;

export const InitialSchema = defineInitialMigration('InitialSchema', [STRIPE, PRINTFUL]);
