import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Erasure1795500000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE erasures (
        user_id uuid PRIMARY KEY,
        requested_at timestamptz,
        orders_ended boolean NOT NULL DEFAULT false,
        noted_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE TABLE file_removals (
        key text PRIMARY KEY,
        since timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX images_uploads ON images (created_at) WHERE type = 'upload';
      CREATE INDEX ai_jobs_input ON ai_jobs (input_image_id);
      CREATE INDEX ai_jobs_output ON ai_jobs (output_image_id) WHERE output_image_id IS NOT NULL;
      CREATE INDEX print_jobs_mockup ON print_jobs (mockup_id) WHERE mockup_id IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX print_jobs_mockup; DROP INDEX ai_jobs_output; DROP INDEX ai_jobs_input; DROP INDEX images_uploads;
      DROP TABLE file_removals; DROP TABLE erasures;
    `);
  }
}
