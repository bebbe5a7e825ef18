/**
 * `npm run db:migrate`: runs the pending migrations of all services without starting them. (Services also run their migrations when they
 * start.) Uses the server of DATABASE_URL, else the databases of the data folder; the shop may run or not.
 */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { messagingMigrations } from '@shop/messaging';
import { migrate } from '@shop/service-kit';
import { DataSource, type MigrationInterface } from 'typeorm';
import { openDataFolder } from '../shop/data-folder.ts';
import { type DatabaseName, openDatabases } from '../shop/databases.ts';
import { lockDataFolder } from '../../dev/stack/lock.ts';
import { startPostgres } from '../../dev/stack/postgres.ts';
import { DATABASE_BY_SERVICE } from '../shop/service-databases.ts';
import { PROJECT_ROOT, readSettings } from '../shop/settings.ts';
import { findRunningShop } from '../shop/shop-record.ts';
import { getErrorMessage, StartError } from '../shop/start-error.ts';

type MigrationClass = new () => MigrationInterface;

async function loadMigrations(service: string): Promise<MigrationClass[]> {
  const files = globSync(`apps/${service}/dist/database/migrations/*.js`, { cwd: PROJECT_ROOT }).sort();
  const modules = await Promise.all(
    files.map(
      (file) => import(pathToFileURL(join(PROJECT_ROOT, file)).href) as Promise<Record<string, MigrationClass>>,
    ),
  );
  return modules.flatMap((module) => Object.values(module));
}

async function migrateAll(databases: Record<string, string>, folder?: string): Promise<void> {
  for (const [service, name] of Object.entries<DatabaseName>(DATABASE_BY_SERVICE)) {
    const dataSource = await new DataSource({
      type: 'postgres',
      url: databases[name] ?? '',
      migrations: [...messagingMigrations, ...(await loadMigrations(service))],
    }).initialize();
    try {
      const pending = await dataSource.showMigrations();
      await migrate(dataSource, {
        dataFolder: folder,
        logger: { warn: (sessions: object, message: string) => console.log(message, sessions) },
      });
      console.log(`${name}: ${pending ? 'migrated' : 'up to date'}`);
    } finally {
      await dataSource.destroy();
    }
  }
}

/** Uses DATABASE_SESSION_URL or DATABASE_URL, else the running shop's databases, else starts the PostgreSQL of the data folder. */
async function withDatabases(
  action: (databases: Record<string, string>, folder?: string) => Promise<void>,
): Promise<void> {
  const { dataDir, env, port } = readSettings();
  const url = env.DATABASE_SESSION_URL ?? env.DATABASE_URL;
  if (url) return action(await openDatabases(url));
  const folder = openDataFolder(dataDir);
  const running = findRunningShop(dataDir);
  if (running?.databases) return action(running.databases, dataDir);
  const lock = await lockDataFolder(dataDir, `http://localhost:${port}`);
  try {
    const postgres = await startPostgres({ folder: folder.postgres, logFolder: folder.logs });
    try {
      await action(await openDatabases(postgres.url), dataDir);
    } finally {
      await postgres.stop();
    }
  } finally {
    await lock.release();
  }
}

await withDatabases(migrateAll).catch((error: unknown) => {
  console.error(
    error instanceof StartError ? error.message : `The databases were not all migrated: ${getErrorMessage(error)}`,
  );
  process.exitCode = 1;
});
