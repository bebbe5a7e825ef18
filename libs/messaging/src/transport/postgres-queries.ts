import type { EventEnvelope } from '@shop/contracts/common';
import type pg from 'pg';
import type { DeadLetter } from './event-transport.js';
import { broadcastChannel, CRASH_LIMIT } from './postgres-schema.js';

/** Payload of a graphile-worker job. */
export interface JobPayload {
  envelope: EventEnvelope;
  attempt: number;
}

const REASON_MAX_CHARS = 500;

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
    `SELECT graphile_worker.add_job($1, $2::json, max_attempts := $3) WHERE EXISTS (SELECT 1 FROM shop_events.subscriptions WHERE queue = $1)`,
    [queue, JSON.stringify({ envelope, attempt: 1 } satisfies JobPayload), CRASH_LIMIT],
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

/** Replaces the job by its next attempt in one statement. Does nothing if the job is gone already. */
export async function scheduleRetry(
  pool: pg.Pool,
  jobId: string,
  queue: string,
  job: JobPayload,
  delayMs: number,
): Promise<void> {
  await pool.query(
    `WITH taken AS (DELETE FROM graphile_worker._private_jobs WHERE id = $1 RETURNING id)
     SELECT graphile_worker.add_job($2, $3::json, run_at := now() + $4 * interval '1 millisecond', max_attempts := $5) FROM taken`,
    [jobId, queue, JSON.stringify({ ...job, attempt: job.attempt + 1 }), delayMs, CRASH_LIMIT],
  );
}

/** Replaces the job by a dead letter in one statement. */
export async function deadLetterJob(
  pool: pg.Pool,
  jobId: string,
  queue: string,
  job: JobPayload,
  reason: string,
): Promise<void> {
  await pool.query(
    `WITH taken AS (DELETE FROM graphile_worker._private_jobs WHERE id = $1 RETURNING id)
     INSERT INTO shop_events.dead_letters (queue, event_id, envelope, reason, attempts)
     SELECT $2, $3, $4, $5, $6 FROM taken`,
    [jobId, queue, job.envelope.id, JSON.stringify(job.envelope), reason.slice(0, REASON_MAX_CHARS), job.attempt],
  );
}

/**
 * Unlocks the jobs of pools without an advisory lock: their process is gone. graphile-worker writes the pool id into locked_by.
 * MATERIALIZED, because a volatile condition must not be evaluated early. Returns the number of jobs.
 */
export async function unlockJobsOfDeadPools(pool: pg.Pool): Promise<number> {
  const { rowCount } = await pool.query(
    `WITH pools AS MATERIALIZED (SELECT DISTINCT locked_by FROM graphile_worker._private_jobs WHERE locked_by IS NOT NULL),
     dead AS MATERIALIZED (SELECT locked_by FROM pools WHERE pg_try_advisory_xact_lock(hashtextextended(locked_by, 0)))
     UPDATE graphile_worker._private_jobs AS job SET locked_by = NULL, locked_at = NULL
     FROM dead WHERE job.locked_by = dead.locked_by`,
  );
  return rowCount ?? 0;
}

/** Replaces jobs that crashed their process CRASH_LIMIT times by dead letters. Returns their number. */
export async function deadLetterCrashedJobs(pool: pg.Pool): Promise<number> {
  const { rowCount } = await pool.query(
    `WITH crashed AS (
       DELETE FROM graphile_worker._private_jobs AS job
       USING graphile_worker._private_tasks AS task
       WHERE job.task_id = task.id AND job.attempts >= job.max_attempts AND job.locked_at IS NULL
       RETURNING task.identifier AS queue, job.payload, job.last_error)
     INSERT INTO shop_events.dead_letters (queue, event_id, envelope, reason, attempts)
     SELECT queue, (payload->'envelope'->>'id')::uuid, (payload->'envelope')::jsonb,
       coalesce(last_error, 'The handler repeatedly crashed its process'), coalesce((payload->>'attempt')::int, 1)
     FROM crashed`,
  );
  return rowCount ?? 0;
}

const IN_NAMESPACE = 'queue IN (SELECT queue FROM shop_events.subscriptions WHERE namespace = $1)';

export async function readDeadLetters(pool: pg.Pool, namespace: string, limit: number): Promise<DeadLetter[]> {
  await unlockJobsOfDeadPools(pool); // no service may be running that does this
  await deadLetterCrashedJobs(pool);
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
  await deadLetterCrashedJobs(pool);
  const { rows } = await pool.query<{ replayed: number }>(
    `WITH chosen AS (
       DELETE FROM shop_events.dead_letters WHERE ${IN_NAMESPACE} AND ($2::uuid[] IS NULL OR event_id = ANY ($2::uuid[])) RETURNING queue, envelope, died_at),
     again AS (
       SELECT graphile_worker.add_job(queue, json_build_object('envelope', envelope, 'attempt', 1), max_attempts := $3)
       FROM (SELECT * FROM chosen ORDER BY died_at) AS ordered)
     SELECT count(*)::int AS replayed FROM again`,
    [namespace, eventIds ?? null, CRASH_LIMIT],
  );
  return rows[0]?.replayed ?? 0;
}
