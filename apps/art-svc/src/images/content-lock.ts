import type { EntityManager } from 'typeorm';

/** Whoever writes or removes the file of this content waits until the other's transaction has ended. */
export async function lockContent(sha256: string, manager: EntityManager): Promise<void> {
  await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`print/${sha256}`]);
}
