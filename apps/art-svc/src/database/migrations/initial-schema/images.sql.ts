/**
 * Every picture and its owner. Photos that no design uses go after 30 days, a guest's after one, everything else stays until its owner is erased; a
 * product's picture belongs to the shop and has no owner.
 */
export const IMAGES = `
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
    -- When the cleanup looks at the row. A row that must stay gets a later time, so no look repeats and none reads rows in vain.
    review_at timestamptz NOT NULL DEFAULT now() + interval '30 days',
    CONSTRAINT images_one_owner CHECK (num_nonnulls(user_id, guest_id) = CASE type WHEN 'product' THEN 0 ELSE 1 END)
  );
  CREATE INDEX images_guest ON images (guest_id) WHERE guest_id IS NOT NULL;
  CREATE INDEX images_user ON images (user_id) WHERE user_id IS NOT NULL;
  CREATE INDEX images_uploads ON images (created_at) WHERE type = 'upload';
  CREATE INDEX images_review ON images (review_at) WHERE type = 'upload';
`;

/**
 * Photos that show what is wrong with an ordered item. They stay for a year, or until the order is anonymised or the account of their owner is
 * erased.
 */
export const REPORT_PHOTOS = `
  CREATE TABLE report_photos (
    image_id uuid PRIMARY KEY REFERENCES images (id) ON DELETE CASCADE,
    order_id uuid NOT NULL,
    -- The account of the order. Null: a guest's order.
    user_id uuid,
    attached_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX report_photos_user ON report_photos (user_id) WHERE user_id IS NOT NULL;
`;

/**
 * Outlines of the pets in uploaded photos: one automatic cut-out for each photo, and the customer's corrections. A row
 * never changes. They are deleted with their photo; of the corrections that no job uses, the oldest also goes when a
 * photo has too many.
 */
export const CUT_OUTS = `
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

/**
 * Stored previews of other compositions than a photo's default one: a correction, a background, further pets. Deleted
 * with their photo, and when a photo has many newer ones.
 */
export const COMPOSITION_PREVIEWS = `
  CREATE TABLE composition_previews (
    image_id uuid NOT NULL REFERENCES images (id) ON DELETE CASCADE,
    composition text NOT NULL,
    style_key text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (image_id, composition, style_key)
  );
  CREATE INDEX composition_previews_newest ON composition_previews (image_id, created_at DESC);
`;

/**
 * Files to delete from the picture store: files whose rows are deleted, and files that are written before their rows. A row goes with its file, or
 * when the file's own row is committed. `user_id` is set where that customer's erasure waits for the file.
 */
export const FILE_REMOVALS = `
  CREATE TABLE file_removals (
    key text PRIMARY KEY,
    user_id uuid,
    due_at timestamptz NOT NULL DEFAULT now() + interval '10 seconds'
  );
  CREATE INDEX file_removals_due ON file_removals (due_at);
  CREATE INDEX file_removals_user ON file_removals (user_id) WHERE user_id IS NOT NULL;
`;

/**
 * Bytes of stored photos per day (UTC): of each customer and each network, by pseudonyms, and of the shop. Deleted after two days.
 */
export const UPLOAD_BUDGETS = `
  CREATE TABLE upload_budgets (
    day date NOT NULL,
    scope text NOT NULL CHECK (scope IN ('owner', 'network', 'shop')),
    subject text NOT NULL,
    bytes bigint NOT NULL,
    PRIMARY KEY (day, scope, subject)
  );
`;
