import { AUDIT_ENTRIES, defineInitialMigration } from '@shop/service-kit';

const CONTACT = `
  -- Requests of the contact form, until their account is erased.
  CREATE TABLE contact_submissions (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    -- The signed-in sender; null for other senders.
    user_id uuid,
    name text NOT NULL,
    email text NOT NULL,
    subject text NOT NULL,
    message text NOT NULL,
    status text NOT NULL DEFAULT 'new' CHECK (status IN ('new', 'read', 'replied', 'archived')),
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX contact_submissions_newest ON contact_submissions (created_at DESC, id DESC);
  CREATE INDEX contact_submissions_status ON contact_submissions (status, created_at DESC, id DESC);
  CREATE INDEX contact_submissions_user ON contact_submissions (user_id, created_at DESC, id DESC) WHERE user_id IS NOT NULL;
  CREATE INDEX contact_submissions_email ON contact_submissions (email, created_at);
  CREATE INDEX contact_submissions_changed ON contact_submissions (updated_at);

  CREATE TABLE contact_replies (
    -- Made by the client, so that a repeated call finds the reply of the first.
    id uuid PRIMARY KEY,
    submission_id uuid NOT NULL REFERENCES contact_submissions (id) ON DELETE CASCADE,
    message text NOT NULL,
    -- The admin's e-mail address.
    author text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp()
  );
  CREATE INDEX contact_replies_submission ON contact_replies (submission_id, created_at, id);
`;

/**
 * How many contact requests there are, which would otherwise be counted for each view of the dashboard. Requests are rare, so their
 * transactions may wait for each other's row.
 */
const CONTACT_TOTAL = `
  CREATE TABLE contact_total (is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only), total bigint NOT NULL);

  CREATE FUNCTION count_contact_submissions() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'TRUNCATE' THEN
      UPDATE contact_total SET total = 0;
    ELSIF TG_OP = 'INSERT' THEN
      UPDATE contact_total SET total = total + (SELECT count(*) FROM changed);
    ELSE
      UPDATE contact_total SET total = total - (SELECT count(*) FROM changed) WHERE EXISTS (SELECT FROM changed);
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER contact_submissions_counted_insert AFTER INSERT ON contact_submissions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_contact_submissions();
  CREATE TRIGGER contact_submissions_counted_delete AFTER DELETE ON contact_submissions REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_contact_submissions();
  CREATE TRIGGER contact_submissions_counted_truncate AFTER TRUNCATE ON contact_submissions FOR EACH STATEMENT EXECUTE FUNCTION count_contact_submissions();
  INSERT INTO contact_total (total) VALUES (0);
`;

const EMAILS = `
  -- The email outbox. A row loses recipient and props when the email is sent or dropped, and 90 days after it died. The rest of the row
  -- stays for 400 days: its key prevents that the same event sends a second email.
  CREATE TABLE emails (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    -- Ids only, no personal data.
    key text NOT NULL UNIQUE,
    template text NOT NULL,
    recipient text,
    props jsonb,
    -- dead: refused permanently, or could not be rendered. dropped: expired, superseded or erased.
    status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'sent', 'dead', 'dropped')),
    attempts integer NOT NULL DEFAULT 0,
    due_at timestamptz NOT NULL DEFAULT now(),
    -- The email is worthless after this time, for example a password link.
    expires_at timestamptz,
    -- It is being sent until then, so it is not superseded.
    claimed_until timestamptz,
    -- The mail server's answer to the last attempt, or why the email was dropped.
    reason text,
    created_at timestamptz NOT NULL DEFAULT now(),
    ended_at timestamptz,
    -- The order that the email is about: its address may be corrected while the email waits.
    order_id uuid,
    -- Which of the order's addresses it goes or went to, counted as in order_recipients; the address itself is not stored.
    recipient_version integer NOT NULL DEFAULT 0,
    -- Which refund or question of the order it is about: an id, so that it can be sent again.
    about text,
    -- The recipient's account. An erased account's waiting emails are found by it, because the address may belong to another person.
    user_id uuid,
    CHECK (status IN ('waiting', 'dead') = (recipient IS NOT NULL AND props IS NOT NULL)),
    CHECK ((status = 'waiting') = (ended_at IS NULL))
  );
  CREATE INDEX emails_due ON emails (due_at, id) WHERE status = 'waiting';
  CREATE INDEX emails_dead ON emails (ended_at, id) WHERE status = 'dead';
  CREATE INDEX emails_expiry ON emails (expires_at) WHERE expires_at IS NOT NULL AND recipient IS NOT NULL;
  CREATE INDEX emails_recipient ON emails (recipient) WHERE recipient IS NOT NULL;
  CREATE INDEX emails_ended ON emails (ended_at) WHERE ended_at IS NOT NULL;
  CREATE INDEX emails_order ON emails (order_id, created_at DESC, id DESC) WHERE order_id IS NOT NULL;
  CREATE INDEX emails_user ON emails (user_id) WHERE user_id IS NOT NULL AND recipient IS NOT NULL;
`;

const READ_MODELS = `
  -- Users of identity-svc, until they are erased.
  CREATE TABLE accounts (user_id uuid PRIMARY KEY, email text NOT NULL, first_name text);
  CREATE INDEX accounts_email ON accounts (email);

  -- Orders whose email address was corrected, or whose links were ended: events from before still have the old ones. Deleted after 400 days, or with
  -- the account.
  CREATE TABLE order_recipients (
    order_id uuid PRIMARY KEY,
    user_id uuid,
    email text NOT NULL,
    -- Of the order's page. The key in emails to an earlier address is not valid any more.
    link_key text NOT NULL,
    -- Counts the addresses of the order.
    version integer NOT NULL,
    -- Counts how often its links were ended.
    link_version integer NOT NULL DEFAULT 0,
    changed_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX order_recipients_user ON order_recipients (user_id) WHERE user_id IS NOT NULL;
  CREATE INDEX order_recipients_age ON order_recipients (changed_at);

  -- Mock-ups of ordered items, for the emails of the order; deleted after 7 days.
  CREATE TABLE order_mockups (
    order_item_id uuid PRIMARY KEY,
    order_id uuid NOT NULL,
    url text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    -- The revision of the item that the mock-up shows.
    revision integer NOT NULL DEFAULT 1
  );
  CREATE INDEX order_mockups_order ON order_mockups (order_id);
  CREATE INDEX order_mockups_age ON order_mockups (created_at);
`;

export const InitialSchema = defineInitialMigration('InitialSchema', [
  AUDIT_ENTRIES,
  CONTACT,
  CONTACT_TOTAL,
  EMAILS,
  READ_MODELS,
]);
