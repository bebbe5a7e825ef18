import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Orders that a printer may have unheard after they were taken back are few among many, and looked for every few seconds. */
export class TakenBack1795290900000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX fulfilments_taken_back ON fulfilments (asked_at) WHERE state = 'cancelled' AND attempts > 0 AND submitted_at IS NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX fulfilments_taken_back');
  }
}
