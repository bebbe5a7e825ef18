/** Payment data names no person and is stored for good. */
export const PAYMENTS = `
  CREATE TABLE payment_intents (
    order_id uuid NOT NULL REFERENCES orders (id),
    -- Counted from 0 within the order. The row with the number orders.canceled_intents is the present one.
    n integer NOT NULL,
    -- The provider's id.
    intent_id text NOT NULL CONSTRAINT payment_intents_id UNIQUE,
    -- Null once the intent was replaced or the order was anonymised.
    client_secret text CONSTRAINT payment_intents_secret UNIQUE,
    -- The provider's account and mode in which it was made. With other keys the shop never asks about it. The account is null if
    -- the keys may not read it.
    account text,
    livemode boolean NOT NULL,
    -- It is being cancelled and replaced: its end does not cancel the order.
    is_ending boolean NOT NULL DEFAULT false,
    -- When the customer last started to pay.
    started_at timestamptz,
    -- Since when a payment is on its way, as the provider last said; null if none is.
    awaited_since timestamptz,
    -- Since when a payment that was on its way is no longer expected.
    await_ended_at timestamptz,
    PRIMARY KEY (order_id, n)
  );

  -- Events of the provider that were applied, written in the transaction that applies them.
  CREATE TABLE payment_events (
    provider text NOT NULL,
    event_id text NOT NULL,
    order_id uuid NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (provider, event_id)
  );
  CREATE INDEX payment_events_applied ON payment_events (applied_at);

  -- How far the provider's event list was read: all events up to read_until are applied.
  CREATE TABLE provider_event_cursors (
    provider text PRIMARY KEY,
    read_until timestamptz NOT NULL,
    polled_at timestamptz NOT NULL
  );

  -- The ledger: every movement of money. Append-only by trigger.
  CREATE TABLE ledger_entries (
    -- Ascending within one order, because the order is locked while a row is written.
    position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    provider text NOT NULL,
    intent_id text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('intent-created', 'succeeded', 'failed', 'retried', 'canceled', 'refunded', 'refund-failed', 'disputed', 'dispute-closed')),
    -- The provider's id of the intent, attempt, refund or dispute.
    reference text NOT NULL,
    -- Null: an unmatched payment, whose intent belongs to no order.
    order_id uuid REFERENCES orders (id),
    -- Where an unmatched payment was made. That of an order was made where its intent was.
    account text,
    livemode boolean,
    amount_cents bigint NOT NULL CHECK (amount_cents >= 0),
    -- Lower-case ISO 4217.
    currency text NOT NULL,
    happened_at timestamptz NOT NULL,
    recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT ledger_entries_unique UNIQUE (provider, kind, reference),
    CONSTRAINT ledger_entries_mode CHECK (order_id IS NOT NULL OR livemode IS NOT NULL)
  );
  CREATE INDEX ledger_entries_order ON ledger_entries (order_id, position);
  CREATE INDEX ledger_entries_refunded ON ledger_entries (order_id) WHERE kind = 'refunded';
  CREATE INDEX ledger_entries_unmatched ON ledger_entries (intent_id) WHERE order_id IS NULL;
  CREATE INDEX ledger_entries_unmatched_payments ON ledger_entries (happened_at) WHERE order_id IS NULL AND kind = 'succeeded';

  CREATE FUNCTION reject_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'ledger_entries is append-only: % is refused', TG_OP USING ERRCODE = 'insufficient_privilege';
  END $$;
  CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
    FOR EACH STATEMENT EXECUTE FUNCTION reject_ledger_change();
  -- Applies in sessions with session_replication_role = replica, too.
  ALTER TABLE ledger_entries ENABLE ALWAYS TRIGGER ledger_entries_append_only;

  CREATE TABLE order_refunds (
    -- The caller's id of a requested refund: a repeated request makes no second refund.
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    -- 'shop': requested by the shop, pending until the provider confirms it. 'provider': made at the provider, and not requested by the shop.
    source text NOT NULL CHECK (source IN ('shop', 'provider')),
    order_id uuid NOT NULL REFERENCES orders (id),
    -- Counted from 1 within the order, and part of the provider's idempotency key. Null for a refund made at the provider.
    n integer,
    reason text NOT NULL,
    -- True: exactly amount_cents. False: whatever is not refunded yet, because the provider may have refunded a part in between.
    is_partial boolean NOT NULL DEFAULT false,
    amount_cents bigint NOT NULL,
    -- The provider's id, once it accepted the refund.
    refund_id text,
    failure text,
    -- The provider's reason why an accepted refund waits.
    pending_reason text,
    -- How often the provider answered with an error that it repeats for the same idempotency key: the next request has another one.
    refusals integer NOT NULL DEFAULT 0,
    -- Failed, and requested again under this number.
    replaced_by integer,
    requested_at timestamptz NOT NULL DEFAULT now(),
    refunded_at timestamptz,
    -- The provider at which the refund was made; null for a requested one, which is made at the order's provider.
    provider text,
    CONSTRAINT order_refunds_number UNIQUE (order_id, n),
    CONSTRAINT order_refunds_at_provider UNIQUE (provider, refund_id),
    CONSTRAINT order_refunds_source CHECK (CASE source WHEN 'shop' THEN n IS NOT NULL AND provider IS NULL ELSE n IS NULL AND provider IS NOT NULL AND refund_id IS NOT NULL END)
  );
  CREATE INDEX order_refunds_pending ON order_refunds (requested_at) WHERE source = 'shop' AND refunded_at IS NULL;
  CREATE INDEX order_refunds_failed ON order_refunds (requested_at) WHERE failure IS NOT NULL AND replaced_by IS NULL;

  CREATE TABLE disputes (
    provider text NOT NULL,
    dispute_id text NOT NULL,
    order_id uuid NOT NULL REFERENCES orders (id),
    amount_cents bigint NOT NULL,
    -- The currency that the bank asks for.
    currency text NOT NULL,
    reason text NOT NULL,
    status text NOT NULL,
    respond_by timestamptz,
    opened_at timestamptz NOT NULL,
    closed_at timestamptz,
    -- The provider's time of the newest applied update: older updates change nothing.
    reported_at timestamptz NOT NULL,
    PRIMARY KEY (provider, dispute_id)
  );
  CREATE INDEX disputes_order ON disputes (order_id);
  CREATE INDEX disputes_open ON disputes (opened_at) WHERE closed_at IS NULL;

  -- Errors of the provider that only the shop can fix, such as a wrong key. Removed a day after the last one.
  CREATE TABLE provider_errors (
    provider text,
    code text,
    since timestamptz NOT NULL DEFAULT now(),
    seen_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (provider, code)
  );

  -- Discrepancies that the admins were notified of. Removed a quarter of an hour after the discrepancy is gone.
  CREATE TABLE notified_discrepancies (
    discrepancy_id uuid PRIMARY KEY,
    -- The shop's own text, never the printer's, which may name a person.
    reason text,
    notified_at timestamptz NOT NULL DEFAULT now(),
    resolved_since timestamptz
  );
`;
