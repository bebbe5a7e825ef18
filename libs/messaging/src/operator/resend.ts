import { OUTBOX_CHANNEL } from '../outbox/outbox-channel.js';
import type { RunSql } from './dead-letters.js';

const BATCH_SIZE = 1_000;

/**
 * Marks the events that were sent since then as unsent, oldest first. The relay of the service sends them again, and the inboxes skip
 * what they have applied. Rows without payload, from earlier versions, are left out. Returns how many events it marked.
 */
export async function resendEvents(query: RunSql, since: Date, type?: string): Promise<number> {
  const [clock] = await query<{ startedAt: string }>('SELECT now()::text AS "startedAt"', []);
  let total = 0;
  let marked = BATCH_SIZE;
  // In batches, so that the relay of a running service is never blocked for long. What it has sent again since the start is left out.
  while (marked === BATCH_SIZE) {
    const rows = await query<{ id: string }>(
      `WITH chosen AS (
         SELECT id FROM outbox
         WHERE published_at >= $1 AND published_at < $2 AND envelope ? 'data' AND ($3::text IS NULL OR envelope->>'type' = $3)
         ORDER BY published_at, position LIMIT ${BATCH_SIZE} FOR UPDATE)
       UPDATE outbox SET published_at = NULL FROM chosen WHERE outbox.id = chosen.id RETURNING outbox.id`,
      [since, clock?.startedAt, type ?? null],
    );
    marked = rows.length;
    total += marked;
  }
  if (total > 0) await query('SELECT pg_notify($1, $2)', [OUTBOX_CHANNEL, '']);
  return total;
}

/** Marks these events as unsent, as far as this service has sent them. Returns how many it marked. */
export async function resendEventsById(query: RunSql, ids: readonly string[]): Promise<number> {
  const rows = await query<{ id: string }>(
    `UPDATE outbox SET published_at = NULL
     WHERE id::text = ANY ($1) AND published_at IS NOT NULL AND envelope ? 'data' RETURNING id`,
    [ids],
  );
  if (rows.length > 0) await query('SELECT pg_notify($1, $2)', [OUTBOX_CHANNEL, '']);
  return rows.length;
}
