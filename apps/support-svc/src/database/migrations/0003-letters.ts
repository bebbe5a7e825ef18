import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What has to be mailed, and what is known of the people it goes to. A letter that was sent, or never will be, is a row without person or
 * content: what is left is its key, so that the same event can't send it again.
 */
export class Letters1795276800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE letters (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        key text NOT NULL UNIQUE,
        letter text NOT NULL,
        recipient text,
        props jsonb,
        status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'sent', 'dead', 'dropped')),
        attempts integer NOT NULL DEFAULT 0,
        due_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz,
        leased_by uuid,
        lease_expires_at timestamptz,
        reason text,
        created_at timestamptz NOT NULL DEFAULT now(),
        ended_at timestamptz,
        CHECK (status IN ('waiting', 'dead') = (recipient IS NOT NULL AND props IS NOT NULL)),
        CHECK ((status = 'waiting') = (ended_at IS NULL)));
      CREATE INDEX letters_due ON letters (due_at, id) WHERE status = 'waiting';
      CREATE INDEX letters_dead ON letters (ended_at, id) WHERE status = 'dead';
      CREATE INDEX letters_expiry ON letters (expires_at) WHERE expires_at IS NOT NULL AND recipient IS NOT NULL;
      CREATE INDEX letters_recipient ON letters (recipient) WHERE recipient IS NOT NULL;
      CREATE INDEX letters_ended ON letters (ended_at) WHERE ended_at IS NOT NULL;
      CREATE TABLE accounts (user_id uuid PRIMARY KEY, email text NOT NULL, first_name text);
      CREATE TABLE order_mockups (
        order_item_id uuid PRIMARY KEY,
        order_id uuid NOT NULL,
        url text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now());
      CREATE INDEX order_mockups_order ON order_mockups (order_id);
      CREATE INDEX order_mockups_age ON order_mockups (created_at);`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE order_mockups, accounts, letters');
  }
}
