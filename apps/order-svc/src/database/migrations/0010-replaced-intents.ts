import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An order whose cart was changed gets another intent: which one is on its way out, and how many went before. */
export class ReplacedIntents1795290700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE orders ADD ending_intent_id text, ADD intents_ended integer NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE orders DROP ending_intent_id, DROP intents_ended');
  }
}
