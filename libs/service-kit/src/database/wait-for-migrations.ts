import { setTimeout as delay } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { assertNotOutdated, listMissingMigrations, type MigrateOptions } from './migrate.js';

const POLL_INTERVAL_MS = 1_000;
const POLLS_BETWEEN_LOGS = 15;

/**
 * Resolves once the database has all migrations of this build, which another process runs (`dist/migrate.js`). It changes nothing.
 * `onMissing` gets the names of those that are missing, at each look.
 * @throws OutdatedDatabaseError for a database with another edition of the first migrations.
 */
export async function waitForMigrations(
  dataSource: DataSource,
  { dataFolder, logger, onMissing }: MigrateOptions & { onMissing: (names: readonly string[]) => void },
): Promise<void> {
  for (let polls = 0; ; polls += 1) {
    const runner = dataSource.createQueryRunner();
    try {
      await assertNotOutdated(runner, dataSource, dataFolder);
      const missing = await listMissingMigrations(runner, dataSource);
      if (missing.length === 0) return;
      onMissing(missing);
      if (polls % POLLS_BETWEEN_LOGS === 0)
        logger?.warn({ missing }, 'The start waits until another process has migrated the database');
    } finally {
      await runner.release();
    }
    await delay(POLL_INTERVAL_MS);
  }
}
