import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Append-only by trigger, whoever connects, as the audit trail is (ADR 9). Names no person. */
const LEDGER = `
  CREATE TABLE money_facts (
    -- What was written down later is larger, for one order: it is locked meanwhile.
    position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    provider text NOT NULL,
    -- Which payment it is about.
    intent_id text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('intent-created', 'succeeded', 'failed', 'retried', 'canceled', 'refunded', 'refund-failed', 'disputed', 'dispute-closed')),
    -- The provider's own id of the intent, attempt, refund or dispute.
    reference text NOT NULL,
    -- Null: money came for an intent that no order has.
    order_id uuid REFERENCES orders (id),
    amount_cents bigint NOT NULL CHECK (amount_cents >= 0),
    -- Lower-case ISO 4217.
    currency text NOT NULL,
    happened_at timestamptz NOT NULL,
    recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT money_facts_once UNIQUE (provider, kind, reference)
  );
  CREATE INDEX money_facts_order ON money_facts (order_id, position);
  CREATE INDEX money_facts_back ON money_facts (order_id) WHERE kind = 'refunded';
  CREATE INDEX money_facts_stray ON money_facts (intent_id) WHERE order_id IS NULL;

  CREATE FUNCTION refuse_change_of_money() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'money_facts is append-only: % is refused', TG_OP USING ERRCODE = 'insufficient_privilege';
  END $$;
  CREATE TRIGGER money_facts_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON money_facts
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_money();
  ALTER TABLE money_facts ENABLE ALWAYS TRIGGER money_facts_append_only;
`;

/** Several refunds an order. The version before knows one; what it asks for while both run is refused, and asked for again. */
const REFUNDS = `
  ALTER TABLE refunds
    -- What the caller named the refund, so that asking twice makes it once.
    ADD id uuid NOT NULL DEFAULT gen_random_uuid() CONSTRAINT refunds_id UNIQUE,
    -- Counted from 1 in the order: part of the provider's idempotency key.
    ADD n integer NOT NULL DEFAULT 1,
    -- Exactly this amount; else whatever has not gone back yet, so that it also fits what the provider did meanwhile.
    ADD is_part boolean NOT NULL DEFAULT false,
    -- Failed, and asked for again as that number.
    ADD retried_as integer;
  ALTER TABLE refunds DROP CONSTRAINT refunds_pkey, ADD PRIMARY KEY (order_id, n);
  ALTER TABLE provider_refunds ADD retried_as integer;
  CREATE INDEX refunds_failed ON refunds (requested_at) WHERE failure IS NOT NULL AND retried_as IS NULL;
  CREATE INDEX provider_refunds_failed ON provider_refunds (heard_at) WHERE failure IS NOT NULL AND retried_as IS NULL;
  CREATE INDEX disputes_open ON disputes (opened_at) WHERE closed_at IS NULL;
  CREATE INDEX orders_held ON orders (mismatch_seen_at) WHERE status = 'created' AND mismatch_seen_at IS NOT NULL;
`;

const FACTS =
  'INSERT INTO money_facts (provider, intent_id, kind, reference, order_id, amount_cents, currency, happened_at)';

/** Without an intent (of the very first versions) an order's own id stands for it. */
const INTENT = `COALESCE(o.payment_intent_id, 'order:' || o.id)`;

/** What the orders that are there say of their money, in the order it happened. A refund made at the provider may stand in both tables: it is one. */
const BACKFILL = [
  `${FACTS} SELECT o.payment_provider, ${INTENT}, 'intent-created', o.payment_intent_id, o.id, o.total_cents, o.currency, o.created_at FROM orders o WHERE o.payment_intent_id IS NOT NULL ORDER BY o.created_at ON CONFLICT DO NOTHING`,
  `${FACTS} SELECT o.payment_provider, ${INTENT}, 'failed', ${INTENT} || ':1', o.id, o.total_cents, o.currency, COALESCE(o.payment_tried_at, o.updated_at) FROM orders o WHERE o.payment_status = 'failed' ORDER BY o.created_at ON CONFLICT DO NOTHING`,
  `${FACTS} SELECT o.payment_provider, ${INTENT}, 'succeeded', ${INTENT}, o.id, o.total_cents, o.currency, COALESCE(o.paid_at, o.updated_at) FROM orders o WHERE o.payment_status IN ('paid', 'refunded') ORDER BY o.created_at ON CONFLICT DO NOTHING`,
  // Money that an order did not take: it was cancelled, or of another amount.
  `${FACTS} SELECT o.payment_provider, ${INTENT}, 'succeeded', ${INTENT}, o.id, COALESCE(r.amount_cents, o.total_cents), o.currency, r.requested_at
   FROM refunds r JOIN orders o ON o.id = r.order_id WHERE o.payment_status IN ('pending', 'failed') ORDER BY r.requested_at ON CONFLICT DO NOTHING`,
  `${FACTS} SELECT o.payment_provider, ${INTENT}, 'canceled', o.payment_intent_id, o.id, o.total_cents, o.currency, o.updated_at
   FROM orders o WHERE o.status = 'cancelled' AND o.payment_status IN ('pending', 'failed') AND o.payment_intent_id IS NOT NULL
     AND NOT EXISTS (SELECT 1 FROM refunds r WHERE r.order_id = o.id) ORDER BY o.updated_at ON CONFLICT DO NOTHING`,
  `${FACTS} SELECT o.payment_provider, ${INTENT}, 'refunded', COALESCE(r.refund_id, 'refund:' || o.id || ':1'), o.id, COALESCE(r.amount_cents, o.total_cents), o.currency, r.refunded_at
   FROM refunds r JOIN orders o ON o.id = r.order_id WHERE r.refunded_at IS NOT NULL ORDER BY r.refunded_at ON CONFLICT DO NOTHING`,
  `${FACTS} SELECT p.provider, ${INTENT}, 'refunded', p.refund_id, o.id, p.amount_cents, o.currency, COALESCE(p.refunded_at, p.heard_at)
   FROM provider_refunds p JOIN orders o ON o.id = p.order_id WHERE p.status = 'succeeded' ORDER BY p.heard_at ON CONFLICT DO NOTHING`,
  `${FACTS} SELECT o.payment_provider, ${INTENT}, 'refund-failed', COALESCE(r.refund_id, 'refund:' || o.id || ':1'), o.id, COALESCE(r.amount_cents, o.total_cents), o.currency, r.requested_at
   FROM refunds r JOIN orders o ON o.id = r.order_id WHERE r.failure IS NOT NULL ORDER BY r.requested_at ON CONFLICT DO NOTHING`,
  `${FACTS} SELECT p.provider, ${INTENT}, 'refund-failed', p.refund_id, o.id, p.amount_cents, o.currency, p.heard_at
   FROM provider_refunds p JOIN orders o ON o.id = p.order_id WHERE p.status = 'failed' ORDER BY p.heard_at ON CONFLICT DO NOTHING`,
  `${FACTS} SELECT d.provider, ${INTENT}, 'disputed', d.dispute_id, o.id, d.amount_cents, o.currency, d.opened_at FROM disputes d JOIN orders o ON o.id = d.order_id ORDER BY d.opened_at ON CONFLICT DO NOTHING`,
  `${FACTS} SELECT d.provider, ${INTENT}, 'dispute-closed', d.dispute_id, o.id, d.amount_cents, o.currency, d.closed_at FROM disputes d JOIN orders o ON o.id = d.order_id WHERE d.closed_at IS NOT NULL ORDER BY d.closed_at ON CONFLICT DO NOTHING`,
];

/** Money for a cancelled order was paid all the same, and has gone back where it has: so say the facts. */
const FOLLOW = `
  UPDATE orders o SET payment_status = CASE WHEN EXISTS (SELECT 1 FROM money_facts b WHERE b.order_id = o.id AND b.kind = 'refunded' AND b.amount_cents >= o.total_cents) THEN 'refunded' ELSE 'paid' END
  FROM money_facts f
  WHERE f.order_id = o.id AND f.kind = 'succeeded' AND f.amount_cents = o.total_cents AND f.currency = o.currency AND o.payment_status IN ('pending', 'failed')`;

/** The version before has room for one refund an order: the first stays. */
const UNDO = `
  DROP TABLE money_facts;
  DROP FUNCTION refuse_change_of_money();
  DROP INDEX orders_held, disputes_open, provider_refunds_failed, refunds_failed;
  DELETE FROM refunds WHERE n > 1;
  ALTER TABLE refunds DROP CONSTRAINT refunds_pkey, ADD PRIMARY KEY (order_id);
  ALTER TABLE refunds DROP id, DROP n, DROP is_part, DROP retried_as;
  ALTER TABLE provider_refunds DROP retried_as;
`;

export class Ledger1795290300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statements of [LEDGER, REFUNDS, ...BACKFILL, FOLLOW]) await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(UNDO);
  }
}
