import type { MigrationInterface, QueryRunner } from 'typeorm';

const USERS = `
  CREATE TABLE users (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    -- Trimmed and in lower case.
    email text NOT NULL UNIQUE CHECK (email = lower(btrim(email))),
    -- argon2id, with its parameters in the hash.
    password text NOT NULL,
    first_name text,
    last_name text,
    profile_image_url text,
    role text NOT NULL DEFAULT 'user' CHECK (role IN ('user', 'admin')),
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    -- Set when the owner deletes the account: signing in is impossible, and the row goes once every service has confirmed the erasure.
    closed_at timestamptz
  );
`;

const SESSIONS = `
  -- Deleted by the cleanup once they are expired.
  CREATE TABLE sessions (
    -- SHA-256 (hex) of the id in the cookie: a reader of this table cannot take over a session.
    sid text PRIMARY KEY,
    -- {"guestId"} of a guest; {"userId", "guestId"?} of a user and the guest it was before.
    sess jsonb NOT NULL CHECK (sess ? 'userId' OR sess ? 'guestId'),
    expire timestamptz NOT NULL
  );
  CREATE INDEX sessions_user ON sessions ((sess ->> 'userId')) WHERE sess ? 'userId';
  CREATE INDEX sessions_expire ON sessions (expire);

  -- The user that a guest became at its sign-in. The first claim wins and is permanent.
  CREATE TABLE guest_claims (
    guest_id uuid PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    claimed_at timestamptz NOT NULL DEFAULT now()
  );
`;

const PASSWORDS = `
  -- Failed sign-ins and requested reset links of an account, whether or not it exists; deleted when the window ends.
  CREATE TABLE account_attempts (
    -- SHA-256 (hex) of the e-mail address.
    account text NOT NULL,
    attempts integer NOT NULL,
    window_ends_at timestamptz NOT NULL,
    purpose text NOT NULL CHECK (purpose IN ('sign-in', 'reset')),
    PRIMARY KEY (account, purpose)
  );
  CREATE INDEX account_attempts_window ON account_attempts (window_ends_at);

  -- Deleted when they are used, replaced or expired.
  CREATE TABLE password_reset_tokens (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- SHA-256 (hex) of the token in the link.
    token text NOT NULL UNIQUE,
    expires_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX password_reset_tokens_user ON password_reset_tokens (user_id);
`;

const ERASURES = `
  -- Accounts that are being erased, and which service has confirmed when. A row goes with its account.
  CREATE TABLE erasures (
    user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    -- When the erasure was last requested of the other services.
    requested_at timestamptz NOT NULL DEFAULT now(),
    artworks_erased_at timestamptz,
    orders_anonymised_at timestamptz,
    requests_erased_at timestamptz
  );
  CREATE INDEX erasures_requested ON erasures (requested_at);
`;

export class InitialSchema1795190500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(USERS);
    await runner.query(SESSIONS);
    await runner.query(PASSWORDS);
    await runner.query(ERASURES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE erasures, password_reset_tokens, account_attempts, guest_claims, sessions, users');
  }
}
