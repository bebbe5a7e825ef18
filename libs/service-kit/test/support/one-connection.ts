import { createDataSource, parseEnvironment, serviceEnvSchema } from '@shop/service-kit';
import type { DataSource } from 'typeorm';
import { createTestTransport, testConfig } from '@shop/testing';
import { type TestDatabase } from '@shop/testing-database';

/** A service's data source whose pool has a single connection. */
export async function connectWithOneConnection(database: TestDatabase): Promise<DataSource> {
  const config = testConfig((environment) => parseEnvironment('order-svc', serviceEnvSchema, environment), {
    database,
    transport: createTestTransport(),
    env: { EVENTS_DATABASE_URL: database.url },
  });
  const dataSource = createDataSource({
    service: 'order-svc',
    config: { ...config, DATABASE_POOL: 1 },
    entities: [],
    migrations: [],
  });
  return dataSource.initialize();
}
