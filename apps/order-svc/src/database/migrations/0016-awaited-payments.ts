import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Since when a payment is on its way, as the provider last said; null: it is not. And how far the provider's own list of events was read:
 * all that happened up to `read_until` is known, and the list was last asked for at `asked_at`.
 */
export class AwaitedPayments1795291300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE orders ADD payment_awaited_since timestamptz');
    await runner.query(
      'CREATE TABLE provider_event_reads (provider text PRIMARY KEY, read_until timestamptz NOT NULL, asked_at timestamptz NOT NULL)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE provider_event_reads');
    await runner.query('ALTER TABLE orders DROP payment_awaited_since');
  }
}
