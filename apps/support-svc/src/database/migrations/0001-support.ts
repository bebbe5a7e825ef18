import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Support1795190400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE contact_submissions (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        name text NOT NULL,
        email text NOT NULL,
        subject text NOT NULL,
        message text NOT NULL,
        status text NOT NULL DEFAULT 'new' CHECK (status IN ('new', 'read', 'replied', 'archived')),
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX contact_submissions_newest ON contact_submissions (created_at DESC, id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE contact_submissions');
  }
}
