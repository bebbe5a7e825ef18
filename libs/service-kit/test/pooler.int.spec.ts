import { Inject, Injectable, Module, type DynamicModule } from '@nestjs/common';
import {
  CONFIG,
  checkSessionDefaults,
  countConnections,
  createDataSource,
  describeConnections,
  getSessionUrl,
  LOGGER,
  parseEnvironment,
  RowChangeListener,
  ServiceModule,
  serviceEnvSchema,
  SESSION_DEFAULTS,
  storeSessionDefaults,
  type ServiceConfig,
} from '@shop/service-kit';
import { createTestTransport, startTestService, testConfig, type TestService } from '@shop/testing';
import { createTestDatabase, waitFor, type TestDatabase } from '@shop/testing-database';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { SharingPooler } from './support/sharing-pooler.js';
import { StrictPooler } from './support/strict-pooler.js';

@Injectable()
class RowSignals extends RowChangeListener {
  constructor(@Inject(CONFIG) config: ServiceConfig, @Inject(LOGGER) logger: Logger) {
    super({ sessionUrl: getSessionUrl(config), channel: 'rows', logger });
  }
}

@Module({ providers: [RowSignals] })
class AppModule {
  static with(config: ServiceConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [ServiceModule.forRoot({ service: 'order-svc', events: [], config, entities: [], migrations: [] })],
    };
  }
}

const POOL = 3;

/** Sessions that are always open. */
const DIRECT = { 'job locks': 1, 'listen shop_outbox': 1, 'listen rows': 1 };

describe('behind a pooler that refuses parameters of a connection', () => {
  const transport = createTestTransport();
  let database: TestDatabase;
  let pooler: StrictPooler;
  const openPool = (): Promise<DataSource> =>
    createDataSource({
      service: 'order-svc',
      config: { DATABASE_URL: pooler.url(database.url) },
      entities: [],
      migrations: [],
    }).initialize();

  /** By the name that each has. */
  async function countSessions(): Promise<Record<string, number>> {
    const rows = await database.query<{ kind: string; count: number }>(
      `SELECT application_name AS kind, count(*)::int FROM pg_stat_activity
       WHERE datname = current_database() AND application_name <> '' GROUP BY 1`,
    );
    return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
  }

  beforeAll(() => transport.open());
  afterAll(() => transport.close());
  beforeEach(async () => {
    database = await createTestDatabase();
    pooler = await StrictPooler.listenFor(database.url);
  });
  afterEach(async () => {
    pooler.close();
    await database.drop();
  });

  it('a service has only its pool there, with limited statements; what needs a session is direct, and no more than it says', async () => {
    const env = { DATABASE_URL: pooler.url(database.url), DATABASE_POOL: String(POOL), SCHEDULES_ENABLED: 'true' };
    const config = testConfig((values) => parseEnvironment('order-svc', serviceEnvSchema, values), {
      database,
      transport,
      env,
    });
    const service: TestService = await startTestService(AppModule.with(config));
    try {
      await waitFor(async () => expect(await countSessions()).toMatchObject(DIRECT));
      const dataSource = service.get(DataSource);
      const settings = await Promise.all(
        Array.from({ length: POOL * 3 }, () =>
          dataSource.query<object[]>(
            `SELECT current_setting('statement_timeout') AS statement_timeout, current_setting('jit') AS jit,
               current_setting('idle_in_transaction_session_timeout') AS idle_in_transaction_session_timeout FROM pg_sleep(0.05)`,
          ),
        ),
      );
      expect(settings.flat()).toEqual(settings.map(() => SESSION_DEFAULTS));
      expect(pooler.refused).toEqual([]);
      expect(new Set(pooler.applications)).toEqual(new Set(['order-svc']));

      const connections = countConnections(service.app);
      expect(connections).toEqual({ queries: POOL, jobs: 4, locks: 1, listen: 2, events: 9 });
      expect(describeConnections({ ...connections, events: 0 })).toBe(
        'Opens at most 10 connections to PostgreSQL: 3 for queries (DATABASE_POOL), 4 for jobs, 1 for locks, 2 for LISTEN',
      );
      const open = await countSessions();
      expect(open).toEqual({ ...DIRECT, 'order-svc': POOL, jobs: expect.any(Number) });
      expect(open['jobs']).toBeLessThanOrEqual(connections.jobs);
    } finally {
      await service.stop();
    }
  });

  it.each(['start', 'wait'])(
    'a start without an address for sessions is refused with what to do, with MIGRATIONS=%s',
    async (mode) => {
      const sharing = await SharingPooler.listen();
      const env = { DATABASE_SESSION_URL: sharing.url, MIGRATIONS: mode };
      const config = testConfig((values) => parseEnvironment('order-svc', serviceEnvSchema, values), {
        database,
        transport,
        env,
      });
      await expect(startTestService(AppModule.with(config))).rejects.toThrow('set DATABASE_SESSION_URL');
      sharing.close();
    },
  );

  it('a statement that takes longer than its limit is cancelled', async () => {
    await storeSessionDefaults(database.url, { ...SESSION_DEFAULTS, statement_timeout: '100ms' });
    const pool = await openPool();
    const error: unknown = await pool.query('SELECT pg_sleep(60)').catch((reason: unknown) => reason);
    await pool.destroy();
    expect(error).toMatchObject({ driverError: { code: '57014' } });
  });

  it('processes that start at once store the limits together, and a pool without limits is named', async () => {
    const warnings: string[] = [];
    const logger = { warn: (message: string) => void warnings.push(message) } as unknown as Logger;
    const early = await openPool();
    await Promise.all(Array.from({ length: 5 }, () => storeSessionDefaults(database.url)));
    const late = await openPool();
    await checkSessionDefaults(late, logger);
    expect(warnings).toEqual([]);
    await checkSessionDefaults(early, logger);
    expect(warnings).toEqual([expect.stringMatching(/^Statements have no time limit\. Use the same role/)]);
    await Promise.all([early.destroy(), late.destroy()]);
  });
});
