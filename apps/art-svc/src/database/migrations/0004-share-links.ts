import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Phrases of the first release's descriptions, in American spelling; also in a description that an admin has changed elsewhere. */
const DESCRIPTIONS = [
  ['five flat colours', 'five flat colors'],
  ['one quiet colour', 'one quiet color'],
  ['in vivid colours', 'in vivid colors'],
];

/**
 * Links by which everybody sees an artwork. Deleted with the artwork, and at once when its owner is erased. Changes the spelling of
 * descriptions too, which going back does not undo.
 */
export class ShareLinks implements MigrationInterface {
  readonly name = 'ShareLinks1796500000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE share_links (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        image_id uuid NOT NULL REFERENCES images (id) ON DELETE CASCADE,
        -- Of the token, hex: a copy of the database opens no link.
        token_sha256 text NOT NULL CONSTRAINT share_links_token UNIQUE,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX share_links_image ON share_links (image_id, created_at DESC);
    `);
    for (const texts of DESCRIPTIONS)
      await runner.query('UPDATE ai_styles SET description = replace(description, $1, $2)', texts);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE share_links');
  }
}
