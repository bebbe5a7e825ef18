import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds what nobody comes back for, and what is no longer needed. */
export class Upkeep1795290100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX carts_of_guests_age ON carts (updated_at) WHERE guest_id IS NOT NULL;
      CREATE INDEX sandbox_webhooks_delivered ON sandbox_webhooks (delivered_at) WHERE delivered_at IS NOT NULL;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX carts_of_guests_age, sandbox_webhooks_delivered');
  }
}
