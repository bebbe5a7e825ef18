import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Links of emails that open a design in another browser. Deleted a day after they end, and with the artwork. */
export class ContinueLinks implements MigrationInterface {
  readonly name = 'ContinueLinks1796550000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE continue_links (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        image_id uuid NOT NULL REFERENCES images (id) ON DELETE CASCADE,
        -- Of the token and of the address, hex.
        token_sha256 text NOT NULL CONSTRAINT continue_links_token UNIQUE,
        recipient_sha256 text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL,
        -- Set when the link was used.
        opened_at timestamptz,
        -- The artwork of the session that has used it. Deferred: the link is marked before the copy is inserted.
        copy_id uuid REFERENCES images (id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED
      );
      CREATE INDEX continue_links_image ON continue_links (image_id, created_at);
      CREATE INDEX continue_links_recipient ON continue_links (recipient_sha256, created_at);
      CREATE INDEX continue_links_copy ON continue_links (copy_id) WHERE copy_id IS NOT NULL;
      CREATE INDEX continue_links_expires ON continue_links (expires_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE continue_links');
  }
}
