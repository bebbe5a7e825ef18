import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A file is noted before it is written, too, to go at its time should its row never come; and one that can't be removed now is tried again later. */
export class FilesBeforeTheirRows1796100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE file_removals ADD COLUMN due_at timestamptz NOT NULL DEFAULT now() + interval '10 seconds';
      UPDATE file_removals SET due_at = since + interval '10 seconds';
      CREATE INDEX file_removals_due ON file_removals (due_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX file_removals_due; ALTER TABLE file_removals DROP COLUMN due_at;');
  }
}
