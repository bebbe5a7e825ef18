import {
  AppProcess,
  createTestDatabase,
  expectGracefulShutdown,
  migratedSchema,
  testIdentityKeys,
  type TestDatabase,
} from '@shop/testing';
import { migrations } from '../src/database/migrations.js';

describe('a service that gets SIGTERM', () => {
  let database: TestDatabase;
  let service: AppProcess;

  beforeAll(async () => {
    database = await createTestDatabase(migratedSchema('catalog-svc', migrations));
    service = await AppProcess.start(new URL('../dist/main.js', import.meta.url), {
      DATABASE_URL: database.url,
      EVENTS_DATABASE_URL: database.url,
      IDENTITY_PUBLIC_KEY: testIdentityKeys.publicPem,
      SEED: 'none',
      SHUTDOWN_DELAY_MS: '3000',
    });
  });
  afterAll(async () => {
    await service?.kill('SIGKILL');
    await database?.drop();
  });

  it('is not ready from then on, answers during SHUTDOWN_DELAY_MS, and ends', () =>
    expectGracefulShutdown(service, { other: '/api/products' }));
});
