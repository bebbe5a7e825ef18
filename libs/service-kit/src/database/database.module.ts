import type { DynamicModule } from '@nestjs/common';
import type { ServiceName } from '@shop/contracts/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { messagingEntities, messagingMigrations } from '@shop/messaging';
import { DataSource, type EntitySchema, type MigrationInterface } from 'typeorm';
import type { ServiceConfig } from '../config.js';
import { createPgModule } from './database-pool.js';
import { migrate, OutdatedDatabaseError } from './migrate.js';
import { SnakeNamingStrategy } from './naming-strategy.js';

export type EntityClass = (new () => object) | EntitySchema;
export type MigrationClass = new () => MigrationInterface;

export interface DatabaseOptions {
  service: ServiceName;
  config: ServiceConfig;
  entities: EntityClass[];
  migrations: MigrationClass[];
}

/** PostgreSQL cancels a statement that runs longer. */
const STATEMENT_TIMEOUT_MS = 30_000;

/** A new connection costs PostgreSQL 6 to 25 ms of CPU time (measured), so idle connections stay open for a minute. */
const IDLE_TIMEOUT_MS = 60_000;

/** Queries reject with SERVICE_BUSY (503) when no connection is available within five seconds. */
export function createDataSource({ service, config, entities, migrations }: DatabaseOptions): DataSource {
  return new DataSource({
    type: 'postgres',
    driver: createPgModule(service),
    url: config.DATABASE_URL,
    applicationName: service,
    entities: [...messagingEntities, ...entities],
    migrations: [...messagingMigrations, ...migrations],
    namingStrategy: new SnakeNamingStrategy(),
    synchronize: false,
    // Amounts in cents are bigint columns. The largest amount (99,999,999.99) is far below 2^53.
    parseInt8: true,
    poolSize: config.DATABASE_POOL,
    connectTimeoutMS: 5_000,
    extra: {
      idleTimeoutMillis: IDLE_TIMEOUT_MS,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS * 4,
    },
    // ProblemFilter logs errors, once.
    logging: false,
  });
}

/** TypeORM's module. The database is migrated before any other provider starts. */
export function databaseModule(options: DatabaseOptions): DynamicModule {
  return TypeOrmModule.forRootAsync({
    useFactory: () => ({
      type: 'postgres' as const,
      retryAttempts: 5,
      retryDelay: 1_000,
      toRetry: (error) => !(error instanceof OutdatedDatabaseError),
    }),
    dataSourceFactory: async () => {
      const dataSource = createDataSource(options);
      await dataSource.initialize();
      try {
        await migrate(dataSource);
        return dataSource;
      } catch (error) {
        await dataSource.destroy(); // each retry opens a new one
        throw error;
      }
    },
  });
}
