import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Each sweep's own turn: while those of open payments, of abandoned orders and of refunds shared `asked_at`, one sent to the back of the queue
 * what the next was about to come to. `asked_at` is that of open payments from here on.
 */
export class Sweeps1795291100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE orders ADD cancel_tried_at timestamptz, ADD refunds_asked_at timestamptz');
    await runner.query(
      `CREATE INDEX orders_abandoned ON orders (cancel_tried_at NULLS FIRST) WHERE status = 'created'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE orders DROP cancel_tried_at, DROP refunds_asked_at');
  }
}
