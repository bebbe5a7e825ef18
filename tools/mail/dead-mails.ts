import type { DataSource } from 'typeorm';

export interface DeadMail {
  id: string;
  letter: string;
  recipient: string;
  attempts: number;
  reason: string;
  diedAt: Date;
}

/** Newest first. */
export const DEAD_LIMIT = 1_000;
export const listDead = (support: DataSource): Promise<DeadMail[]> =>
  support.query<DeadMail[]>(
    `SELECT id, template, recipient, attempts, COALESCE(reason, '') AS reason, ended_at AS "diedAt" FROM emails WHERE status = 'dead' ORDER BY ended_at DESC, id LIMIT $1`,
    [DEAD_LIMIT],
  );

const REPLAY = `
  UPDATE emails SET status = 'waiting', attempts = 0, due_at = now(), ended_at = NULL, created_at = now()
  WHERE status = 'dead' AND (expires_at IS NULL OR expires_at > now()) AND (cardinality($1::uuid[]) = 0 OR id = ANY ($1::uuid[])) RETURNING id`;

/** Hands them out again: those named, else all. A link that has run out stays dead. Returns which went back. */
export async function replayDead(support: DataSource, ids: readonly string[]): Promise<string[]> {
  return support.transaction(async (manager) => {
    const [replayed] = await manager.query<[{ id: string }[], number]>(REPLAY, [ids]);
    await manager.query(`SELECT pg_notify('emails', '')`);
    return replayed.map(({ id }) => id);
  });
}
