import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who waits for a job is written down, so that whichever instance ends it knows whether anybody saw the end. */
export class Watchers1795300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE ai_job_watchers (
        id uuid PRIMARY KEY,
        job_id uuid NOT NULL REFERENCES ai_jobs (id) ON DELETE CASCADE,
        seen_until timestamptz NOT NULL
      );
      CREATE INDEX ai_job_watchers_job ON ai_job_watchers (job_id);
      ALTER TABLE ai_jobs ADD COLUMN watched boolean NOT NULL DEFAULT true;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE ai_jobs DROP COLUMN watched; DROP TABLE ai_job_watchers;');
  }
}
