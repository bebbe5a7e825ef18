import type { DataSource } from 'typeorm';

/** Any number, the same in every process: instances of one service started together migrate one after another. */
const MIGRATION_LOCK = 7_241_001;

/** Runs what is pending under an advisory lock of this database. */
export async function migrate(dataSource: DataSource): Promise<void> {
  const lock = dataSource.createQueryRunner();
  await lock.connect();
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await dataSource.runMigrations({ transaction: 'each' });
  } finally {
    await lock.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    await lock.release();
  }
}
