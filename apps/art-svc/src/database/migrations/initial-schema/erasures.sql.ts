/** Customers who asked for their erasure. Finished ones are deleted after a day. */
export const ERASURES = `
  CREATE TABLE erasures (
    user_id uuid PRIMARY KEY,
    requested_at timestamptz,
    orders_anonymised boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL DEFAULT now()
  );
`;
