import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Outlines of the pets in uploaded photos: one automatic cut-out for each photo, and the customer's corrections. A row
 * never changes. They are deleted with their photo; of the corrections that no job uses, the oldest also goes when a
 * photo has too many.
 */
const CUT_OUTS = `
  CREATE TABLE cut_outs (
    id uuid PRIMARY KEY,
    image_id uuid NOT NULL REFERENCES images (id) ON DELETE CASCADE,
    source text NOT NULL CHECK (source IN ('network', 'contrast', 'transparency', 'customer')),
    has_subject boolean NOT NULL,
    width_px integer NOT NULL,
    height_px integer NOT NULL,
    size_bytes integer NOT NULL,
    sha256 text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE UNIQUE INDEX cut_outs_automatic ON cut_outs (image_id) WHERE source <> 'customer';
  CREATE UNIQUE INDEX cut_outs_content ON cut_outs (image_id, sha256);
`;

/** Null in both columns: the automatic cut-out, and the background as the style draws it. */
const JOB_COMPOSITION = `
  ALTER TABLE ai_jobs ADD COLUMN cut_out_id uuid REFERENCES cut_outs (id), ADD COLUMN background text;
  CREATE INDEX ai_jobs_cut_out ON ai_jobs (cut_out_id) WHERE cut_out_id IS NOT NULL;
`;

/** The second to fourth pet of a requested artwork. Deleted with its job. */
const JOB_PETS = `
  CREATE TABLE ai_job_pets (
    job_id uuid NOT NULL REFERENCES ai_jobs (id) ON DELETE CASCADE,
    position integer NOT NULL CHECK (position BETWEEN 1 AND 3),
    image_id uuid NOT NULL REFERENCES images (id),
    cut_out_id uuid REFERENCES cut_outs (id),
    PRIMARY KEY (job_id, position)
  );
  CREATE INDEX ai_job_pets_image ON ai_job_pets (image_id);
  CREATE INDEX ai_job_pets_cut_out ON ai_job_pets (cut_out_id) WHERE cut_out_id IS NOT NULL;
`;

/**
 * Stored previews of other compositions than a photo's default one: a correction, a background, further pets. Deleted
 * with their photo, and when a photo has many newer ones.
 */
const COMPOSITION_PREVIEWS = `
  CREATE TABLE composition_previews (
    image_id uuid NOT NULL REFERENCES images (id) ON DELETE CASCADE,
    composition text NOT NULL,
    style_key text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (image_id, composition, style_key)
  );
  CREATE INDEX composition_previews_newest ON composition_previews (image_id, created_at DESC);
`;

export class CutOuts1795795200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const tables of [CUT_OUTS, JOB_COMPOSITION, JOB_PETS, COMPOSITION_PREVIEWS]) await runner.query(tables);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE composition_previews, ai_job_pets;
      ALTER TABLE ai_jobs DROP COLUMN cut_out_id, DROP COLUMN background;
      DROP TABLE cut_outs;`);
  }
}
