/** The styles that customers choose from. The service adds new ones at its start. */
export const STYLES = `
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
  -- Keys of the styles that were added once: one that an operator deleted does not come back.
  CREATE TABLE seeded_styles (key text PRIMARY KEY);
`;
