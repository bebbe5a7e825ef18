import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messagingMigrations } from '@shop/messaging';
import { DataSource, type MigrationInterface } from 'typeorm';
import { startPostgres } from '../dev/stack/postgres.ts';
import { withDatabase } from '../ops/shop/addresses.ts';
import { openDatabases, type DatabaseName } from '../ops/shop/databases.ts';

const ROOT = join(import.meta.dirname, '../..');

/** A PostgreSQL of its own, with the databases of services as their migrations create them. */
export class MigratedDatabases {
  private readonly databases: DataSource[] = [];

  private constructor(
    private readonly folder: string,
    private readonly postgres: Awaited<ReturnType<typeof startPostgres>>,
  ) {}

  static async start(): Promise<MigratedDatabases> {
    const folder = mkdtempSync(join(tmpdir(), 'shop-databases-'));
    const postgres = await startPostgres({ folder: join(folder, 'postgres'), logFolder: folder, fast: true });
    await openDatabases(postgres.url);
    return new MigratedDatabases(folder, postgres);
  }

  async open(name: DatabaseName, service: string): Promise<DataSource> {
    const files = globSync(`apps/${service}/src/database/migrations/*.ts`, { cwd: ROOT }).sort();
    const modules = (await Promise.all(files.map((file) => import(join(ROOT, file))))) as Record<
      string,
      new () => MigrationInterface
    >[];
    const database = await new DataSource({
      type: 'postgres',
      url: withDatabase(this.postgres.url, name),
      migrations: [...messagingMigrations, ...modules.flatMap((module) => Object.values(module))],
      migrationsRun: true,
      migrationsTransactionMode: 'each',
    }).initialize();
    this.databases.push(database);
    return database;
  }

  async stop(): Promise<void> {
    for (const database of this.databases) await database.destroy();
    await this.postgres.stop();
    rmSync(this.folder, { recursive: true });
  }
}
