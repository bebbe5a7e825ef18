import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many the printer was asked about within the last minute, whatever became of them since. */
export class AskedOfLate1795291200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX fulfilments_asked ON fulfilments (asked_at) WHERE asked_at IS NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX fulfilments_asked');
  }
}
