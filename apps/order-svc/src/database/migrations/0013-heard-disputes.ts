import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When the provider said what stands of a dispute, so that an older word changes nothing; null: heard by the version before. */
export class HeardDisputes1795291000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE disputes ADD heard_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE disputes DROP heard_at');
  }
}
