import { randomUUID } from 'node:crypto';
import { createTestDatabase, listUnindexedForeignKeys, migratedSchema, type TestDatabase } from '@shop/testing';
import { migrations } from '../src/database/migrations.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(migratedSchema('order-svc', migrations));
});
afterAll(() => database.drop());

async function insertOrder(): Promise<string> {
  const id = randomUUID();
  await database.query(
    `INSERT INTO orders (id, order_number, user_id, status, payment_provider, payment_status, currency, subtotal_cents, total_cents, shipping_address)
     VALUES ($1, $2, $1, 'paid', 'stripe', 'paid', 'usd', 2400, 3591, '{}')`,
    [id, `PA-${id}`],
  );
  return id;
}

it('requires an owner for each order that is not anonymised, and none for others', async () => {
  const id = await insertOrder();
  const update = (change: string) => database.query(`UPDATE orders SET ${change} WHERE id = $1`, [id]);
  await expect(update('user_id = NULL')).rejects.toThrow('orders_one_owner');
  await expect(update('anonymised_at = now()')).rejects.toThrow('orders_one_owner');
  await update('anonymised_at = now(), user_id = NULL');
});

it.each(['delivered', 'cancelled'])('ends the fulfilment of an order that is %s', async (status) => {
  const id = await insertOrder();
  await database.query(`INSERT INTO fulfilments (order_id, provider, due_at) VALUES ($1, 'printful', now())`, [id]);
  const readEnded = () =>
    database.query('SELECT ended_at IS NOT NULL AS "isEnded" FROM fulfilments WHERE order_id = $1', [id]);
  await database.query(`UPDATE orders SET status = 'shipped' WHERE id = $1`, [id]);
  expect(await readEnded()).toEqual([{ isEnded: false }]);
  await database.query('UPDATE orders SET status = $2 WHERE id = $1', [id, status]);
  expect(await readEnded()).toEqual([{ isEnded: true }]);
});

it('has an index for each foreign key', async () => {
  expect(await listUnindexedForeignKeys(database)).toEqual([]);
});
