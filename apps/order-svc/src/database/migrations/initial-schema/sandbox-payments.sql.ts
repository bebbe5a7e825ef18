/** The sandbox payment provider's own data, as a provider outside of the shop would store it. */
export const SANDBOX_PAYMENTS = `
  CREATE TABLE sandbox_intents (
    id text PRIMARY KEY,
    client_secret text NOT NULL UNIQUE,
    idempotency_key text NOT NULL UNIQUE,
    order_id uuid NOT NULL,
    amount_cents bigint NOT NULL CHECK (amount_cents >= 0),
    currency text NOT NULL,
    status text NOT NULL DEFAULT 'open',
    failure_message text,
    -- The id of the declined attempt, as Stripe gives one.
    attempt_id text,
    card_last4 text,
    -- Since when the bank waits for the customer's authentication; null if it does not.
    challenged_at timestamptz,
    -- When the bank decides about a payment in processing; null if none is.
    settles_at timestamptz,
    refunded_at timestamptz,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX sandbox_intents_settling ON sandbox_intents (settles_at) WHERE settles_at IS NOT NULL;

  CREATE TABLE sandbox_refunds (
    id text PRIMARY KEY,
    intent_id text NOT NULL REFERENCES sandbox_intents (id) ON DELETE CASCADE,
    idempotency_key text NOT NULL UNIQUE,
    -- The refund's number within the order.
    n integer,
    amount_cents bigint NOT NULL CHECK (amount_cents > 0),
    status text NOT NULL DEFAULT 'succeeded',
    failure text,
    settles_at timestamptz
  );
  CREATE INDEX sandbox_refunds_intent ON sandbox_refunds (intent_id);
  CREATE INDEX sandbox_refunds_settling ON sandbox_refunds (settles_at) WHERE settles_at IS NOT NULL;

  CREATE TABLE sandbox_disputes (
    id text PRIMARY KEY,
    intent_id text NOT NULL REFERENCES sandbox_intents (id) ON DELETE CASCADE,
    amount_cents bigint NOT NULL,
    reason text NOT NULL,
    status text NOT NULL,
    opened_at timestamptz NOT NULL,
    respond_by timestamptz NOT NULL
  );
  CREATE INDEX sandbox_disputes_intent ON sandbox_disputes (intent_id);
  CREATE INDEX sandbox_disputes_open ON sandbox_disputes (respond_by) WHERE status = 'needs_response';

  -- Webhooks to deliver. Removed 7 days after the delivery.
  CREATE TABLE sandbox_webhooks (
    id text PRIMARY KEY,
    payload text NOT NULL,
    delivered_at timestamptz,
    created_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX sandbox_webhooks_delivered ON sandbox_webhooks (delivered_at) WHERE delivered_at IS NOT NULL;
`;
