import { runMigrations } from 'graphile-worker';
import type pg from 'pg';
import type { QueueBinding } from './event-transport.js';

/** Services that start together prepare the events database one after another. */
const SCHEMA_LOCK = 7_241_002;

/**
 * - bindings: which queue hears which event
 * - dead_letters: events that were set aside, with the reason
 * - workers: which pool a graphile worker belongs to; a pool lives as long as its advisory lock is held
 * - broadcasts: broadcast events too large for NOTIFY
 */
const SCHEMA = `
  CREATE SCHEMA IF NOT EXISTS shop_events;
  CREATE TABLE IF NOT EXISTS shop_events.bindings (type text NOT NULL, queue text NOT NULL, PRIMARY KEY (type, queue));
  CREATE TABLE IF NOT EXISTS shop_events.dead_letters (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    queue text NOT NULL, event_id uuid NOT NULL, envelope jsonb NOT NULL,
    reason text NOT NULL, attempts int NOT NULL, died_at timestamptz NOT NULL DEFAULT now());
  CREATE INDEX IF NOT EXISTS dead_letters_died_at ON shop_events.dead_letters (died_at);
  CREATE TABLE IF NOT EXISTS shop_events.workers (worker_id text PRIMARY KEY, pool_key bigint NOT NULL);
  CREATE TABLE IF NOT EXISTS shop_events.broadcasts (
    id uuid PRIMARY KEY, envelope jsonb NOT NULL, created_at timestamptz NOT NULL DEFAULT now());
`;

export async function prepareEventsDatabase(pool: pg.Pool, bindings: readonly QueueBinding[]): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [SCHEMA_LOCK]);
    await runMigrations({ pgPool: pool });
    await client.query(SCHEMA);
    await bindQueues(client, bindings);
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [SCHEMA_LOCK]).catch(() => undefined);
    client.release();
  }
}

export async function bindQueues(client: pg.Pool | pg.PoolClient, bindings: readonly QueueBinding[]): Promise<void> {
  await client.query(
    `INSERT INTO shop_events.bindings (type, queue)
     SELECT * FROM unnest($1::text[], $2::text[]) ON CONFLICT DO NOTHING`,
    [bindings.map(({ type }) => type), bindings.map(({ queue }) => queue)],
  );
}
