/**
 * Part of the first migration of each service with admin actions. A trigger makes the table append-only for every database user: it
 * refuses UPDATE, DELETE and TRUNCATE.
 */
export const AUDIT_ENTRIES = `
  CREATE TABLE audit_entries (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    -- Not now(): that is the transaction's start, and entries of one subject must be in the order in which it was locked.
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    -- Account of the admin; null for a command line tool.
    actor_id uuid,
    actor text NOT NULL,
    action text NOT NULL,
    subject_type text NOT NULL,
    subject_id uuid NOT NULL,
    before jsonb,
    after jsonb
  );
  CREATE INDEX audit_entries_subject ON audit_entries (subject_type, subject_id, at DESC, id DESC);

  CREATE FUNCTION refuse_change_of_audit() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'audit_entries is append-only: % is refused', TG_OP USING ERRCODE = 'insufficient_privilege';
  END $$;
  CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit();
  -- ALWAYS: ordinary triggers do not fire with session_replication_role = replica.
  ALTER TABLE audit_entries ENABLE ALWAYS TRIGGER audit_entries_append_only;
`;
