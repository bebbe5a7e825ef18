import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Since when an item waits for its print file, where that was asked for again after the payment. */
export class PrintRequests1795290800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE order_items ADD print_requested_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE order_items DROP print_requested_at');
  }
}
