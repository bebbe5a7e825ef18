import type { MigrationInterface, QueryRunner } from 'typeorm';

const CREATE_TABLES = `
  -- What an admin has started for many orders. Rows are deleted after 30 days.
  CREATE TABLE bulk_actions (
    -- The Idempotency-Key of the call.
    id uuid PRIMARY KEY,
    kind text NOT NULL CHECK (kind IN ('start-processing', 'set-tracking')),
    -- Account of the admin.
    actor_id uuid,
    actor text NOT NULL,
    -- Of the request: a key stands for one content.
    content_hash text NOT NULL,
    started_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX bulk_actions_started ON bulk_actions (started_at, id);

  -- One order of a bulk action. An erasure deletes the rows of its orders.
  CREATE TABLE bulk_action_rows (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    bulk_action_id uuid NOT NULL REFERENCES bulk_actions (id) ON DELETE CASCADE,
    -- The place in the request.
    position integer NOT NULL,
    -- Null: there is no such order.
    order_id uuid REFERENCES orders (id) ON DELETE CASCADE,
    order_number text NOT NULL,
    -- Carrier and number; null once it is done.
    parcel jsonb,
    -- The admin starts it although its customer may still change it.
    is_confirmed boolean NOT NULL DEFAULT false,
    state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'done', 'skipped', 'failed')),
    -- Why it was skipped or has failed, for people.
    message text,
    ended_at timestamptz,
    CONSTRAINT bulk_action_rows_position UNIQUE (bulk_action_id, position),
    CONSTRAINT bulk_action_rows_ended CHECK ((state = 'pending') = (ended_at IS NULL)),
    CONSTRAINT bulk_action_rows_message CHECK ((state IN ('skipped', 'failed')) = (message IS NOT NULL))
  );
  CREATE INDEX bulk_action_rows_order ON bulk_action_rows (order_id);
`;

/** Adds tables that the version before does not know. */
export class BulkActions implements MigrationInterface {
  readonly name = 'BulkActions1796200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CREATE_TABLES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE bulk_action_rows, bulk_actions');
  }
}
