import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { Module, type DynamicModule } from '@nestjs/common';
import {
  createDataSource,
  migrate,
  parseEnvironment,
  ServiceModule,
  serviceEnvSchema,
  startService,
  type MigrationClass,
  type ServiceConfig,
} from '@shop/service-kit';
import { createTestTransport, LateReader, testConfig, waitFor } from '@shop/testing';
import { createTestDatabase, type TestDatabase } from '@shop/testing-database';
import pg from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';

class AddGifts implements MigrationInterface {
  readonly name = 'AddGifts1900000000000';
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE gifts (id int)');
  }
  down(): Promise<void> {
    return Promise.reject(new Error('not used'));
  }
}
const migrations: MigrationClass[] = [AddGifts];

@Module({})
class AppModule {
  static with(config: ServiceConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [ServiceModule.forRoot({ service: 'order-svc', events: [], config, entities: [], migrations })],
    };
  }
}

async function findFreePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return String(port);
}

/** More than the system's buffers take: a server that does not read it breaks the connection before the client has the answer. */
const UPLOAD_BYTES = 5_000_000;

const readConfig = (env: NodeJS.ProcessEnv) => parseEnvironment('order-svc', serviceEnvSchema, env);

describe('a service that starts', () => {
  const transport = createTestTransport();
  let database: TestDatabase;
  let url: string;
  let config: (env?: Record<string, string>) => ServiceConfig;

  beforeAll(() => transport.open());
  afterAll(() => transport.close());
  beforeEach(async () => {
    database = await createTestDatabase();
    const port = await findFreePort();
    url = `http://127.0.0.1:${port}`;
    config = (env) => testConfig(readConfig, { database, transport, env: { PORT: port, ...env } });
  });
  afterEach(() => database.drop());

  const readReadiness = async (): Promise<[number, unknown]> => {
    const response = await fetch(`${url}/readyz`);
    return [response.status, await response.json()];
  };

  it('is alive and not ready while migrations run, and serves nothing else', async () => {
    const holder = new pg.Client({ connectionString: database.url });
    await holder.connect();
    await holder.query('SELECT pg_advisory_lock(7241001)');
    const started = startService(AppModule.with(config()));
    await waitFor(async () => expect(await readReadiness()).toEqual([503, { ready: false, reason: 'Migrations run' }]));
    const alive = await fetch(`${url}/healthz`);
    expect([alive.status, await alive.json()]).toEqual([200, { status: 'up', version: 'development' }]);
    const post = (): Promise<LateReader> => LateReader.startPost(new URL('/api/orders', url), UPLOAD_BYTES);
    const [stalled, upload] = [await post(), await post()];
    expect(await upload.finish()).toMatch(/^HTTP\/1\.1 503 .*\nretry-after: 5\r\n/s);
    for (const method of ['GET', 'POST']) {
      const { status, headers } = await fetch(`${url}/api/orders`, { method });
      expect([status, headers.get('retry-after'), headers.get('x-error-code')]).toEqual([
        503,
        '5',
        'SERVICE_RESTARTING',
      ]);
    }
    await holder.end();
    const service = await started;
    expect(await readReadiness()).toEqual([200, { ready: true }]);
    expect((await fetch(`${url}/api/orders`)).status).toBe(404);
    await stalled.waitForEnd();
    await service.close();
  }, 30_000);

  it('with MIGRATIONS=wait says which are missing, changes nothing, and is ready once another process has migrated', async () => {
    const started = startService(AppModule.with(config({ MIGRATIONS: 'wait' })));
    await waitFor(async () =>
      expect(await readReadiness()).toEqual([
        503,
        {
          ready: false,
          reason: expect.stringMatching(/^Another process must run the migrations .*AddGifts1900000000000$/),
        },
      ]),
    );
    const tables = `SELECT table_name FROM information_schema.tables WHERE table_schema NOT IN ('pg_catalog', 'information_schema')`;
    expect(await database.query(tables)).toEqual([]);
    const migrating = createDataSource({ service: 'order-svc', config: config(), entities: [], migrations });
    await migrating.initialize();
    await migrate(migrating).finally(() => migrating.destroy());
    const service = await started;
    expect(await readReadiness()).toEqual([200, { ready: true }]);
    await service.close();
  }, 30_000);

  it('fails if its port is in use, and closes it after a failed start', async () => {
    const broken = { DATABASE_URL: 'postgresql://127.0.0.1:1/none' };
    const started = startService(AppModule.with({ ...config(), ...broken }));
    await waitFor(async () => expect((await readReadiness())[0]).toBe(503));
    await expect(startService(AppModule.with(config()))).rejects.toThrow(/EADDRINUSE/);
    await expect(started).rejects.toThrow();
    await expect(readReadiness()).rejects.toThrow();
  }, 30_000);
});
