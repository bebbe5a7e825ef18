import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Container } from './container.ts';

/** While another process migrates, the command waits for this lock. */
const HOLD_LOCK = 'SELECT pg_advisory_lock(7241001)';
const IS_WAITING = `
  SELECT FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE '%pg_try_advisory_lock%'`;

const START_MS = 30_000;

/** Sends SIGTERM to a container that migrates this database, in the middle of its work. Returns its exit code. */
export async function interruptMigration(database: string, start: () => Promise<Container>): Promise<number> {
  const holder = new pg.Client({ connectionString: database });
  await holder.connect();
  let container: Container | undefined;
  try {
    await holder.query(HOLD_LOCK);
    container = await start();
    const deadline = Date.now() + START_MS;
    while ((await holder.query(IS_WAITING)).rowCount === 0) {
      if (Date.now() > deadline) throw new Error('It does not migrate');
      await delay(50);
    }
    await container.kill('SIGTERM');
    return await Promise.race([container.ended, delay(START_MS, undefined, { ref: false }).then(() => -1)]);
  } finally {
    await container?.remove();
    await holder.end();
  }
}
