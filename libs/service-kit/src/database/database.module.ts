import type { DynamicModule } from '@nestjs/common';
import { DomainError, SERVICE_NAMES, type ServiceName } from '@shop/contracts/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { messagingEntities, messagingMigrations } from '@shop/messaging';
import pg, { type Pool, type PoolClient } from 'pg';
import { DataSource, type EntitySchema, type MigrationInterface } from 'typeorm';
import type { ServiceConfig } from '../config.js';
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

/** Messages of the two timeout errors of pg-pool 3.x (index.js): no free connection, and no new connection in time. They have no code. */
const CONNECT_TIMEOUT_MESSAGES = [
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
];

const isConnectTimeout = (error: unknown): boolean =>
  error instanceof Error && CONNECT_TIMEOUT_MESSAGES.includes(error.message);

/** PostgreSQL cancels a statement that runs longer. */
const STATEMENT_TIMEOUT_MS = 30_000;

/** A new connection costs PostgreSQL 6 to 25 ms of CPU time (measured), so idle connections stay open for a minute. */
const IDLE_TIMEOUT_MS = 60_000;

/** Queries reject with SERVICE_BUSY (503) when no connection is available within five seconds. */
export function createDataSource({ service, config, entities, migrations }: DatabaseOptions): DataSource {
  const dataSource = new DataSource({
    type: 'postgres',
    driver: pg, // TypeORM would load it by name, which fails in a bundle
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
  reportBusyDatabase(dataSource, service);
  return dataSource;
}

/** Patches the driver method through which TypeORM obtains every connection, for queries and for transactions. */
function reportBusyDatabase(dataSource: DataSource, service: ServiceName): void {
  const driver = dataSource.driver as unknown as { obtainMasterConnection(): Promise<unknown> };
  const obtainConnection = driver.obtainMasterConnection.bind(driver);
  driver.obtainMasterConnection = () =>
    obtainConnection().catch((error: unknown) => {
      throw isConnectTimeout(error)
        ? new DomainError(
            'SERVICE_BUSY',
            'unavailable',
            `${SERVICE_NAMES[service]} is very busy right now. Please try again in a moment.`,
            { cause: error },
          )
        : error;
    });
}

/**
 * A checked-out connection that breaks between two statements emits an `error` event. Without a listener, Node ends the process.
 * The next statement on the connection rejects anyway, so the event itself needs no handling.
 */
function ignoreIdleConnectionErrors(dataSource: DataSource): void {
  const pool = (dataSource.driver as unknown as { master: Pool }).master;
  const withListener = new WeakSet<PoolClient>();
  pool.on('acquire', (client) => {
    if (withListener.has(client)) return;
    withListener.add(client);
    client.on('error', () => undefined);
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
      ignoreIdleConnectionErrors(dataSource);
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
