import type { MigrationInterface, QueryRunner } from 'typeorm';

/** For which shape of print area an artwork was asked for: null where no product was known, as with all that were asked for before. */
export class PrintShapes1796200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE ai_jobs ADD COLUMN print_shape double precision CHECK (print_shape > 0)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE ai_jobs DROP COLUMN print_shape');
  }
}
