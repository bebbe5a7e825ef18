import { randomUUID } from 'node:crypto';
import { createDataSource, migrate } from '@shop/service-kit';
import { createTestTransport, createTestDatabase, testConfig, type TestDatabase } from '@shop/testing';
import type { DataSource } from 'typeorm';
import { readConfig } from '../src/config.js';
import { migrations } from '../src/database/migrations.js';

const ADDRESS = {
  name: 'Pat Doe',
  address: '1 Main St',
  city: 'Springfield',
  state: 'IL',
  zip: '62701',
  country: 'US',
};

let database: TestDatabase;
let dataSource: DataSource;
beforeEach(async () => {
  database = await createTestDatabase();
  const config = testConfig(readConfig, {
    database,
    transport: createTestTransport(),
    env: { EVENTS_DATABASE_URL: database.url },
  });
  dataSource = await createDataSource({ service: 'order-svc', config, entities: [], migrations }).initialize();
  await migrate(dataSource);
});
afterEach(async () => {
  await dataSource.destroy();
  await database.drop();
});

it('requires an owner for each order that is not anonymised, and none for others', async () => {
  const id = randomUUID();
  await dataSource.query(
    `INSERT INTO orders (id, order_number, user_id, status, payment_status, currency, subtotal_cents, total_cents, shipping_address)
     VALUES ($1, 'PA-1', $2, 'paid', 'paid', 'usd', 2400, 3591, $3)`,
    [id, randomUUID(), JSON.stringify(ADDRESS)],
  );
  const update = (change: string) => dataSource.query(`UPDATE orders SET ${change} WHERE id = $1`, [id]);
  await expect(update('user_id = NULL')).rejects.toThrow('orders_one_owner');
  await expect(update('anonymised_at = now()')).rejects.toThrow('orders_one_owner');
  await update('anonymised_at = now(), user_id = NULL');
});

it('drops all of its tables when the migrations are undone', async () => {
  for (let undone = 0; undone < migrations.length; undone += 1) await dataSource.undoLastMigration();
  const tables = await database.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_name IN ('orders', 'carts', 'audit_entries')`,
  );
  expect(tables).toEqual([]);
  await migrate(dataSource);
});
