import { installJobs } from '@shop/jobs/worker';
import { messagingMigrations } from '@shop/messaging';
import type { DataSource, QueryRunner } from 'typeorm';
import { AuditEntries1763700000000 } from '../audit/migrations/audit-entries.migration.js';

/** Any number, the same in every process: instances of one service that start together migrate one after another. */
const MIGRATION_LOCK = 7_241_001;

/** These are in databases of all versions, so they do not show which version created a database. */
const SHARED_MIGRATIONS = new Set<string>(
  [...messagingMigrations, AuditEntries1763700000000].map((Migration) => new Migration().name),
);

/** Its stack is only its message, so that an uncaught error stays readable. */
export class OutdatedDatabaseError extends Error {
  override readonly name = 'OutdatedDatabaseError';
  constructor() {
    super(
      'This database was created by a version before 1.0.0 and can’t be upgraded. ' +
        'Start with an empty database, or delete the data folder .data of a development shop.',
    );
    this.stack = this.message;
  }
}

/**
 * Runs the pending migrations under an advisory lock of this database.
 * @throws OutdatedDatabaseError, before any change, for a database of a version before 1.0.0.
 */
export async function migrate(dataSource: DataSource): Promise<void> {
  const lock = dataSource.createQueryRunner();
  await lock.connect();
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await assertUpgradable(lock, listMigrationNames(dataSource));
    // First, because migrations may add jobs.
    await installJobs({ url: (dataSource.options as { url: string }).url });
    await dataSource.runMigrations({ transaction: 'each' });
  } finally {
    await lock.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    await lock.release();
  }
}

/** In the order in which TypeORM runs them: by the timestamp at the end of the name. */
const listMigrationNames = (dataSource: DataSource): string[] =>
  dataSource.migrations
    .map((migration) => migration.name ?? migration.constructor.name)
    .sort((one, other) => Number(one.slice(-13)) - Number(other.slice(-13)));

/**
 * A newer version may have migrated the database already and is fine: during an upgrade both versions run side by side. Such a
 * database has the service's first migration; one of a version before 1.0.0 has others instead.
 */
async function assertUpgradable(runner: QueryRunner, migrations: readonly string[]): Promise<void> {
  const first = migrations.find((name) => !SHARED_MIGRATIONS.has(name));
  const applied = await listAppliedMigrations(runner);
  const hasUnknown = applied.some((name) => !migrations.includes(name));
  if (first !== undefined && hasUnknown && !applied.includes(first)) throw new OutdatedDatabaseError();
}

async function listAppliedMigrations(runner: QueryRunner): Promise<string[]> {
  const [table] = (await runner.query(`SELECT to_regclass('migrations') AS name`)) as { name: string | null }[];
  if (!table?.name) return [];
  const rows = (await runner.query('SELECT name FROM migrations')) as { name: string }[];
  return rows.map(({ name }) => name);
}
