import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Until now there was only the sandbox, and so writes the version before, which may still run. */
const ORDERS = `
  ALTER TABLE orders ADD payment_provider text NOT NULL DEFAULT 'sandbox',
    -- Counts what the provider was told of its intent: each telling has an idempotency key of its own.
    ADD intent_revision integer NOT NULL DEFAULT 0;
`;

const REFUNDS = `
  -- The provider's own id, once it has taken the refund on; and why it did not go through in the end.
  ALTER TABLE refunds ADD refund_id text, ADD failure text;
  -- Refunds that were made at the provider itself, whole or in part, and that the shop only hears of.
  CREATE TABLE provider_refunds (
    provider text NOT NULL,
    refund_id text NOT NULL,
    order_id uuid NOT NULL REFERENCES orders (id),
    amount_cents bigint NOT NULL,
    status text NOT NULL,
    failure text,
    heard_at timestamptz NOT NULL DEFAULT now(),
    refunded_at timestamptz,
    PRIMARY KEY (provider, refund_id)
  );
  CREATE INDEX provider_refunds_order ON provider_refunds (order_id);
  CREATE TABLE sandbox_refunds (
    id text PRIMARY KEY,
    intent_id text NOT NULL REFERENCES sandbox_intents (id) ON DELETE CASCADE,
    idempotency_key text NOT NULL UNIQUE,
    amount_cents bigint NOT NULL CHECK (amount_cents > 0)
  );
`;

const DISPUTES = `
  CREATE TABLE disputes (
    provider text NOT NULL,
    dispute_id text NOT NULL,
    order_id uuid NOT NULL REFERENCES orders (id),
    amount_cents bigint NOT NULL,
    reason text NOT NULL,
    status text NOT NULL,
    respond_by timestamptz,
    opened_at timestamptz NOT NULL,
    closed_at timestamptz,
    PRIMARY KEY (provider, dispute_id)
  );
  CREATE INDEX disputes_order ON disputes (order_id);
`;

const UNDO = `
  DROP TABLE disputes, sandbox_refunds, provider_refunds;
  ALTER TABLE refunds DROP refund_id, DROP failure;
  ALTER TABLE orders DROP payment_provider, DROP intent_revision;
`;

export class Stripe1795290200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statements of [ORDERS, REFUNDS, DISPUTES]) await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(UNDO);
  }
}
