import type { MigrationInterface, QueryRunner } from 'typeorm';
import { SALES_TABLES, SALES_TRIGGERS } from './figures/sales.sql.js';
import { STYLE_INDEX, STYLES } from './figures/styles.sql.js';

/**
 * Runs while the version before goes on writing, and may be repeated, so it has no transaction. Triggers come before the count of what exists: it adds
 * only what they have not noted.
 */
export class SalesFigures implements MigrationInterface {
  readonly name = 'SalesFigures1796300000000';
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...STYLES, ...SALES_TABLES, ...SALES_TRIGGERS]) await runner.query(statement);
    await runner.query(`DROP INDEX IF EXISTS ${STYLE_INDEX.name}`);
    await runner.query(`CREATE INDEX CONCURRENTLY ${STYLE_INDEX.name} ${STYLE_INDEX.definition}`);
    await runner.query('SELECT count(*) FROM correct_sales()');
    await runner.query('SELECT add_sales_changes(9223372036854775807)');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['orders', 'order_items', 'disputes', 'ledger_entries'])
      await runner.query(`DROP FUNCTION IF EXISTS note_sales_of_${table}() CASCADE`);
    await runner.query('DROP FUNCTION IF EXISTS set_item_style() CASCADE');
    await runner.query('DROP FUNCTION IF EXISTS correct_sales(), count_sales(), add_sales_changes(bigint)');
    await runner.query('DROP TABLE IF EXISTS sales_changes, sales_figures');
    await runner.query('ALTER TABLE order_items DROP COLUMN IF EXISTS style_key');
    await runner.query('ALTER TABLE artworks DROP COLUMN IF EXISTS style_key');
  }
}
