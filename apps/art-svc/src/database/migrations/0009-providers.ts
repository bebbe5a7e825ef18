import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Pictures of an artwork that is not finished, for whoever waits for it; and what each call to a provider of artworks cost. */
export class Providers1795900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE ai_jobs ADD COLUMN partial integer, ADD COLUMN usage jsonb NOT NULL DEFAULT '[]';
      CREATE TABLE ai_job_partials (
        job_id uuid NOT NULL REFERENCES ai_jobs (id) ON DELETE CASCADE,
        number integer NOT NULL,
        webp bytea NOT NULL,
        kept_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (job_id, number)
      );
      CREATE INDEX ai_job_partials_kept_at ON ai_job_partials (kept_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE ai_job_partials; ALTER TABLE ai_jobs DROP COLUMN partial, DROP COLUMN usage;');
  }
}
