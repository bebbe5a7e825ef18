import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The previous version runs beside it: it neither knows the new tables nor writes the new column. */
export class HostileSignIns1795860000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- How often the limit was reached; each time the wait doubles. Forgotten a day after the last one.
      ALTER TABLE account_attempts ADD COLUMN blocks integer NOT NULL DEFAULT 0;

      -- Browsers in which the owner has signed in; deleted 400 days after the last sign-in there.
      CREATE TABLE known_browsers (
        user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        -- SHA-256 (hex) of the id in the cookie.
        browser text NOT NULL,
        last_used_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (user_id, browser)
      );
      CREATE INDEX known_browsers_age ON known_browsers (last_used_at);

      -- Sign-ins, failures, changes of passwords and roles; deleted after 180 days, and with the account.
      CREATE TABLE security_log (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        at timestamptz NOT NULL DEFAULT now(),
        event text NOT NULL,
        -- Null if no account has the address that was entered.
        user_id uuid REFERENCES users (id) ON DELETE CASCADE,
        -- The address without its last part, such as 203.0.113.0/24; null for a command line tool.
        network text
      );
      CREATE INDEX security_log_user ON security_log (user_id, at DESC, id DESC);
      CREATE INDEX security_log_age ON security_log (at);`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE security_log, known_browsers; ALTER TABLE account_attempts DROP COLUMN blocks');
  }
}
