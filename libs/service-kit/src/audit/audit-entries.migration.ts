import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Append-only by trigger, whoever connects: an entry can be neither changed nor removed, nor the table emptied. */
const CREATE = `
  CREATE TABLE audit_entries (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    -- The moment of the writing, not of the transaction's start: entries of one subject come in the order of their locks.
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    -- The account; null for a command of the shop's own.
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
  -- Also in a session that plays the part of a replica, where triggers are left out otherwise.
  ALTER TABLE audit_entries ENABLE ALWAYS TRIGGER audit_entries_append_only;
`;

/** To be listed by each service whose admins change something. */
export class AuditEntries1763700000000 implements MigrationInterface {
  readonly name = 'AuditEntries1763700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CREATE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE audit_entries; DROP FUNCTION refuse_change_of_audit()');
  }
}
