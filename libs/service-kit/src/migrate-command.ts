import type { ServiceName } from '@shop/contracts-common';
import { readMigrateConfig } from './config.js';
import { createDataSource, type MigrationClass } from './database/database.module.js';
import { migrate } from './database/migrate.js';
import { createLogger } from './logger.js';

/**
 * `dist/migrate.js` of a service: runs its pending migrations and ends, with exit code 1 if one failed. It needs DATABASE_URL only.
 * Processes that migrate the same database run one after another.
 */
export async function runMigrateCommand(service: ServiceName, migrations: MigrationClass[]): Promise<void> {
  const config = readMigrateConfig(service);
  const logger = createLogger(service, config);
  const dataSource = createDataSource({ service, config, entities: [], migrations });
  try {
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
