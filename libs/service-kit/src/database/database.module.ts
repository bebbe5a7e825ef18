import type { DynamicModule } from '@nestjs/common';
import { DomainError, SERVICE_NAMES, type ServiceName } from '@shop/contracts/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { messagingEntities, messagingMigrations } from '@shop/messaging';
import pg, { type Pool, type PoolClient } from 'pg';
import { DataSource, type EntitySchema, type MigrationInterface } from 'typeorm';
import type { ServiceConfig } from '../config.js';
import { migrate } from './migrate.js';
import { SnakeNamingStrategy } from './naming-strategy.js';

export type EntityClass = (new () => object) | EntitySchema;
export type MigrationClass = new () => MigrationInterface;

export interface DatabaseOptions {
  service: ServiceName;
  config: ServiceConfig;
  entities: EntityClass[];
  migrations: MigrationClass[];
}

/** Of a connection that was not free, and of one that was not made in time: pg-pool (3.x, index.js) tells them by words alone. */
const CONNECT_TIMEOUT_MESSAGES = ['timeout exceeded when trying to connect', 'Connection terminated due to connection timeout'];

const isConnectTimeout = (error: unknown): boolean => error instanceof Error && CONNECT_TIMEOUT_MESSAGES.includes(error.message);

/** A statement that takes longer than this is a fault, and is ended by the server. */
const STATEMENT_TIMEOUT_MS = 30_000;

/** A connection takes the database 6 to 25 ms of a core to make, by the machine: one that was just used is kept for the next call, also where calls come seldom. */
const IDLE_TIMEOUT_MS = 60_000;

/** Rejects with SERVICE_BUSY (503) where no connection was free, or could be made, for five seconds. */
export function createDataSource({ service, config, entities, migrations }: DatabaseOptions): DataSource {
  const dataSource = new DataSource({
    type: 'postgres',
    driver: pg, // looked for by its name, it would not be found in a bundle
    url: config.DATABASE_URL,
    applicationName: service,
    entities: [...messagingEntities, ...entities],
    migrations: [...messagingMigrations, ...migrations],
    namingStrategy: new SnakeNamingStrategy(),
    synchronize: false,
    // Cents are bigint columns; the largest (99,999,999.99) is far below 2^53.
    parseInt8: true,
    poolSize: config.DATABASE_POOL,
    connectTimeoutMS: 5_000,
    extra: {
      idleTimeoutMillis: IDLE_TIMEOUT_MS,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS * 4,
    },
    // What fails is logged once, where it is answered.
    logging: false,
  });
  reportBusyDatabase(dataSource, service);
  return dataSource;
}

/** Where TypeORM gets every connection, for queries and transactions alike. */
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
 * A connection that breaks while it is checked out, between two statements, emits an error that nobody hears, and Node ends
 * the process on it. Its next statement rejects anyway, and that is where it is handled.
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

/** TypeORM's module over a data source that is migrated before anything else starts. */
export function databaseModule(options: DatabaseOptions): DynamicModule {
  return TypeOrmModule.forRootAsync({
    useFactory: () => ({ type: 'postgres' as const, retryAttempts: 5, retryDelay: 1_000 }),
    dataSourceFactory: async () => {
      const dataSource = createDataSource(options);
      await dataSource.initialize();
      ignoreIdleConnectionErrors(dataSource);
      await migrate(dataSource);
      return dataSource;
    },
  });
}
