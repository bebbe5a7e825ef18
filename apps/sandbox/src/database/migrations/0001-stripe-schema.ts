import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * `stripe_objects`: each object as Stripe's API shows it. `due_at`: when the sandbox changes the object by itself.
 * `stripe_requests`: the first answer to each idempotency key.
 */
const SCHEMA = `
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

export class StripeSchema1795900000001 implements MigrationInterface {
  readonly name = 'StripeSchema1795900000001';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(SCHEMA);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE stripe_objects, stripe_requests');
  }
}
