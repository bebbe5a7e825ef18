import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Orders first, as every transaction does. The mode also blocks SELECT FOR UPDATE, so that no transaction of the version
 * before waits for an order while this migration waits for its refunds.
 */
const LOCK = `
  LOCK TABLE orders IN EXCLUSIVE MODE;
  LOCK TABLE refunds, provider_refunds IN ACCESS EXCLUSIVE MODE;
`;

const PAYMENT_INTENTS = `
  CREATE TABLE payment_intents (
    order_id uuid NOT NULL REFERENCES orders (id),
    -- Counted from 0 within the order. The row with the number orders.canceled_intents is the present one.
    n integer NOT NULL,
    -- The provider's id.
    intent_id text NOT NULL CONSTRAINT payment_intents_id UNIQUE,
    -- Null once the intent was replaced or the order was anonymised.
    client_secret text CONSTRAINT payment_intents_secret UNIQUE,
    -- The provider's account and mode in which it was made. With other keys the shop never asks about it.
    account text NOT NULL DEFAULT '',
    livemode boolean NOT NULL DEFAULT false,
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
`;

/**
 * The version before reads and writes the intent in columns of orders. These triggers copy both ways until the next version
 * drops the columns. Both versions lock the order before its intent, so two writers can't deadlock.
 */
const COPY_INTENTS = `
  CREATE FUNCTION copy_intent_to_order() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE orders SET payment_intent_id = NEW.intent_id, client_secret = NEW.client_secret, canceling_intent_id = CASE WHEN NEW.is_ending THEN NEW.intent_id END,
      payment_started_at = NEW.started_at, payment_awaited_since = NEW.awaited_since, payment_await_ended_at = NEW.await_ended_at
    WHERE id = NEW.order_id AND canceled_intents = NEW.n
      AND (payment_intent_id, client_secret, canceling_intent_id, payment_started_at, payment_awaited_since, payment_await_ended_at)
        IS DISTINCT FROM (NEW.intent_id, NEW.client_secret, CASE WHEN NEW.is_ending THEN NEW.intent_id END, NEW.started_at, NEW.awaited_since, NEW.await_ended_at);
    RETURN NULL;
  END $$;
  CREATE TRIGGER payment_intents_copied AFTER INSERT OR UPDATE ON payment_intents
    FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION copy_intent_to_order();

  CREATE FUNCTION copy_order_to_intent() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF NEW.client_secret IS NULL THEN
      UPDATE payment_intents SET client_secret = NULL WHERE order_id = NEW.id AND client_secret IS NOT NULL;
    END IF;
    IF NEW.payment_intent_id IS NOT NULL THEN
      INSERT INTO payment_intents AS known (order_id, n, intent_id, client_secret, is_ending, started_at, awaited_since, await_ended_at)
      VALUES (NEW.id, NEW.canceled_intents, NEW.payment_intent_id, NEW.client_secret, NEW.canceling_intent_id IS NOT NULL,
        NEW.payment_started_at, NEW.payment_awaited_since, NEW.payment_await_ended_at)
      ON CONFLICT (order_id, n) DO UPDATE SET intent_id = EXCLUDED.intent_id, client_secret = EXCLUDED.client_secret, is_ending = EXCLUDED.is_ending,
        started_at = EXCLUDED.started_at, awaited_since = EXCLUDED.awaited_since, await_ended_at = EXCLUDED.await_ended_at
      WHERE (known.intent_id, known.client_secret, known.is_ending, known.started_at, known.awaited_since, known.await_ended_at)
        IS DISTINCT FROM (EXCLUDED.intent_id, EXCLUDED.client_secret, EXCLUDED.is_ending, EXCLUDED.started_at, EXCLUDED.awaited_since, EXCLUDED.await_ended_at);
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER orders_intent_inserted AFTER INSERT ON orders
    FOR EACH ROW WHEN (NEW.payment_intent_id IS NOT NULL) EXECUTE FUNCTION copy_order_to_intent();
  CREATE TRIGGER orders_intent_copied
    AFTER UPDATE OF payment_intent_id, client_secret, canceling_intent_id, payment_started_at, payment_awaited_since, payment_await_ended_at ON orders
    FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION copy_order_to_intent();

  -- This version replaces an intent by counting on. The version before empties the columns in the same statement.
  CREATE FUNCTION clear_replaced_intent() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.payment_intent_id := NULL;
    NEW.client_secret := NULL;
    NEW.canceling_intent_id := NULL;
    NEW.payment_started_at := NULL;
    NEW.payment_awaited_since := NULL;
    NEW.payment_await_ended_at := NULL;
    RETURN NEW;
  END $$;
  CREATE TRIGGER orders_intent_replaced BEFORE UPDATE OF canceled_intents ON orders
    FOR EACH ROW WHEN (NEW.canceled_intents <> OLD.canceled_intents AND NEW.payment_intent_id = OLD.payment_intent_id) EXECUTE FUNCTION clear_replaced_intent();
`;

/** Replaced intents are only in the ledger. Each of them was counted, so their numbers are below the present one's. */
const BACKFILL_INTENTS = `
  INSERT INTO payment_intents (order_id, n, intent_id, client_secret, is_ending, started_at, awaited_since, await_ended_at)
  SELECT id, canceled_intents, payment_intent_id, client_secret, canceling_intent_id IS NOT NULL, payment_started_at, payment_awaited_since, payment_await_ended_at
  FROM orders WHERE payment_intent_id IS NOT NULL;

  INSERT INTO payment_intents (order_id, n, intent_id)
  SELECT o.id, o.canceled_intents - replaced.age, replaced.intent_id
  FROM (
    SELECT f.order_id, f.intent_id, row_number() OVER (PARTITION BY f.order_id ORDER BY f.position DESC)::integer AS age
    FROM ledger_entries f
    WHERE f.kind = 'intent-created' AND f.order_id IS NOT NULL AND NOT EXISTS (SELECT FROM payment_intents i WHERE i.intent_id = f.intent_id)
  ) replaced JOIN orders o ON o.id = replaced.order_id
  WHERE o.canceled_intents > 0
  ON CONFLICT (intent_id) DO NOTHING;
`;

/**
 * One table of refunds, with the two tables of the version before as its partitions: that version reads and writes them as
 * before, and does not see a pending refund made at the provider among the refunds that it executes.
 */
const ORDER_REFUNDS = `
  CREATE TABLE order_refunds (
    -- 'shop': requested by the shop. 'provider': made at the provider, and not requested by the shop.
    source text NOT NULL,
    -- The caller's id of a requested refund: a repeated request makes no second refund.
    id uuid NOT NULL DEFAULT gen_random_uuid(),
    order_id uuid NOT NULL,
    -- Counted from 1 within the order, and part of the provider's idempotency key. Null for a refund made at the provider.
    n integer,
    reason text NOT NULL,
    -- True: exactly amount_cents. False: whatever is not refunded yet, because the provider may have refunded a part in between.
    is_partial boolean NOT NULL DEFAULT false,
    amount_cents bigint NOT NULL,
    -- The provider's id, once it accepted the refund.
    refund_id text,
    failure text,
    -- Failed, and requested again under this number.
    replaced_by integer,
    requested_at timestamptz NOT NULL DEFAULT now(),
    refunded_at timestamptz,
    -- The provider at which the refund was made; null for a requested one, which is made at the order's provider.
    provider text,
    -- These two are written for the version before only.
    status text,
    reported_at timestamptz
  ) PARTITION BY LIST (source);

  ALTER TABLE refunds ADD source text NOT NULL DEFAULT 'shop' CONSTRAINT refunds_source CHECK (source = 'shop'),
    ADD provider text, ADD status text, ADD reported_at timestamptz;
  ALTER TABLE order_refunds ATTACH PARTITION refunds FOR VALUES IN ('shop');

  ALTER TABLE provider_refunds ADD source text NOT NULL DEFAULT 'provider' CONSTRAINT provider_refunds_source CHECK (source = 'provider'),
    ADD id uuid NOT NULL DEFAULT gen_random_uuid(), ADD n integer, ADD reason text NOT NULL DEFAULT 'made at the payment provider',
    ADD is_partial boolean NOT NULL DEFAULT false, ADD requested_at timestamptz NOT NULL DEFAULT now();
  -- No refund changes, so no order page is notified.
  ALTER TABLE provider_refunds DISABLE TRIGGER provider_refunds_changed;
  UPDATE provider_refunds SET requested_at = reported_at, failure = CASE status WHEN 'failed' THEN COALESCE(failure, 'unknown') END;
  ALTER TABLE provider_refunds ENABLE TRIGGER provider_refunds_changed;
  ALTER TABLE order_refunds ATTACH PARTITION provider_refunds FOR VALUES IN ('provider');

  -- This version writes failure and refunded_at, from which the status follows; the version before writes all three.
  CREATE FUNCTION complete_provider_refund() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF NEW.status = 'failed' THEN
      NEW.failure := COALESCE(NEW.failure, 'unknown');
    END IF;
    NEW.status := CASE WHEN NEW.failure IS NOT NULL THEN 'failed' WHEN NEW.refunded_at IS NOT NULL THEN 'succeeded' ELSE 'pending' END;
    NEW.reported_at := NEW.requested_at;
    RETURN NEW;
  END $$;
  CREATE TRIGGER provider_refunds_completed BEFORE INSERT OR UPDATE ON provider_refunds
    FOR EACH ROW EXECUTE FUNCTION complete_provider_refund();
`;

const UNDO = `
  DROP TRIGGER provider_refunds_completed ON provider_refunds;
  ALTER TABLE order_refunds DETACH PARTITION refunds;
  ALTER TABLE order_refunds DETACH PARTITION provider_refunds;
  ALTER TABLE refunds DROP source, DROP provider, DROP status, DROP reported_at;
  ALTER TABLE provider_refunds DROP source, DROP id, DROP n, DROP reason, DROP is_partial, DROP requested_at;
  DROP TRIGGER orders_intent_inserted ON orders;
  DROP TRIGGER orders_intent_copied ON orders;
  DROP TRIGGER orders_intent_replaced ON orders;
  DROP TABLE order_refunds, payment_intents;
  DROP FUNCTION complete_provider_refund, copy_intent_to_order, copy_order_to_intent, clear_replaced_intent;
`;

export class PaymentIntentsAndOrderRefunds1795800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // The locks last until the commit: no change of the running version falls between the backfill and the triggers.
    for (const statements of [LOCK, PAYMENT_INTENTS, BACKFILL_INTENTS, COPY_INTENTS, ORDER_REFUNDS])
      await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(UNDO);
  }
}
