import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whose files are to go: an erasure is told only when all of them are gone, whoever removes them. */
export class RemovalsOfSomebody1795600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE file_removals ADD COLUMN user_id uuid;
      CREATE INDEX file_removals_user ON file_removals (user_id) WHERE user_id IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX file_removals_user; ALTER TABLE file_removals DROP COLUMN user_id;');
  }
}
