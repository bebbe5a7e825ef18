import { resolve } from 'node:path';
import { installJobs } from '@shop/jobs/worker';
import type { InitialMigration } from '@shop/messaging';
import pRetry from 'p-retry';
import { DataSource, type DataSourceOptions, QueryFailedError, type QueryRunner } from 'typeorm';

import { findLockHolders, findLongTransactions, type SessionHolder } from './session-holders.js';
import { assertSessionsAt } from './shared-sessions.js';

/** Any number, the same in every process: instances of one service that start together migrate one after another. */
const MIGRATION_LOCK = 7_241_001;

/** Its stack is only its message, so that an uncaught error stays readable. */
export class OutdatedDatabaseError extends Error {
  override readonly name = 'OutdatedDatabaseError';
  constructor(message: string) {
    super(message);
    this.stack = message;
  }
}

/** A backfill of a large table takes longer than any other statement may. */
const STATEMENT_TIMEOUT_MS = 60 * 60_000;

/** While a migration waits for a table, all later statements on it wait behind it. So it gives way, and tries again. */
const LOCK_TIMEOUT_MS = 3_000;
const LOCK_RETRY_MS = 2_000;
const LOCK_RETRIES = 100;

/** https://www.postgresql.org/docs/17/errcodes-appendix.html */
const LOCK_NOT_AVAILABLE = '55P03';

export interface MigrateOptions {
  /** Without a pooler in between. Default: the address of the data source. */
  sessionUrl?: string;
  /** Contains the database, if the shop runs its own PostgreSQL. */
  dataFolder?: string;
  /** Gets a warning for each wait, with the sessions that are waited for. */
  logger?: { warn(fields: { sessions: SessionHolder[] } | { missing: string[] }, message: string): void };
}

/**
 * Runs the pending migrations, one process of this database at a time; the others wait. Each migration has its own transaction, unless
 * it sets `transaction = false`, as one with CREATE INDEX CONCURRENTLY has to.
 * @throws OutdatedDatabaseError, before any change, for a database with another edition of the first migrations.
 * @throws SharedSessionsError, before any change, behind a pooler without sessions.
 */
export async function migrate(
  { options }: DataSource,
  { sessionUrl, dataFolder, logger }: MigrateOptions = {},
): Promise<void> {
  const url = sessionUrl ?? (options as { url: string }).url;
  await assertSessionsAt(url);
  const dataSource = new DataSource({
    ...options,
    url,
    poolSize: 2,
    extra: { statement_timeout: STATEMENT_TIMEOUT_MS, lock_timeout: LOCK_TIMEOUT_MS },
  } as DataSourceOptions);
  await dataSource.initialize();
  const lock = dataSource.createQueryRunner();
  try {
    await takeTurn(lock, logger);
    await assertNotOutdated(lock, dataSource, dataFolder);
    // First, because migrations may add jobs.
    await installJobs({ url: withStatementTimeout(url) });
    await pRetry(() => dataSource.runMigrations({ transaction: 'each' }), {
      retries: LOCK_RETRIES,
      minTimeout: LOCK_RETRY_MS,
      factor: 1,
      shouldRetry: async ({ error }) => {
        if (!isLockTimeout(error)) return false;
        const sessions = await findLongTransactions(lock, LOCK_TIMEOUT_MS);
        logger?.warn({ sessions }, 'A migration waits for a table that open transactions use');
        return true;
      },
    });
  } finally {
    await lock.release();
    await dataSource.destroy(); // closes the session, which ends the advisory lock
  }
}

/** The driver reads the limit from the address too. */
function withStatementTimeout(address: string): string {
  const url = new URL(address);
  url.searchParams.set('statement_timeout', String(STATEMENT_TIMEOUT_MS));
  return url.href;
}

const isLockTimeout = (error: unknown): boolean =>
  error instanceof QueryFailedError && (error.driverError as { code?: string }).code === LOCK_NOT_AVAILABLE;

/** Attempts of one second each. */
const ATTEMPTS_BETWEEN_LOGS = 5;

/**
 * Asks for the advisory lock every second. A statement that waits for it would have a snapshot, and CREATE INDEX CONCURRENTLY of the
 * process that migrates waits for all older snapshots.
 */
async function takeTurn(runner: QueryRunner, logger: MigrateOptions['logger']): Promise<void> {
  const tryLock = async (): Promise<void> => {
    const [row] = (await runner.query('SELECT pg_try_advisory_lock($1) AS taken', [MIGRATION_LOCK])) as [
      { taken: boolean },
    ];
    if (!row.taken) throw new AnotherProcessMigrates();
  };
  await pRetry(tryLock, {
    retries: Number.POSITIVE_INFINITY,
    minTimeout: 1_000,
    factor: 1,
    shouldRetry: async ({ error, attemptNumber }) => {
      if (!(error instanceof AnotherProcessMigrates)) return false;
      if (attemptNumber % ATTEMPTS_BETWEEN_LOGS === 0) {
        const sessions = await findLockHolders(runner, MIGRATION_LOCK);
        logger?.warn({ sessions }, 'The start waits until another process has migrated the database');
      }
      return true;
    },
  });
}

class AnotherProcessMigrates extends Error {}

/**
 * A database that a newer version has migrated is fine: during an upgrade both versions run side by side. It has the first migrations
 * of this version, and an outdated one has other editions of them.
 */
async function isOutdated(runner: QueryRunner, { migrations }: DataSource): Promise<boolean> {
  const applied = await listAppliedMigrations(runner);
  const names = migrations.map(({ name }) => name);
  const initial = migrations.filter((migration) => (migration as Partial<InitialMigration>).isInitial);
  return applied.some((name) => !names.includes(name)) && !initial.every(({ name }) => applied.includes(name ?? ''));
}

/** @throws OutdatedDatabaseError */
export async function assertNotOutdated(
  runner: QueryRunner,
  dataSource: DataSource,
  dataFolder: string | undefined,
): Promise<void> {
  if (!(await isOutdated(runner, dataSource))) return;
  const [row] = (await runner.query('SELECT current_database() AS name')) as [{ name: string }];
  const renamed = dataFolder ? `the data folder ${resolve(dataFolder)}` : 'it';
  throw new OutdatedDatabaseError(
    `The database ${row.name} is from an older development version: rename ${renamed} and start again.`,
  );
}

/** The migrations of this build that the database lacks, in the order of execution. */
export async function listMissingMigrations(runner: QueryRunner, { migrations }: DataSource): Promise<string[]> {
  const applied = new Set(await listAppliedMigrations(runner));
  return migrations.map(({ name }) => name ?? '').filter((name) => !applied.has(name));
}

async function listAppliedMigrations(runner: QueryRunner): Promise<string[]> {
  const [table] = (await runner.query(`SELECT to_regclass('migrations') AS name`)) as { name: string | null }[];
  if (!table?.name) return [];
  const rows = (await runner.query('SELECT name FROM migrations')) as { name: string }[];
  return rows.map(({ name }) => name);
}
