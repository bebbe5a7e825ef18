import type { MigrationInterface, QueryRunner } from 'typeorm';

/** catalog-svc confirms that the reviews of an erased account are deleted. */
export class ReviewErasures implements MigrationInterface {
  readonly name = 'ReviewErasures1796600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE erasures ADD COLUMN reviews_erased_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE erasures DROP COLUMN reviews_erased_at');
  }
}
