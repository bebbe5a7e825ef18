import { createTestDatabase, listUnindexedForeignKeys, migratedSchema, type TestDatabase } from '@shop/testing';
import { migrations } from '../src/database/migrations.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(migratedSchema('support-svc', migrations));
});
afterAll(() => database.drop());

it('has an index for each foreign key', async () => {
  expect(await listUnindexedForeignKeys(database)).toEqual([]);
});
