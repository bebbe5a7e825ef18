import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ShopSettingsTable implements MigrationInterface {
  readonly name = 'ShopSettingsTable1796450000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE shop_settings (
        -- There is one shop.
        id boolean PRIMARY KEY DEFAULT true CHECK (id),
        version integer NOT NULL DEFAULT 0,
        -- By section, each as it was saved. An absent one has its defaults.
        sections jsonb NOT NULL DEFAULT '{}',
        -- By section: the version that changed it last.
        changed_in jsonb NOT NULL DEFAULT '{}',
        changed_at timestamptz
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE shop_settings');
  }
}
