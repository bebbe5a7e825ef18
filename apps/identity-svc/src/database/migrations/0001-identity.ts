import type { MigrationInterface, QueryRunner } from 'typeorm';

const USERS = `
  CREATE TABLE users (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    -- Trimmed and in lower case (D7).
    email text NOT NULL UNIQUE CHECK (email = lower(btrim(email))),
    -- argon2id, with its parameters written in.
    password text NOT NULL,
    first_name text,
    last_name text,
    profile_image_url text,
    role text NOT NULL DEFAULT 'user' CHECK (role IN ('user', 'admin')),
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now()
  );
`;

const SESSIONS = `
  CREATE TABLE sessions (
    -- SHA-256 (hex) of the id in the cookie: who reads this table can be nobody.
    sid text PRIMARY KEY,
    -- {"guestId"} of a visitor; {"userId", "guestId"?} of a customer and the visitor it was before.
    sess jsonb NOT NULL CHECK (sess ? 'userId' OR sess ? 'guestId'),
    expire timestamptz NOT NULL
  );
  CREATE INDEX sessions_user ON sessions ((sess ->> 'userId')) WHERE sess ? 'userId';
  CREATE INDEX sessions_expire ON sessions (expire);

  -- What a guest had belongs to one user, whoever asks first, once and for all (D13).
  CREATE TABLE guest_claims (
    guest_id uuid PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    claimed_at timestamptz NOT NULL DEFAULT now()
  );
`;

const SIGN_IN = `
  -- Attempts at an account, known or not, that no right password followed (D6).
  CREATE TABLE sign_in_attempts (
    -- SHA-256 (hex) of the e-mail.
    account text PRIMARY KEY,
    attempts integer NOT NULL,
    window_ends_at timestamptz NOT NULL
  );
  CREATE INDEX sign_in_attempts_window ON sign_in_attempts (window_ends_at);

  CREATE TABLE password_reset_tokens (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- SHA-256 (hex) of what stands in the link (D11).
    token text NOT NULL UNIQUE,
    expires_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX password_reset_tokens_user ON password_reset_tokens (user_id);
`;

export class Identity1795190500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(USERS);
    await runner.query(SESSIONS);
    await runner.query(SIGN_IN);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE password_reset_tokens, sign_in_attempts, guest_claims, sessions, users');
  }
}
