import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The sandbox's banks ask, take their time, send back and dispute. */
const UP = `
  ALTER TABLE sandbox_intents ADD card_last4 text,
    -- Since when the bank waits for its customer; null: it does not.
    ADD challenged_at timestamptz,
    -- When the bank answers about a payment that is processing; null: nobody knows.
    ADD settles_at timestamptz;
  CREATE INDEX sandbox_intents_settling ON sandbox_intents (settles_at) WHERE settles_at IS NOT NULL;
  ALTER TABLE sandbox_refunds ADD status text NOT NULL DEFAULT 'succeeded', ADD failure text, ADD settles_at timestamptz,
    -- Which of the order's refunds it is.
    ADD n integer;
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
  CREATE INDEX sandbox_disputes_open ON sandbox_disputes (respond_by) WHERE status = 'needs_response';
`;

const DOWN = `
  DROP TABLE sandbox_disputes;
  DROP INDEX sandbox_refunds_intent;
  ALTER TABLE sandbox_refunds DROP status, DROP failure, DROP settles_at, DROP n;
  ALTER TABLE sandbox_intents DROP card_last4, DROP challenged_at, DROP settles_at;
`;

export class SandboxProvider1795290400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
