import { AUDIT_ENTRIES } from '@shop/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Styles are changed by admins: the version before reads the same columns. */
export class Styles implements MigrationInterface {
  readonly name = 'Styles1796200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE ai_styles
        -- A picture of the shop, /media/<id>. Null: the page's own sample.
        ADD COLUMN example_url text,
        -- Grows with each change: an edit of an outdated version is rejected.
        ADD COLUMN version integer NOT NULL DEFAULT 1
    `);
    await runner.query(AUDIT_ENTRIES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE audit_entries, audit_chain, audit_checkpoints CASCADE');
    await runner.query('ALTER TABLE ai_styles DROP COLUMN example_url, DROP COLUMN version');
  }
}
