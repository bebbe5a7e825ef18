import type { MigrationInterface, QueryRunner } from 'typeorm';

export class OrderArrival implements MigrationInterface {
  readonly name = 'OrderArrival1796500000000';

  async up(runner: QueryRunner): Promise<void> {
    // The estimate of the payment's day. An older order has none.
    await runner.query('ALTER TABLE orders ADD COLUMN arrival jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE orders DROP COLUMN arrival');
  }
}
