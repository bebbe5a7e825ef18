import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Of which revision of an item a mock-up is: a letter never shows a changed item as it was, nor as it will be. */
export class ChangedOrders1795290600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE order_mockups ADD revision integer NOT NULL DEFAULT 1');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE order_mockups DROP revision');
  }
}
