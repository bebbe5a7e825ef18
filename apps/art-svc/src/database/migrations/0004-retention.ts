import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * When the cleanup looks at a row. A row that must stay gets a later time, so no look repeats and none reads rows in vain. Existing rows are due
 * at once. Without a time `files_due_at` waits for the end of the order; `infinity`: the print file is deleted.
 */
export class Retention1795885200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE images ADD COLUMN review_at timestamptz NOT NULL DEFAULT '-infinity';
      ALTER TABLE images ALTER COLUMN review_at SET DEFAULT now() + interval '30 days';
      ALTER TABLE ai_jobs ADD COLUMN review_at timestamptz NOT NULL DEFAULT '-infinity';
      ALTER TABLE ai_jobs ALTER COLUMN review_at SET DEFAULT now() + interval '120 days';
      ALTER TABLE print_jobs ADD COLUMN files_due_at timestamptz;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE images DROP COLUMN review_at;
      ALTER TABLE ai_jobs DROP COLUMN review_at;
      ALTER TABLE print_jobs DROP COLUMN files_due_at;`);
  }
}
