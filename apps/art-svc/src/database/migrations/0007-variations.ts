import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What was drawn so far was the first of its photo and style, or nobody knows which other: 0 is true enough for My Designs, and nothing is drawn from it again. */
export class Variations1795700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE ai_jobs ADD COLUMN variation integer NOT NULL DEFAULT 0 CHECK (variation BETWEEN 0 AND 999)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE ai_jobs DROP COLUMN variation');
  }
}
