import { AUDIT_ENTRIES, defineInitialMigration } from '@shop/service-kit';

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
    -- What an admin may do besides the calls of every admin.
    permissions text[] NOT NULL DEFAULT '{refund,export}' CHECK (permissions <@ '{refund,export}'),
    -- When a link in an email to the address was used first; null: the owner has not proved to read its emails.
    email_confirmed_at timestamptz,
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
    -- {"guestId"} of a guest. Of a user {"userId"}, the guest it was before, an id that opens nothing, the browser in words, the day of the last
    -- use, and the time of the last code that was entered.
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
  -- Deleting an account checks the claims that refer to it.
  CREATE INDEX guest_claims_user ON guest_claims (user_id);
`;

const PASSWORDS = `
  -- Failed sign-ins, wrong codes and requested links of an account, whether or not it exists, and its notices; deleted when the window ends.
  CREATE TABLE account_attempts (
    -- SHA-256 (hex) of the e-mail address and what is counted: attempts of a session, a browser, a network or
    -- all networks, or emails to the owner.
    account text NOT NULL,
    attempts integer NOT NULL,
    window_ends_at timestamptz NOT NULL,
    purpose text NOT NULL CHECK (purpose IN ('sign-in', 'reset', 'confirmation', 'registration', 'second-factor')),
    -- How often the limit was reached; each time the wait doubles. Forgotten a day after the last one.
    blocks integer NOT NULL DEFAULT 0,
    PRIMARY KEY (account, purpose)
  );
  CREATE INDEX account_attempts_window ON account_attempts (window_ends_at);

  -- Deleted when they are used, replaced or expired.
  CREATE TABLE password_reset_tokens (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- SHA-256 (hex) of the token in the link.
    token text NOT NULL UNIQUE,
    -- SHA-256 (hex) of the e-mail address and the browser or network that requested it, whose next request replaces it.
    source text NOT NULL,
    expires_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX password_reset_tokens_user ON password_reset_tokens (user_id);

  -- Links that confirm the address of an account. They stay after their use, so that a repeated call succeeds; deleted when they are expired.
  CREATE TABLE email_confirmation_tokens (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- SHA-256 (hex) of the token in the link.
    token text NOT NULL UNIQUE,
    expires_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX email_confirmation_tokens_user ON email_confirmation_tokens (user_id);
  CREATE INDEX email_confirmation_tokens_expiry ON email_confirmation_tokens (expires_at);

  -- Calls that were made with an Idempotency-Key, so that one whose answer was lost can be repeated; deleted after a day.
  CREATE TABLE account_calls (
    key uuid PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    action text NOT NULL CHECK (action IN ('registered', 'password-changed', 'password-reset')),
    created_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX account_calls_user ON account_calls (user_id);
  CREATE INDEX account_calls_age ON account_calls (created_at);
`;

const SECOND_FACTORS = `
  -- Of admins. Deleted when they are turned off, with the account, or after an hour without a first code.
  CREATE TABLE second_factors (
    user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    -- The TOTP secret as JWE for this account.
    secret text NOT NULL,
    -- The time step of the last code: neither it nor an earlier one is taken again.
    last_step bigint NOT NULL DEFAULT 0,
    begun_at timestamptz NOT NULL DEFAULT now(),
    -- When the first code was entered. Until then no session is asked for codes.
    turned_on_at timestamptz
  );
  CREATE INDEX second_factors_begun ON second_factors (begun_at) WHERE turned_on_at IS NULL;

  -- Deleted when they are used or replaced, and with the second factor.
  CREATE TABLE recovery_codes (
    user_id uuid NOT NULL REFERENCES second_factors (user_id) ON DELETE CASCADE,
    -- SHA-256 (hex). The code has 120 random bits.
    code text NOT NULL,
    PRIMARY KEY (user_id, code)
  );
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

const SIGN_INS = `
  -- Browsers in which the owner has signed in; deleted 400 days after the last sign-in there.
  CREATE TABLE known_browsers (
    user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- SHA-256 (hex) of the id in the cookie.
    browser text NOT NULL,
    -- Of the last sign-in there, such as 203.0.113.0/24.
    network text NOT NULL,
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
  CREATE INDEX security_log_age ON security_log (at);
`;

export const InitialSchema = defineInitialMigration('InitialSchema', [
  AUDIT_ENTRIES,
  USERS,
  SESSIONS,
  PASSWORDS,
  SIGN_INS,
  SECOND_FACTORS,
  ERASURES,
]);
