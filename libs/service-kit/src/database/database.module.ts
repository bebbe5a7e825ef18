import type { DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DomainError, SERVICE_NAMES, type ServiceName } from '@shop/contracts-common';
import { messagingEntities, messagingMigrations } from '@shop/messaging';
import { withSpan } from '@shop/tracing';
import type { Logger } from 'pino';
import pg, { type PoolClient, type PoolConfig } from 'pg';
import { DataSource, DefaultNamingStrategy, type EntitySchema, type MigrationInterface } from 'typeorm';
import { getSessionUrl, type ServiceConfig } from '../config.js';
import { FailedStatements } from './database-state.js';
import { migrate, OutdatedDatabaseError } from './migrate.js';
import { checkSessionDefaults, storeSessionDefaults } from './session-defaults.js';
import { assertSessionsAt, SharedSessionsError } from './shared-sessions.js';
import type { StartProgress } from './start-progress.js';
import { waitForMigrations } from './wait-for-migrations.js';

const snake = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();

/** `unitPriceCents` → `unit_price_cents`. */
export class SnakeNamingStrategy extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string | undefined, prefixes: string[]): string {
    return snake([...prefixes, customName ?? propertyName].join('_'));
  }
}

type ConnectCallback = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (release?: unknown) => void,
) => void;

/** Messages of the two timeout errors of pg-pool 3.x (index.js): no free connection, and no new connection in time. They have no code. */
const CONNECT_TIMEOUT_MESSAGES = [
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
];

function toBusyError(service: ServiceName, error: Error): Error {
  if (!CONNECT_TIMEOUT_MESSAGES.includes(error.message)) return error;
  return new DomainError(
    'SERVICE_BUSY',
    'unavailable',
    `${SERVICE_NAMES[service]} is very busy right now. Please try again in a moment.`,
    { cause: error },
  );
}

/** pg's module for TypeORM's option `driver`, with the pools that TypeORM creates. */
export type PgModule = typeof pg & { readonly pools: Set<pg.Pool> };

/** The module's pool rejects with SERVICE_BUSY (503) when no connection is available in time. */
export function createPgModule(service: ServiceName): PgModule {
  const pools = new Set<pg.Pool>();
  class DatabasePool extends pg.Pool {
    constructor(config?: PoolConfig) {
      super(config);
      pools.add(this);
      // A connection that breaks between two statements emits `error`, which would end the process. The next statement rejects anyway.
      this.on('connect', (client) => client.on('error', () => undefined));
    }

    override connect(): Promise<PoolClient>;
    override connect(callback: ConnectCallback): void;
    override connect(callback?: ConnectCallback): Promise<PoolClient> | void {
      if (callback)
        return super.connect((error, client, release) =>
          callback(error && toBusyError(service, error), client, release),
        );
      return super.connect().catch((error: Error) => {
        throw toBusyError(service, error);
      });
    }
  }
  return { ...pg, Pool: DatabasePool, pools };
}

/** The connection pools of a data source of `createDataSource`. */
export function getPools({ options }: DataSource): pg.Pool[] {
  const driver = options.type === 'postgres' ? (options.driver as PgModule | undefined) : undefined;
  return [...(driver?.pools ?? [])];
}

export type EntityClass = (new () => object) | EntitySchema;
export type MigrationClass = new () => MigrationInterface;

export interface DatabaseOptions {
  service: ServiceName;
  config: ServiceConfig;
  entities: EntityClass[];
  migrations: MigrationClass[];
  /** For what delays the start. */
  logger: Logger;
}

/** What `createDataSource` reads of them. */
type DataSourceOptions = Omit<DatabaseOptions, 'config' | 'logger'> & {
  config: Pick<ServiceConfig, 'DATABASE_URL'> & Partial<Pick<ServiceConfig, 'DATABASE_POOL'>>;
};

/** A new connection costs PostgreSQL 6 to 25 ms of CPU time (measured), so idle connections stay open for a minute. */
const IDLE_TIMEOUT_MS = 60_000;

/**
 * Its connections may lead through PgBouncer in transaction mode: they send no parameters that it refuses, and nothing of a session is used.
 * `storeSessionDefaults` limits their statements. Queries reject with SERVICE_BUSY (503) when no connection is available within five seconds.
 */
export function createDataSource({ service, config, entities, migrations }: DataSourceOptions): DataSource {
  const dataSource = new DataSource({
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
    extra: { idleTimeoutMillis: IDLE_TIMEOUT_MS },
    logger: new FailedStatements(),
  });
  traceTransactions(dataSource);
  return dataSource;
}

/** Each transaction of a request, an event or a job is a span. */
function traceTransactions({ manager }: DataSource): void {
  const attributes = { 'db.system.name': 'postgresql' };
  const transaction = manager.transaction.bind(manager) as (...args: unknown[]) => Promise<unknown>;
  manager.transaction = (...args: unknown[]) =>
    withSpan('transaction', { kind: 'client', attributes }, () => transaction(...args));
}

/** TypeORM's module. The database is migrated before any other provider starts: by this process, or with MIGRATIONS=wait by another. */
export function databaseModule(options: DatabaseOptions, progress: StartProgress): DynamicModule {
  return TypeOrmModule.forRootAsync({
    useFactory: () => ({
      type: 'postgres' as const,
      retryAttempts: 5,
      retryDelay: 1_000,
      toRetry: (error) => !(error instanceof OutdatedDatabaseError || error instanceof SharedSessionsError),
    }),
    dataSourceFactory: async () => {
      await storeSessionDefaults(getSessionUrl(options.config)); // before the pool opens its first session
      const dataSource = createDataSource(options);
      await dataSource.initialize();
      try {
        await checkSessionDefaults(dataSource, options.logger);
        await awaitSchema(dataSource, options, progress);
        return dataSource;
      } catch (error) {
        await dataSource.destroy(); // each retry opens a new one
        throw error;
      }
    },
  });
}

async function awaitSchema(
  dataSource: DataSource,
  { config, logger }: DatabaseOptions,
  progress: StartProgress,
): Promise<void> {
  const options = { sessionUrl: getSessionUrl(config), dataFolder: config.DATABASE_FOLDER, logger };
  progress.waitsFor = 'Migrations run';
  if (config.MIGRATIONS === 'start') await migrate(dataSource, options);
  else {
    await assertSessionsAt(options.sessionUrl); // `migrate` does so too
    await waitForMigrations(dataSource, {
      ...options,
      onMissing: (names) => (progress.waitsFor = `Another process must run the migrations ${names.join(', ')}`),
    });
  }
  progress.waitsFor = 'The service starts';
}
