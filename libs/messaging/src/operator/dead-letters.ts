import type { EventEnvelope } from '@shop/contracts-common';

/** Runs one statement on a service's database. */
export type RunSql = <Row>(sql: string, values: unknown[]) => Promise<Row[]>;

/** A message that its service could not handle. */
export interface NewDeadLetter {
  eventId: string;
  type: string;
  subject: string;
  /** The envelope, or what came in its place. */
  content: unknown;
  reason: string;
  attempts: number;
}

export interface DeadLetter extends NewDeadLetter {
  diedAt: Date;
}

const withoutNul = (text: string): string => text.replaceAll('\0', '');

/** An event that fails again after its replay is a dead letter again. */
export async function storeDeadLetter(
  query: RunSql,
  { eventId, type, subject, content, reason, attempts }: NewDeadLetter,
): Promise<void> {
  await query(
    `INSERT INTO dead_letters (event_id, type, subject, content, reason, attempts) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (event_id) DO UPDATE
     SET reason = excluded.reason, attempts = excluded.attempts, died_at = excluded.died_at, resolved_at = NULL`,
    [eventId, type, withoutNul(subject), JSON.stringify(content), withoutNul(reason), attempts],
  );
}

/** Unresolved dead letters, oldest first. */
export function listDeadLetters(query: RunSql, limit: number): Promise<DeadLetter[]> {
  return query<DeadLetter>(
    `SELECT event_id AS "eventId", type, subject, content, reason, attempts, died_at AS "diedAt"
     FROM dead_letters WHERE resolved_at IS NULL ORDER BY died_at, event_id LIMIT $1`,
    [limit],
  );
}

export async function countUnresolved(query: RunSql): Promise<number> {
  const [row] = await query<{ count: number }>(
    'SELECT count(*)::int AS count FROM dead_letters WHERE resolved_at IS NULL',
    [],
  );
  return row?.count ?? 0;
}

/**
 * Sends unresolved dead letters with `send`, all or those of the given ids, oldest first. One that was sent is resolved, unless it has
 * failed again in between. A replay that ends early sends at most one event twice, and the inbox applies it once.
 */
export async function replayDeadLetters(
  query: RunSql,
  send: (type: string, content: EventEnvelope) => Promise<void>,
  eventIds?: readonly string[],
): Promise<number> {
  const chosen = await query<{ id: string; type: string; content: EventEnvelope; diedAt: string }>(
    `SELECT event_id AS id, type, content, died_at::text AS "diedAt" FROM dead_letters
     WHERE resolved_at IS NULL AND ($1::uuid[] IS NULL OR event_id = ANY ($1::uuid[])) ORDER BY died_at, event_id`,
    [eventIds ?? null],
  );
  for (const { id, type, content, diedAt } of chosen) {
    await send(type, content);
    await query('UPDATE dead_letters SET resolved_at = now() WHERE event_id = $1 AND died_at = $2', [id, diedAt]);
  }
  return chosen.length;
}
