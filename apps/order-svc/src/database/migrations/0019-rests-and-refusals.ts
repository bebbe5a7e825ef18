import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Since when nothing is awaited any more of a payment that was on its way: what its customer did before that is no payment that may still come. And what a
 * payment provider refuses that only the shop can mend, such as its keys.
 * A database that ran it under its first name, RestedPayments, has all this already.
 */
export class RestsAndRefusals1795291600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE orders ADD COLUMN IF NOT EXISTS payment_rested_at timestamptz');
    await runner.query(
      'CREATE TABLE IF NOT EXISTS provider_refusals (provider text, code text, since timestamptz NOT NULL DEFAULT now(), seen_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (provider, code))',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE provider_refusals');
    await runner.query('ALTER TABLE orders DROP COLUMN payment_rested_at');
  }
}
