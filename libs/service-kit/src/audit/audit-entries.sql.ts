/** What a hash covers of the entry `e`: all columns, in a form that no setting of the session changes. */
export const AUDIT_CONTENT = `jsonb_build_array(e.id, extract(epoch FROM e.at)::text, e.actor_id, e.actor, e.action, e.subject_type, e.subject_id, e.before, e.after)::text`;

const TABLES = ['audit_entries', 'audit_chain', 'audit_checkpoints'];

/** ALWAYS: ordinary triggers do not fire with session_replication_role = replica. */
const appendOnly = (table: string): string => `
  CREATE TRIGGER ${table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ${table}
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit();
  ALTER TABLE ${table} ENABLE ALWAYS TRIGGER ${table}_append_only;
`;

/**
 * Part of the first migration of each service with admin actions (ADR 56). Triggers make the tables append-only for every database user, and
 * chain the entries: each hash covers its entry and the hash before. With `protect_audit_trail()`, which
 * deploy/postgres-init creates, the tables then belong to a role of their own, so that the service cannot drop the triggers.
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

  -- In the order of the commits, without gaps. No foreign key: a deleted entry must leave its hash.
  CREATE TABLE audit_chain (
    position bigint PRIMARY KEY,
    entry_id uuid NOT NULL UNIQUE,
    hash bytea NOT NULL
  );

  -- The end of the chain at each check. For good: a row a day.
  CREATE TABLE audit_checkpoints (
    position bigint NOT NULL,
    hash bytea NOT NULL,
    at timestamptz NOT NULL DEFAULT clock_timestamp() PRIMARY KEY
  );

  CREATE FUNCTION refuse_change_of_audit() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION '% is append-only: % is refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
  END $$;
  ${TABLES.map(appendOnly).join('')}

  -- As the owner of the tables: the service may not write the chain. The service may create functions in public, so its path is without it.
  CREATE FUNCTION chain_audit_entry() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  DECLARE
    last record;
  BEGIN
    -- Until the end of the commit, which makes the row visible to the next one.
    PERFORM pg_advisory_xact_lock(hashtext('audit_chain'));
    SELECT position, hash INTO last FROM public.audit_chain ORDER BY position DESC LIMIT 1;
    INSERT INTO public.audit_chain (position, entry_id, hash)
      SELECT COALESCE(last.position, 0) + 1, e.id, sha256(COALESCE(last.hash, '') || sha256(convert_to(${AUDIT_CONTENT}, 'UTF8')))
      FROM public.audit_entries e WHERE e.id = NEW.id;
    RETURN NULL;
  END $$;
  -- Deferred to the commit, so that business transactions wait for each other there only, and hold no other locks for later.
  CREATE CONSTRAINT TRIGGER audit_entries_chain AFTER INSERT ON audit_entries DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION chain_audit_entry();

  DO $$ BEGIN
    IF to_regprocedure('protect_audit_trail()') IS NOT NULL THEN
      PERFORM protect_audit_trail();
    END IF;
  END $$;
`;
