/** One row for each requested artwork; My Designs lists them. Drawings stay until their owner is erased. */
export const DRAWINGS = `
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
    progress_stage text NOT NULL DEFAULT 'Waiting for its turn',
    partial integer,
    attempts integer NOT NULL DEFAULT 0,
    claimed_at timestamptz,
    deadline_at timestamptz NOT NULL,
    watched boolean NOT NULL DEFAULT true,
    usage jsonb NOT NULL DEFAULT '[]',
    created_at timestamptz NOT NULL DEFAULT now(),
    completed_at timestamptz,
    -- Null: the automatic cut-out of the photo.
    cut_out_id uuid REFERENCES cut_outs (id),
    -- Null: as the style draws it.
    background text,
    review_at timestamptz NOT NULL DEFAULT now() + interval '120 days',
    CONSTRAINT ai_jobs_one_owner CHECK (num_nonnulls(user_id, guest_id) = 1),
    CONSTRAINT ai_jobs_completed CHECK ((status = 'completed') = (output_image_id IS NOT NULL)),
    CONSTRAINT ai_jobs_failed CHECK ((status = 'failed') = (failure_reason IS NOT NULL))
  );
  CREATE UNIQUE INDEX ai_jobs_idempotency ON ai_jobs (owner_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
  CREATE INDEX ai_jobs_owner ON ai_jobs (owner_id, created_at DESC);
  CREATE INDEX ai_jobs_input ON ai_jobs (input_image_id);
  CREATE INDEX ai_jobs_output ON ai_jobs (output_image_id) WHERE output_image_id IS NOT NULL;
  CREATE INDEX ai_jobs_unfinished ON ai_jobs (created_at) WHERE status IN ('pending', 'processing');
  CREATE INDEX ai_jobs_drawn ON ai_jobs (completed_at DESC) WHERE status = 'completed' AND claimed_at IS NOT NULL;
  CREATE INDEX ai_jobs_cut_out ON ai_jobs (cut_out_id) WHERE cut_out_id IS NOT NULL;
  CREATE INDEX ai_jobs_review ON ai_jobs (review_at) WHERE guest_id IS NOT NULL;
`;

/** The second to fourth pet of a requested artwork. Deleted with its drawing. */
export const DRAWING_PETS = `
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

/** Pictures of unfinished artworks, which any instance may serve. Deleted after an hour. */
export const PARTIAL_PICTURES = `
  CREATE TABLE ai_job_partials (
    job_id uuid NOT NULL REFERENCES ai_jobs (id) ON DELETE CASCADE,
    number integer NOT NULL,
    webp bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (job_id, number)
  );
  CREATE INDEX ai_job_partials_created_at ON ai_job_partials (created_at);
`;

/** One row for each open request or progress stream that waits for a drawing, in any instance. Expired rows are deleted after an hour. */
export const DRAWING_SUBSCRIBERS = `
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
export const WORKER_CAPACITY = `
  CREATE TABLE worker_capacity (
    instance_id uuid PRIMARY KEY,
    slots integer NOT NULL,
    expires_at timestamptz NOT NULL
  );
`;

/**
 * Calls of OpenAI and their costs per day (UTC): of each customer and each network, by pseudonyms, and of the shop. Deleted after a
 * week.
 */
export const OPENAI_BUDGETS = `
  CREATE TABLE openai_budgets (
    day date NOT NULL,
    scope text NOT NULL CHECK (scope IN ('owner', 'network', 'shop')),
    subject text NOT NULL,
    calls integer NOT NULL DEFAULT 0,
    declined integer NOT NULL DEFAULT 0,
    cents integer NOT NULL DEFAULT 0,
    is_alarmed boolean NOT NULL DEFAULT false,
    PRIMARY KEY (day, scope, subject)
  );
`;
