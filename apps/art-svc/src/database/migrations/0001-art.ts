import type { MigrationInterface, QueryRunner } from 'typeorm';

const STYLES = `
  CREATE TABLE ai_styles (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    key text NOT NULL UNIQUE,
    name text NOT NULL,
    description text,
    prompt_template text NOT NULL,
    active boolean NOT NULL DEFAULT true,
    position integer NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL DEFAULT now()
  );
`;

const IMAGES = `
  CREATE TABLE images (
    id uuid PRIMARY KEY,
    user_id uuid,
    guest_id uuid,
    type text NOT NULL CHECK (type IN ('upload', 'artwork')),
    url text NOT NULL,
    mime_type text NOT NULL CHECK (mime_type IN ('image/jpeg', 'image/png')),
    width_px integer NOT NULL,
    height_px integer NOT NULL,
    size_bytes integer NOT NULL,
    metadata jsonb NOT NULL DEFAULT '{}',
    status text NOT NULL DEFAULT 'active',
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT images_one_owner CHECK (num_nonnulls(user_id, guest_id) = 1)
  );
  CREATE INDEX images_guest ON images (guest_id) WHERE guest_id IS NOT NULL;
  CREATE INDEX images_user ON images (user_id) WHERE user_id IS NOT NULL;
`;

const JOBS = `
  CREATE TABLE ai_jobs (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    user_id uuid,
    guest_id uuid,
    owner_id uuid NOT NULL GENERATED ALWAYS AS (coalesce(user_id, guest_id)) STORED,
    input_image_id uuid NOT NULL REFERENCES images (id),
    output_image_id uuid REFERENCES images (id),
    style_key text NOT NULL,
    prompt text,
    pet_name text,
    status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'processing', 'completed', 'failed')),
    error_message text,
    failure_reason text CHECK (failure_reason IN ('moderated', 'timed-out', 'engine-failed')),
    idempotency_key uuid,
    body_hash text NOT NULL,
    progress_percent integer NOT NULL DEFAULT 0 CHECK (progress_percent BETWEEN 0 AND 100),
    progress_stage text NOT NULL DEFAULT 'Waiting for a free easel',
    attempts integer NOT NULL DEFAULT 0,
    claimed_by uuid,
    lease_expires_at timestamptz,
    deadline_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    completed_at timestamptz,
    CONSTRAINT ai_jobs_one_owner CHECK (num_nonnulls(user_id, guest_id) = 1),
    CONSTRAINT ai_jobs_completed CHECK ((status = 'completed') = (output_image_id IS NOT NULL)),
    CONSTRAINT ai_jobs_failed CHECK ((status = 'failed') = (failure_reason IS NOT NULL))
  );
  CREATE UNIQUE INDEX ai_jobs_idempotency ON ai_jobs (owner_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
  CREATE INDEX ai_jobs_owner ON ai_jobs (owner_id, created_at DESC);
  CREATE INDEX ai_jobs_unfinished ON ai_jobs (lease_expires_at) WHERE status IN ('pending', 'processing');
`;

export class Art1795190400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const tables of [STYLES, IMAGES, JOBS]) await runner.query(tables);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE ai_jobs; DROP TABLE images; DROP TABLE ai_styles;');
  }
}
