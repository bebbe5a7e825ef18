import type { EventEnvelope } from '@shop/contracts/common';
import { MAX_STARTS, type JobRun } from '@shop/jobs/worker';
import type pg from 'pg';
import type { DeadLetter } from './event-transport.js';
import { broadcastChannel } from './postgres-schema.js';

/** Payload of a graphile-worker job. */
export interface JobPayload {
  envelope: EventEnvelope;
  attempt: number;
}

/** An event whose handler crashes its process this often becomes a dead letter. */
export const CRASH_LIMIT = 25;
export const CRASHED = 'The handler repeatedly crashed its process';

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

/** Replaces the job by a dead letter in one statement. Returns whether the job was still this worker's. */
export async function deadLetterJob(
  pool: pg.Pool,
  { id, key, workerId, payload }: JobRun<JobPayload>,
  queue: string,
  reason: string,
): Promise<boolean> {
  // remove_job marks the running job as superseded. A job of an earlier version has no key.
  const { rowCount } = await pool.query(
    `WITH mine AS (SELECT FROM graphile_worker.jobs WHERE id = $1 AND key IS NOT DISTINCT FROM $2 AND locked_by = $3),
     removed AS (SELECT graphile_worker.remove_job($2) FROM mine)
     INSERT INTO shop_events.dead_letters (queue, event_id, envelope, reason, attempts) SELECT $4, $5, $6, $7, $8 FROM removed`,
    [id, key, workerId, queue, payload.envelope.id, JSON.stringify(payload.envelope), reason, payload.attempt],
  );
  return rowCount === 1;
}

const IN_NAMESPACE = 'queue IN (SELECT queue FROM shop_events.subscriptions WHERE namespace = $1)';

export async function readDeadLetters(pool: pg.Pool, namespace: string, limit: number): Promise<DeadLetter[]> {
  const { rows } = await pool.query<{
    queue: string;
    envelope: EventEnvelope;
    reason: string;
    attempts: number;
    died_at: Date;
  }>(
    `SELECT queue, envelope, reason, attempts, died_at FROM shop_events.dead_letters WHERE ${IN_NAMESPACE} ORDER BY died_at, id LIMIT $2`,
    [namespace, limit],
  );
  return rows.map(({ queue, envelope, reason, attempts, died_at }) => ({
    queue,
    eventId: envelope.id,
    type: envelope.type,
    subject: envelope.subject,
    reason,
    attempts,
    diedAt: died_at.toISOString(),
  }));
}

export async function replayDeadLetters(
  pool: pg.Pool,
  namespace: string,
  eventIds?: readonly string[],
): Promise<number> {
  const { rows } = await pool.query<{ replayed: number }>(
    `WITH chosen AS (
       DELETE FROM shop_events.dead_letters WHERE ${IN_NAMESPACE} AND ($2::uuid[] IS NULL OR event_id = ANY ($2::uuid[])) RETURNING queue, envelope, died_at),
     again AS (
       SELECT graphile_worker.add_job(queue, json_build_object('envelope', envelope, 'attempt', 1), ${JOB_OPTIONS}, flags := ARRAY[queue])
       FROM (SELECT * FROM chosen ORDER BY died_at) AS ordered)
     SELECT count(*)::int AS replayed FROM again`,
    [namespace, eventIds ?? null],
  );
  return rows[0]?.replayed ?? 0;
}
