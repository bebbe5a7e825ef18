import type { ServiceName } from '@shop/contracts-common';
import { getSessionUrl, readMigrateConfig } from './config.js';
import { createDataSource, type MigrationClass } from './database/database.module.js';
import { migrate } from './database/migrate.js';
import { storeSessionDefaults } from './database/session-defaults.js';
import { createLogger } from './logger.js';

/** The exit codes of a shell, so that an orchestrator does not take an interrupted run for a complete one. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143 };

/**
 * `dist/migrate.js` of a service: runs its pending migrations and ends, with exit code 1 if one failed. It needs DATABASE_URL, and
 * DATABASE_SESSION_URL if that leads through a pooler.
 * Processes that migrate the same database run one after another.
 */
export async function runMigrateCommand(service: ServiceName, migrations: MigrationClass[]): Promise<void> {
  const config = readMigrateConfig(service);
  const logger = createLogger(service, config);
  // The first process of a container ignores signals without a handler. What runs is rolled back, and the next run repeats it.
  for (const [signal, code] of Object.entries(SIGNALS))
    process.once(signal, () => {
      logger.warn({ signal }, 'The migrations are interrupted');
      process.exit(code);
    });
  const sessionUrl = getSessionUrl(config);
  const dataSource = createDataSource({ service, config: { DATABASE_URL: sessionUrl }, entities: [], migrations });
  try {
    await storeSessionDefaults(sessionUrl);
    await dataSource.initialize();
    const isPending = await dataSource.showMigrations();
    await migrate(dataSource, { logger });
    logger.info(isPending ? 'The database is migrated' : 'The database has all migrations');
  } catch (error) {
    logger.fatal({ err: error }, 'The migrations failed');
    process.exitCode = 1;
  } finally {
    if (dataSource.isInitialized) await dataSource.destroy();
  }
}
