import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who sent a request, where somebody was signed in; replies; and the indexes of lists that go on for pages, newest first. */
export class Requests1795273200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE contact_submissions ADD COLUMN user_id uuid, ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();
      UPDATE contact_submissions SET updated_at = created_at;
      DROP INDEX contact_submissions_newest;
      CREATE INDEX contact_submissions_newest ON contact_submissions (created_at DESC, id DESC);
      CREATE INDEX contact_submissions_status ON contact_submissions (status, created_at DESC, id DESC);
      CREATE INDEX contact_submissions_user ON contact_submissions (user_id, created_at DESC, id DESC) WHERE user_id IS NOT NULL;
      CREATE INDEX contact_submissions_email ON contact_submissions (email, created_at);
      CREATE TABLE contact_replies (
        id uuid PRIMARY KEY,
        submission_id uuid NOT NULL REFERENCES contact_submissions (id) ON DELETE CASCADE,
        message text NOT NULL,
        author text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );
      CREATE INDEX contact_replies_submission ON contact_replies (submission_id, created_at, id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE contact_replies;
      DROP INDEX contact_submissions_newest, contact_submissions_status, contact_submissions_user, contact_submissions_email;
      ALTER TABLE contact_submissions DROP COLUMN user_id, DROP COLUMN updated_at;
      CREATE INDEX contact_submissions_newest ON contact_submissions (created_at DESC, id);
    `);
  }
}
