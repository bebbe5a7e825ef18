import type { EventEnvelope } from '@shop/contracts/common';
import type pg from 'pg';
import type { DeadLetter } from './event-transport.js';

/** graphile-worker counts a try whenever a job is taken; a handler that takes its process down is set aside after these. */
const CRASH_LIMIT = 25;

/** NOTIFY carries less than 8,000 bytes. */
const NOTIFY_MAX_BYTES = 7_500;

interface Job {
  envelope: EventEnvelope;
  attempt: number;
}

/** One job for each queue that hears each event, all or none. */
export async function publishToBindings(pool: pg.Pool, envelopes: readonly EventEnvelope[]): Promise<void> {
  await pool.query(
    `SELECT graphile_worker.add_job(bindings.queue, json_build_object('envelope', event.envelope, 'attempt', 1), max_attempts := $3)
     FROM unnest($1::text[], $2::json[]) WITH ORDINALITY AS event (type, envelope, place)
     JOIN shop_events.bindings USING (type)
     ORDER BY event.place`,
    [envelopes.map(({ type }) => type), envelopes.map((envelope) => JSON.stringify(envelope)), CRASH_LIMIT],
  );
}

export async function addJob(pool: pg.Pool, queue: string, job: Job, delayMs = 0): Promise<void> {
  await pool.query(`SELECT graphile_worker.add_job($1, $2::json, run_at := now() + $3 * interval '1 millisecond', max_attempts := $4)`, [
    queue,
    JSON.stringify(job),
    delayMs,
    CRASH_LIMIT,
  ]);
}

export async function publishBroadcast(pool: pg.Pool, channel: string, envelopes: readonly EventEnvelope[]): Promise<void> {
  const payloads: string[] = [];
  for (const envelope of envelopes) {
    const payload = JSON.stringify(envelope);
    if (Buffer.byteLength(payload) < NOTIFY_MAX_BYTES) {
      payloads.push(payload);
      continue;
    }
    await pool.query('INSERT INTO shop_events.broadcasts (id, envelope) VALUES ($1, $2) ON CONFLICT DO NOTHING', [envelope.id, payload]);
    await pool.query(`DELETE FROM shop_events.broadcasts WHERE created_at < now() - interval '1 hour'`);
    payloads.push(JSON.stringify({ stored: envelope.id }));
  }
  await pool.query('SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload', [channel, payloads]);
}

export async function readBroadcast(pool: pg.Pool, payload: string): Promise<EventEnvelope | undefined> {
  const message = JSON.parse(payload) as EventEnvelope | { stored: string };
  if (!('stored' in message)) return message;
  const { rows } = await pool.query<{ envelope: EventEnvelope }>('SELECT envelope FROM shop_events.broadcasts WHERE id = $1', [message.stored]);
  return rows[0]?.envelope;
}

export async function buryDelivery(pool: pg.Pool, queue: string, job: Job, reason: string): Promise<void> {
  await pool.query('INSERT INTO shop_events.dead_letters (queue, event_id, envelope, reason, attempts) VALUES ($1, $2, $3, $4, $5)', [
    queue,
    job.envelope.id,
    JSON.stringify(job.envelope),
    reason.slice(0, 500),
    job.attempt,
  ]);
}

/** Moves jobs that took their processes down CRASH_LIMIT times to the dead letters. */
const BURY_CRASHED = `
  WITH crashed AS (
    DELETE FROM graphile_worker._private_jobs AS job
    USING graphile_worker._private_tasks AS task
    WHERE job.task_id = task.id AND job.attempts >= job.max_attempts AND job.locked_at IS NULL
    RETURNING task.identifier AS queue, job.payload, job.last_error)
  INSERT INTO shop_events.dead_letters (queue, event_id, envelope, reason, attempts)
  SELECT queue, (payload->'envelope'->>'id')::uuid, (payload->'envelope')::jsonb,
    coalesce(last_error, 'its handler took the process down again and again'), coalesce((payload->>'attempt')::int, 0)
  FROM crashed`;

export async function readDeadLetters(pool: pg.Pool, limit: number): Promise<DeadLetter[]> {
  await pool.query(BURY_CRASHED);
  const { rows } = await pool.query<{ queue: string; envelope: EventEnvelope; reason: string; attempts: number; died_at: Date }>(
    'SELECT queue, envelope, reason, attempts, died_at FROM shop_events.dead_letters ORDER BY died_at, id LIMIT $1',
    [limit],
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

export async function replayDeadLetters(pool: pg.Pool, eventIds?: readonly string[]): Promise<number> {
  await pool.query(BURY_CRASHED);
  const { rows } = await pool.query<{ replayed: number }>(
    `WITH chosen AS (DELETE FROM shop_events.dead_letters WHERE $1::uuid[] IS NULL OR event_id = ANY ($1::uuid[]) RETURNING queue, envelope, died_at),
     again AS (SELECT graphile_worker.add_job(queue, json_build_object('envelope', envelope, 'attempt', 1), max_attempts := $2) FROM (SELECT * FROM chosen ORDER BY died_at) AS ordered)
     SELECT count(*)::int AS replayed FROM again`,
    [eventIds ?? null, CRASH_LIMIT],
  );
  return rows[0]?.replayed ?? 0;
}
