import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Each may be repeated. */
const STATEMENTS = [
  // A row with a text stays as long as the text. The version before deletes it after 400 days, and its text with it.
  'ALTER TABLE emails ADD COLUMN IF NOT EXISTS has_text boolean NOT NULL DEFAULT false',
  `-- What a sent email about an order said, without keys and codes. Deleted when the personal data of the order is removed, or with the account.
   CREATE TABLE IF NOT EXISTS email_texts (
     email_id uuid PRIMARY KEY REFERENCES emails (id) ON DELETE CASCADE,
     order_id uuid NOT NULL,
     user_id uuid,
     subject text NOT NULL,
     text text NOT NULL,
     sent_at timestamptz NOT NULL DEFAULT now()
   )`,
  'CREATE INDEX IF NOT EXISTS email_texts_order ON email_texts (order_id)',
  'CREATE INDEX IF NOT EXISTS email_texts_user ON email_texts (user_id, sent_at DESC, email_id DESC) WHERE user_id IS NOT NULL',
  `-- Who gets emails about new orders and requests, and when: one row.
   CREATE TABLE IF NOT EXISTS owner_email_settings (
     is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
     id uuid NOT NULL DEFAULT gen_random_uuid(),
     recipients text[] NOT NULL DEFAULT '{}',
     orders text NOT NULL DEFAULT 'off' CHECK (orders IN ('off', 'at-once', 'daily')),
     requests text NOT NULL DEFAULT 'off' CHECK (requests IN ('off', 'at-once', 'daily')),
     daily_hour integer NOT NULL DEFAULT 8 CHECK (daily_hour BETWEEN 0 AND 23),
     version integer NOT NULL DEFAULT 0,
     -- The last day of the shop on which the daily email was due.
     daily_on date
   )`,
  'INSERT INTO owner_email_settings (is_only) VALUES (true) ON CONFLICT DO NOTHING',
  `-- New orders and requests for emails to the owner; deleted 60 days after the email.
   CREATE TABLE IF NOT EXISTS owner_news (
     kind text NOT NULL CHECK (kind IN ('orders', 'requests')),
     -- The order, or the request.
     subject_id uuid NOT NULL,
     happened_at timestamptz NOT NULL,
     user_id uuid,
     -- What the email says; null once it was queued.
     details jsonb,
     emailed_at timestamptz,
     PRIMARY KEY (kind, subject_id),
     CHECK ((details IS NULL) = (emailed_at IS NOT NULL))
   )`,
  'CREATE INDEX IF NOT EXISTS owner_news_waiting ON owner_news (kind, happened_at, subject_id) WHERE emailed_at IS NULL',
  'CREATE INDEX IF NOT EXISTS owner_news_emailed ON owner_news (emailed_at) WHERE emailed_at IS NOT NULL',
  'CREATE INDEX IF NOT EXISTS owner_news_user ON owner_news (user_id) WHERE user_id IS NOT NULL AND emailed_at IS NULL',
];

/** For the cleanup, which reads no row with a text. */
const OLD_EMAILS = 'emails_without_text';

/** Without a transaction: the index is created while the version before goes on writing. An interrupted one is invalid, and is dropped first. */
export class SentEmails implements MigrationInterface {
  readonly name = 'SentEmails1796400000000';
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
    await runner.query(`DROP INDEX IF EXISTS ${OLD_EMAILS}`);
    await runner.query(
      `CREATE INDEX CONCURRENTLY ${OLD_EMAILS} ON emails (ended_at) WHERE ended_at IS NOT NULL AND NOT has_text`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS owner_news, owner_email_settings, email_texts');
    await runner.query(`DROP INDEX IF EXISTS ${OLD_EMAILS}`);
    await runner.query('ALTER TABLE emails DROP COLUMN IF EXISTS has_text');
  }
}
