import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a customer last went to give the money, which is not when the order was last touched. For those who are about to, at the time of the migration, it was their last step. */
export class PaymentBegun1795478400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE orders ADD COLUMN payment_begun_at timestamptz');
    await runner.query(
      `UPDATE orders SET payment_begun_at = updated_at WHERE status = 'created' AND payment_status = 'pending'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE orders DROP COLUMN payment_begun_at');
  }
}
