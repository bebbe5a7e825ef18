import type { MigrationInterface, QueryRunner } from 'typeorm';

const CLOSED = `
  -- Set when its owner deletes the account: nobody signs in any more, and the row goes once every part has confirmed.
  ALTER TABLE users ADD COLUMN closed_at timestamptz;

  CREATE TABLE erasures (
    user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    -- When the parts were asked, the last time.
    told_at timestamptz NOT NULL DEFAULT now(),
    -- What has been confirmed, and when.
    artworks_erased_at timestamptz,
    orders_anonymised_at timestamptz,
    requests_erased_at timestamptz
  );
  CREATE INDEX erasures_told ON erasures (told_at);
`;

const ATTEMPTS = `
  ALTER TABLE sign_in_attempts RENAME TO account_attempts;
  ALTER INDEX sign_in_attempts_window RENAME TO account_attempts_window;
  ALTER TABLE account_attempts
    ADD COLUMN purpose text NOT NULL DEFAULT 'sign-in' CHECK (purpose IN ('sign-in', 'reset')),
    DROP CONSTRAINT sign_in_attempts_pkey,
    ADD CONSTRAINT account_attempts_pkey PRIMARY KEY (account, purpose);
  ALTER TABLE account_attempts ALTER COLUMN purpose DROP DEFAULT;
`;

const BACK = `
  DELETE FROM account_attempts WHERE purpose <> 'sign-in';
  ALTER TABLE account_attempts DROP CONSTRAINT account_attempts_pkey, DROP COLUMN purpose;
  ALTER TABLE account_attempts RENAME TO sign_in_attempts;
  ALTER INDEX account_attempts_window RENAME TO sign_in_attempts_window;
  ALTER TABLE sign_in_attempts ADD CONSTRAINT sign_in_attempts_pkey PRIMARY KEY (account);
  DROP TABLE erasures;
  ALTER TABLE users DROP COLUMN closed_at;
`;

export class AccountsThatEnd1795280400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CLOSED);
    await runner.query(ATTEMPTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(BACK);
  }
}
