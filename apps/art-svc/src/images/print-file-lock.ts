import type { EntityManager } from 'typeorm';

/** Serialises writing and removing of one print file until the transaction ends. */
export async function lockPrintFile(sha256: string, manager: EntityManager): Promise<void> {
  await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`print/${sha256}`]);
}
