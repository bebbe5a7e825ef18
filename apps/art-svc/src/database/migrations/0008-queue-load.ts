import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How long drawings take, and how many are drawn at a time by all instances together: from both follows how long a new one would wait. */
export class QueueLoad1795800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE ai_jobs ADD COLUMN claimed_at timestamptz;
      CREATE INDEX ai_jobs_drawn ON ai_jobs (completed_at DESC) WHERE status = 'completed' AND claimed_at IS NOT NULL;
      CREATE TABLE easels (
        instance_id uuid PRIMARY KEY,
        drawn_at_a_time integer NOT NULL,
        alive_until timestamptz NOT NULL
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE easels; DROP INDEX ai_jobs_drawn; ALTER TABLE ai_jobs DROP COLUMN claimed_at;');
  }
}
