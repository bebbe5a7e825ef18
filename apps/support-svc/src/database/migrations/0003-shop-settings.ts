import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ShopSettings implements MigrationInterface {
  readonly name = 'ShopSettings1796350000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE shop_settings (
        -- There is one shop. No row: order-svc has published no settings.
        id boolean PRIMARY KEY DEFAULT true CHECK (id),
        settings jsonb NOT NULL
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE shop_settings');
  }
}
