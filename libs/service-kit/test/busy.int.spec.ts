import { toErrorResponse } from '@shop/service-kit';
import type { DataSource } from 'typeorm';
import { createTestDatabase, type TestDatabase } from '@shop/testing-database';
import { connectWithOneConnection } from './support/one-connection.js';

const BUSY = {
  status: 503,
  code: 'SERVICE_BUSY',
  message: 'The order service is very busy right now. Please try again in a moment.',
};

describe('createDataSource', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = await connectWithOneConnection(database);
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  it('rejects queries with SERVICE_BUSY while all connections are in use, and recovers', async () => {
    const taken = dataSource.createQueryRunner();
    await taken.connect();
    const responses = await Promise.all(
      [dataSource.query('SELECT 1'), dataSource.transaction((manager) => manager.query('SELECT 1'))].map((work) =>
        work.catch(toErrorResponse),
      ),
    );
    await taken.release();
    for (const response of responses) expect(response).toMatchObject(BUSY);
    expect(await dataSource.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('compiles no statement', async () => {
    expect(await dataSource.query('SHOW jit')).toEqual([{ jit: 'off' }]);
  });

  it('does not report other failures as busy', async () => {
    expect(await dataSource.query('SELECT secret FROM nowhere').catch(toErrorResponse)).toMatchObject({
      status: 500,
      code: 'UNEXPECTED',
    });
  });
});
