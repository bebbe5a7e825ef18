import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Events that a service could not handle, in its own database: a broker without data loses none of them. Sent events keep their payload
 * for a week, so that it can be erased.
 */
export class DeadLetters1795824000000 implements MigrationInterface {
  readonly name = 'DeadLetters1795824000000';

  async up(runner: QueryRunner): Promise<void> {
    // `content` is json, as jsonb refuses \u0000, which a malformed message may contain.
    await runner.query(`
      CREATE TABLE dead_letters (
        event_id uuid PRIMARY KEY,
        type text NOT NULL,
        subject text NOT NULL,
        content json NOT NULL,
        reason text NOT NULL,
        attempts int NOT NULL,
        died_at timestamptz NOT NULL DEFAULT now(),
        resolved_at timestamptz);
      CREATE INDEX dead_letters_unresolved ON dead_letters (died_at, event_id) WHERE resolved_at IS NULL;
      CREATE INDEX dead_letters_age ON dead_letters (COALESCE(resolved_at, died_at));
      -- The payload is removed when the event is sent.
      ALTER TABLE outbox ADD COLUMN is_erased boolean NOT NULL DEFAULT false;
      CREATE INDEX outbox_subject ON outbox ((envelope ->> 'subject'));`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX outbox_subject; ALTER TABLE outbox DROP is_erased; DROP TABLE dead_letters');
  }
}
