-- Run by a superuser in the database of a service. Its audit tables then belong to a role without login, and the service may only read them and add
-- entries. The first migration of a service calls the function; on a database that exists it works at once.
DO $$
BEGIN
  EXECUTE format('CREATE ROLE %I NOLOGIN', current_database() || '_audit');
EXCEPTION WHEN duplicate_object THEN
  NULL;
END $$;

CREATE OR REPLACE FUNCTION protect_audit_trail() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  trail_owner text := current_database() || '_audit';
  service text := (SELECT pg_get_userbyid(datdba) FROM pg_database WHERE datname = current_database());
  part text;
BEGIN
  -- The owner of a schema may drop everything in it.
  EXECUTE format('ALTER SCHEMA public OWNER TO %I', trail_owner);
  EXECUTE format('GRANT USAGE, CREATE ON SCHEMA public TO %I', service);
  FOREACH part IN ARRAY ARRAY['audit_entries', 'audit_chain', 'audit_checkpoints'] LOOP
    EXECUTE format('ALTER TABLE public.%I OWNER TO %I', part, trail_owner);
    EXECUTE format('REVOKE ALL ON public.%I FROM %I', part, service);
    EXECUTE format('GRANT SELECT ON public.%I TO %I', part, service);
  END LOOP;
  EXECUTE format('GRANT INSERT ON public.audit_entries, public.audit_checkpoints TO %I', service);
  FOREACH part IN ARRAY ARRAY['refuse_change_of_audit', 'chain_audit_entry'] LOOP
    EXECUTE format('ALTER FUNCTION public.%I() OWNER TO %I', part, trail_owner);
  END LOOP;
END $$;

DO $$
BEGIN
  IF to_regclass('public.audit_entries') IS NOT NULL THEN
    PERFORM protect_audit_trail();
  END IF;
END $$;
