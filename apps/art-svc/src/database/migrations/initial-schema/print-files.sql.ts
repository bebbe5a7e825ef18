/** One row for each paid order item. The rows stay until their owner is erased. */
export const PRINT_FILES = `
  CREATE TABLE print_files (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    order_item_id uuid NOT NULL UNIQUE,
    order_id uuid NOT NULL,
    order_number text NOT NULL,
    line integer NOT NULL,
    order_ended boolean NOT NULL DEFAULT false,
    revision integer NOT NULL DEFAULT 1,
    artwork_id uuid,
    design jsonb NOT NULL,
    -- What scale 100 means: stored with the row, so that its look stays when the sense changes.
    scale_sense text NOT NULL CHECK (scale_sense IN ('whole-artwork', 'area-width')),
    print jsonb,
    status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'processing', 'completed', 'failed')),
    failure_reason text CHECK (failure_reason IN ('artwork-missing', 'product-unknown', 'not-drawn')),
    attempts integer NOT NULL DEFAULT 0,
    file jsonb,
    view_id uuid REFERENCES images (id),
    mockup_id uuid REFERENCES images (id),
    created_at timestamptz NOT NULL DEFAULT now(),
    completed_at timestamptz,
    -- When the cleanup deletes the files. Null: the order has not ended. infinity: the print file is deleted.
    files_due_at timestamptz,
    CONSTRAINT print_files_completed CHECK (status <> 'completed' OR (file IS NOT NULL AND mockup_id IS NOT NULL)),
    CONSTRAINT print_files_failed CHECK ((status = 'failed') = (failure_reason IS NOT NULL))
  );
  CREATE INDEX print_files_order ON print_files (order_id);
  CREATE INDEX print_files_artwork ON print_files (artwork_id);
  CREATE INDEX print_files_file ON print_files ((file->>'sha256')) WHERE file IS NOT NULL;
  CREATE INDEX print_files_view ON print_files (view_id) WHERE view_id IS NOT NULL;
  CREATE INDEX print_files_mockup ON print_files (mockup_id) WHERE mockup_id IS NOT NULL;
  CREATE INDEX print_files_unfinished ON print_files (created_at) WHERE status IN ('pending', 'processing');
  CREATE INDEX print_files_ended ON print_files (id) WHERE order_ended AND file IS NOT NULL AND files_due_at IS NULL;
  CREATE INDEX print_files_files_due ON print_files (files_due_at) WHERE files_due_at < 'infinity';
`;
