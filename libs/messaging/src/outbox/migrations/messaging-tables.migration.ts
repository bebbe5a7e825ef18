import { defineInitialMigration } from './initial-migration.js';

const OUTBOX = `
  CREATE TABLE outbox_subjects (subject text PRIMARY KEY, sequence bigint NOT NULL);
  -- Sent events keep their payload for a week, so that it can be erased.
  CREATE TABLE outbox (
    id uuid PRIMARY KEY,
    position bigint GENERATED ALWAYS AS IDENTITY,
    envelope jsonb NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    published_at timestamptz,
    -- The payload is removed when the event is sent.
    is_erased boolean NOT NULL DEFAULT false
  );
  CREATE INDEX outbox_waiting ON outbox (position) WHERE published_at IS NULL;
  CREATE INDEX outbox_published ON outbox (published_at) WHERE published_at IS NOT NULL;
  CREATE INDEX outbox_subject ON outbox ((envelope ->> 'subject'));
`;

const INBOX = `
  CREATE TABLE processed_events (
    event_id uuid NOT NULL,
    handler text NOT NULL,
    processed_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (event_id, handler)
  );
  CREATE INDEX processed_events_age ON processed_events (processed_at);
  CREATE TABLE subject_positions (
    handler text NOT NULL,
    subject text NOT NULL,
    sequence bigint NOT NULL,
    PRIMARY KEY (handler, subject)
  );
`;

/** Events that a service could not handle are in its own database: a broker without data loses none of them. */
const DEAD_LETTERS = `
  CREATE TABLE dead_letters (
    event_id uuid PRIMARY KEY,
    type text NOT NULL,
    subject text NOT NULL,
    -- Not jsonb, which refuses the escaped NUL that a malformed message may contain.
    content json NOT NULL,
    reason text NOT NULL,
    attempts int NOT NULL,
    died_at timestamptz NOT NULL DEFAULT now(),
    resolved_at timestamptz
  );
  CREATE INDEX dead_letters_unresolved ON dead_letters (died_at, event_id) WHERE resolved_at IS NULL;
  CREATE INDEX dead_letters_age ON dead_letters (COALESCE(resolved_at, died_at));
`;

/** The tables of outbox and inbox, in each service's own database. */
export const MessagingTables = defineInitialMigration('MessagingTables', [OUTBOX, INBOX, DEAD_LETTERS]);
