import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Every picture and its owner. Photos that no design uses go after 30 days, everything else stays until its owner is erased; a product's picture belongs
 * to the shop and has no owner.
 */
const IMAGES = `
  CREATE TABLE images (
    id uuid PRIMARY KEY,
    user_id uuid,
    guest_id uuid,
    type text NOT NULL CHECK (type IN ('upload', 'artwork', 'product', 'mockup', 'print-view')),
    url text NOT NULL,
    mime_type text NOT NULL CHECK (mime_type IN ('image/jpeg', 'image/png')),
    width_px integer NOT NULL,
    height_px integer NOT NULL,
    size_bytes integer NOT NULL,
    metadata jsonb NOT NULL DEFAULT '{}',
    status text NOT NULL DEFAULT 'active',
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT images_one_owner CHECK (num_nonnulls(user_id, guest_id) = CASE type WHEN 'product' THEN 0 ELSE 1 END)
  );
  CREATE INDEX images_guest ON images (guest_id) WHERE guest_id IS NOT NULL;
  CREATE INDEX images_user ON images (user_id) WHERE user_id IS NOT NULL;
  CREATE INDEX images_uploads ON images (created_at) WHERE type = 'upload';
`;

/**
 * Files to delete from the picture store: files whose rows are deleted, and files that are written before their rows. A row goes with its file, or when
 * the file's own row is committed. `user_id` is set where that customer's erasure waits for the file.
 */
const FILE_REMOVALS = `
  CREATE TABLE file_removals (
    key text PRIMARY KEY,
    user_id uuid,
    due_at timestamptz NOT NULL DEFAULT now() + interval '10 seconds'
  );
  CREATE INDEX file_removals_due ON file_removals (due_at);
  CREATE INDEX file_removals_user ON file_removals (user_id) WHERE user_id IS NOT NULL;
`;

/** The styles that customers choose from. The service fills an empty table at its start. */
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

/** One row for each requested artwork; My Designs lists them. Jobs stay until their owner is erased. */
const GENERATION_JOBS = `
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
    variation integer NOT NULL DEFAULT 0 CHECK (variation BETWEEN 0 AND 999),
    print_shape double precision CHECK (print_shape > 0),
    status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'processing', 'completed', 'failed')),
    error_message text,
    failure_reason text CHECK (failure_reason IN ('moderated', 'timed-out', 'engine-failed')),
    idempotency_key uuid,
    body_hash text NOT NULL,
    progress_percent integer NOT NULL DEFAULT 0 CHECK (progress_percent BETWEEN 0 AND 100),
    progress_stage text NOT NULL DEFAULT 'Waiting for a free easel',
    partial integer,
    attempts integer NOT NULL DEFAULT 0,
    claimed_by uuid,
    claimed_at timestamptz,
    lease_expires_at timestamptz,
    deadline_at timestamptz NOT NULL,
    watched boolean NOT NULL DEFAULT true,
    usage jsonb NOT NULL DEFAULT '[]',
    created_at timestamptz NOT NULL DEFAULT now(),
    completed_at timestamptz,
    CONSTRAINT ai_jobs_one_owner CHECK (num_nonnulls(user_id, guest_id) = 1),
    CONSTRAINT ai_jobs_completed CHECK ((status = 'completed') = (output_image_id IS NOT NULL)),
    CONSTRAINT ai_jobs_failed CHECK ((status = 'failed') = (failure_reason IS NOT NULL))
  );
  CREATE UNIQUE INDEX ai_jobs_idempotency ON ai_jobs (owner_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
  CREATE INDEX ai_jobs_owner ON ai_jobs (owner_id, created_at DESC);
  CREATE INDEX ai_jobs_input ON ai_jobs (input_image_id);
  CREATE INDEX ai_jobs_output ON ai_jobs (output_image_id) WHERE output_image_id IS NOT NULL;
  CREATE INDEX ai_jobs_unfinished ON ai_jobs (lease_expires_at) WHERE status IN ('pending', 'processing');
  CREATE INDEX ai_jobs_drawn ON ai_jobs (completed_at DESC) WHERE status = 'completed' AND claimed_at IS NOT NULL;
`;

/** Pictures of unfinished artworks, which any instance may serve. Deleted after an hour. */
const PARTIAL_PICTURES = `
  CREATE TABLE ai_job_partials (
    job_id uuid NOT NULL REFERENCES ai_jobs (id) ON DELETE CASCADE,
    number integer NOT NULL,
    webp bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (job_id, number)
  );
  CREATE INDEX ai_job_partials_created_at ON ai_job_partials (created_at);
`;

/** One row for each open request or progress stream that waits for a job, in any instance. Expired rows are deleted after an hour. */
const JOB_SUBSCRIBERS = `
  CREATE TABLE ai_job_subscribers (
    id uuid PRIMARY KEY,
    job_id uuid NOT NULL REFERENCES ai_jobs (id) ON DELETE CASCADE,
    expires_at timestamptz NOT NULL
  );
  CREATE INDEX ai_job_subscribers_job ON ai_job_subscribers (job_id);
`;

/**
 * How many artworks each running instance draws at a time; the estimated wait in the queue uses the sum. An instance
 * that starts deletes rows that expired more than an hour ago.
 */
const WORKER_CAPACITY = `
  CREATE TABLE worker_capacity (
    instance_id uuid PRIMARY KEY,
    slots integer NOT NULL,
    expires_at timestamptz NOT NULL
  );
`;

/** One row for each paid order item. Print jobs stay until their owner is erased. */
const PRINT_JOBS = `
  CREATE TABLE print_jobs (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    order_item_id uuid NOT NULL UNIQUE,
    order_id uuid NOT NULL,
    order_number text NOT NULL,
    line integer NOT NULL,
    order_ended boolean NOT NULL DEFAULT false,
    revision integer NOT NULL DEFAULT 1,
    artwork_id uuid,
    design jsonb NOT NULL,
    print jsonb,
    status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'processing', 'completed', 'failed')),
    failure_reason text CHECK (failure_reason IN ('artwork-missing', 'product-unknown', 'not-drawn')),
    attempts integer NOT NULL DEFAULT 0,
    claimed_by uuid,
    lease_expires_at timestamptz,
    due_at timestamptz NOT NULL DEFAULT now(),
    file jsonb,
    view_id uuid REFERENCES images (id),
    mockup_id uuid REFERENCES images (id),
    created_at timestamptz NOT NULL DEFAULT now(),
    completed_at timestamptz,
    CONSTRAINT print_jobs_completed CHECK (status <> 'completed' OR (file IS NOT NULL AND mockup_id IS NOT NULL)),
    CONSTRAINT print_jobs_failed CHECK ((status = 'failed') = (failure_reason IS NOT NULL))
  );
  CREATE INDEX print_jobs_order ON print_jobs (order_id);
  CREATE INDEX print_jobs_artwork ON print_jobs (artwork_id);
  CREATE INDEX print_jobs_file ON print_jobs ((file->>'sha256')) WHERE file IS NOT NULL;
  CREATE INDEX print_jobs_view ON print_jobs (view_id) WHERE view_id IS NOT NULL;
  CREATE INDEX print_jobs_mockup ON print_jobs (mockup_id) WHERE mockup_id IS NOT NULL;
  CREATE INDEX print_jobs_unfinished ON print_jobs (due_at) WHERE status IN ('pending', 'processing');
`;

/** Customers who asked for their erasure. Finished ones are deleted after a day. */
const ERASURES = `
  CREATE TABLE erasures (
    user_id uuid PRIMARY KEY,
    requested_at timestamptz,
    orders_anonymised boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL DEFAULT now()
  );
`;

export class InitialSchema1795190400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const features = [
      IMAGES,
      FILE_REMOVALS,
      STYLES,
      GENERATION_JOBS,
      PARTIAL_PICTURES,
      JOB_SUBSCRIBERS,
      WORKER_CAPACITY,
      PRINT_JOBS,
      ERASURES,
    ];
    for (const tables of features) await runner.query(tables);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `DROP TABLE erasures, print_jobs, worker_capacity, ai_job_subscribers, ai_job_partials, ai_jobs, ai_styles, file_removals, images;`,
    );
  }
}
