import type { DataSource } from 'typeorm';

export interface DeadEmail {
  id: string;
  template: string;
  recipient: string;
  attempts: number;
  reason: string;
  diedAt: Date;
}

export const DEAD_LIMIT = 1_000;

/** Emails that were refused permanently or could not be rendered, newest first, at most DEAD_LIMIT. */
export const listDeadEmails = (support: DataSource): Promise<DeadEmail[]> =>
  support.query<DeadEmail[]>(
    `SELECT id, template, recipient, attempts, COALESCE(reason, '') AS reason, ended_at AS "diedAt" FROM emails WHERE status = 'dead' ORDER BY ended_at DESC, id LIMIT $1`,
    [DEAD_LIMIT],
  );

const REPLAY = `
  UPDATE emails SET status = 'waiting', attempts = 0, due_at = now(), ended_at = NULL, created_at = now()
  WHERE status = 'dead' AND (expires_at IS NULL OR expires_at > now()) AND (cardinality($1::uuid[]) = 0 OR id = ANY ($1::uuid[])) RETURNING id`;

/**
 * Queues the dead emails with these ids again, or all where `ids` is empty. Expired emails stay dead. Returns the queued ids. support-svc sends them
 * within a minute.
 */
export async function replayDeadEmails(support: DataSource, ids: readonly string[]): Promise<string[]> {
  const [replayed] = await support.query<[{ id: string }[], number]>(REPLAY, [ids]);
  return replayed.map(({ id }) => id);
}
