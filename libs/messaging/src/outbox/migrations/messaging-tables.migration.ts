import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The tables of outbox and inbox, in each service's own database. */
export class MessagingTables1700000000000 implements MigrationInterface {
  readonly name = 'MessagingTables1700000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE outbox_subjects (subject text PRIMARY KEY, sequence bigint NOT NULL);
      CREATE TABLE outbox (
        id uuid PRIMARY KEY,
        position bigint GENERATED ALWAYS AS IDENTITY,
        envelope jsonb NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        published_at timestamptz);
      CREATE INDEX outbox_waiting ON outbox (position) WHERE published_at IS NULL;
      CREATE INDEX outbox_published ON outbox (published_at) WHERE published_at IS NOT NULL;
      CREATE TABLE processed_events (
        event_id uuid NOT NULL, handler text NOT NULL, processed_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (event_id, handler));
      CREATE INDEX processed_events_age ON processed_events (processed_at);
      CREATE TABLE subject_positions (
        handler text NOT NULL, subject text NOT NULL, sequence bigint NOT NULL,
        PRIMARY KEY (handler, subject));`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE subject_positions, processed_events, outbox, outbox_subjects');
  }
}
