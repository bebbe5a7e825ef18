import type { EventEnvelope } from '@shop/contracts-common';
import { MAX_STARTS, installJobs } from '@shop/jobs/worker';
import type pg from 'pg';
import type { QueueBinding } from './event-transport.js';

/** Services that start at the same time prepare the events database one after another. */
const SCHEMA_LOCK = 7_241_002;

/** A NOTIFY payload must be shorter than 8,000 bytes. A larger broadcast is stored, and NOTIFY carries its id. */
const NOTIFY_MAX_BYTES = 7_500;

export const broadcastChannel = (namespace: string): string => `shop_events_${namespace}`;

/**
 * - subscriptions: which queue receives which event
 * - broadcasts: broadcast events too large for NOTIFY
 * - publish: in one transaction, one job per queue and event, and the broadcast
 */
const SCHEMA = `
  CREATE SCHEMA IF NOT EXISTS shop_events;
  CREATE TABLE IF NOT EXISTS shop_events.subscriptions (
    namespace text NOT NULL, type text NOT NULL, queue text NOT NULL, PRIMARY KEY (namespace, type, queue));
  CREATE TABLE IF NOT EXISTS shop_events.broadcasts (
    id uuid PRIMARY KEY, envelope jsonb NOT NULL, created_at timestamptz NOT NULL DEFAULT now());
  CREATE INDEX IF NOT EXISTS broadcasts_created_at ON shop_events.broadcasts (created_at);

  DROP INDEX IF EXISTS graphile_worker.shop_events_locked, graphile_worker.shop_events_crashed; -- of earlier versions

  CREATE OR REPLACE FUNCTION shop_events.publish(space text, channel text, envelopes json[]) RETURNS void LANGUAGE plpgsql AS $publish$
  DECLARE
    specs graphile_worker.job_spec[];
    envelope json;
  BEGIN
    SELECT array_agg((subscription.queue, json_build_object('envelope', event.envelope, 'attempt', 1), NULL, NULL, ${MAX_STARTS}, gen_random_uuid()::text, NULL, ARRAY[subscription.queue])::graphile_worker.job_spec ORDER BY event.place)
    INTO specs
    FROM unnest(envelopes) WITH ORDINALITY AS event (envelope, place)
    JOIN shop_events.subscriptions AS subscription ON subscription.namespace = space AND subscription.type = event.envelope->>'type';
    IF specs IS NOT NULL THEN
      PERFORM graphile_worker.add_jobs(specs);
    END IF;
    FOREACH envelope IN ARRAY envelopes LOOP
      IF octet_length(envelope::text) < ${NOTIFY_MAX_BYTES} THEN
        PERFORM pg_notify(channel, envelope::text);
      ELSE
        INSERT INTO shop_events.broadcasts (id, envelope) VALUES ((envelope->>'id')::uuid, envelope::jsonb) ON CONFLICT DO NOTHING;
        DELETE FROM shop_events.broadcasts WHERE created_at < now() - interval '1 hour';
        PERFORM pg_notify(channel, json_build_object('stored', envelope->>'id')::text);
      END IF;
    END LOOP;
  END $publish$;
`;

export async function prepareEventsDatabase(
  pool: pg.Pool,
  namespace: string,
  bindings: readonly QueueBinding[],
): Promise<void> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query('SELECT pg_advisory_lock($1)', [SCHEMA_LOCK]);
    await installJobs({ pool });
    await client.query(SCHEMA);
    await bindQueues(client, namespace, bindings);
    await client.query('SELECT pg_advisory_unlock($1)', [SCHEMA_LOCK]);
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw failure;
  } finally {
    client.release(failure); // closes a failed connection, which releases its lock
  }
}

export async function bindQueues(
  client: pg.Pool | pg.PoolClient,
  namespace: string,
  bindings: readonly QueueBinding[],
): Promise<void> {
  await client.query(
    `INSERT INTO shop_events.subscriptions (namespace, type, queue)
     SELECT $1, * FROM unnest($2::text[], $3::text[]) ON CONFLICT DO NOTHING`,
    [namespace, bindings.map(({ type }) => type), bindings.map(({ queue }) => queue)],
  );
}

/** Payload of a graphile-worker job. */
export interface JobPayload {
  envelope: EventEnvelope;
  attempt: number;
  /** W3C trace context of the attempt that failed. */
  failedTraceparent?: string;
}

/** An event whose handler crashes its process this often becomes a dead letter. */
export const CRASH_LIMIT = 25;

/** Each job has a key, so that its outcome can replace it, and its queue as a flag. */
const JOB_OPTIONS = `max_attempts := ${MAX_STARTS}, job_key := gen_random_uuid()::text`;

export async function publishEvents(
  pool: pg.Pool,
  namespace: string,
  envelopes: readonly EventEnvelope[],
): Promise<void> {
  await pool.query('SELECT shop_events.publish($1, $2, $3::json[])', [
    namespace,
    broadcastChannel(namespace),
    envelopes.map((envelope) => JSON.stringify(envelope)),
  ]);
}

/** Returns whether the queue exists. */
export async function sendEvent(pool: pg.Pool, queue: string, envelope: EventEnvelope): Promise<boolean> {
  const { rowCount } = await pool.query(
    `SELECT graphile_worker.add_job($1, $2::json, ${JOB_OPTIONS}, flags := ARRAY[$1]) WHERE EXISTS (SELECT 1 FROM shop_events.subscriptions WHERE queue = $1)`,
    [queue, JSON.stringify({ envelope, attempt: 1 } satisfies JobPayload)],
  );
  return rowCount === 1;
}

export async function readBroadcast(pool: pg.Pool, payload: string): Promise<EventEnvelope | undefined> {
  const message = JSON.parse(payload) as EventEnvelope | { stored: string };
  if (!('stored' in message)) return message;
  const { rows } = await pool.query<{ envelope: EventEnvelope }>(
    'SELECT envelope FROM shop_events.broadcasts WHERE id = $1',
    [message.stored],
  );
  return rows[0]?.envelope;
}
