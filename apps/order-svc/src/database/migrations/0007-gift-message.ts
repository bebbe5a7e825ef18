import type { MigrationInterface, QueryRunner } from 'typeorm';

export class GiftMessage implements MigrationInterface {
  readonly name = 'GiftMessage1796500100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE orders ADD COLUMN gift_message text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE orders DROP COLUMN gift_message');
  }
}
