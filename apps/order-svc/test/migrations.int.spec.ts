import { randomUUID } from 'node:crypto';
import { createDataSource, migrate, type MigrationClass } from '@shop/service-kit';
import {
  createTestTransport,
  createTestDatabase,
  listUnindexedForeignKeys,
  testConfig,
  type TestDatabase,
} from '@shop/testing';
import type { DataSource } from 'typeorm';
import { readConfig } from '../src/config.js';
import { migrations } from '../src/database/migrations.js';
import { FiguresAndOpenWork1795900000000 } from '../src/database/migrations/0005-figures-and-open-work.js';
import { PaymentIntentsAndOrderRefunds1795800000000 } from '../src/database/migrations/0003-payment-intents-and-order-refunds.js';

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

/** Undoes the migration and all after it. */
async function undoMigrationsFrom(first: MigrationClass): Promise<void> {
  const getTime = (name: string): number => Number(name.slice(-13));
  const names = dataSource.migrations.map((migration) => migration.name ?? migration.constructor.name);
  const count = names.filter((name) => getTime(name) >= getTime(first.name)).length;
  for (let undone = 0; undone < count; undone += 1) await dataSource.undoLastMigration({ transaction: 'each' });
}

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

it('moves intents and refunds of the version before into their tables', async () => {
  await undoMigrationsFrom(PaymentIntentsAndOrderRefunds1795800000000);
  const [id, now] = [randomUUID(), new Date('2026-11-20T12:00:00Z')];
  await dataSource.query(
    `INSERT INTO orders (id, order_number, user_id, status, currency, subtotal_cents, total_cents, shipping_address, payment_intent_id, client_secret, canceling_intent_id, canceled_intents, payment_started_at)
     VALUES ($1, 'PA-1', $2, 'created', 'usd', 2400, 3591, $3, 'pi_3', 'secret', 'pi_3', 3, $4)`,
    [id, randomUUID(), JSON.stringify(ADDRESS), now],
  );
  // The second intent was never created: the order was detached from its cart before.
  for (const intentId of ['pi_0', 'pi_1', 'pi_3'])
    await dataSource.query(
      `INSERT INTO ledger_entries (provider, intent_id, kind, reference, order_id, amount_cents, currency, happened_at) VALUES ('sandbox', $2, 'intent-created', $2, $1, 3591, 'usd', now())`,
      [id, intentId],
    );
  await dataSource.query(`INSERT INTO refunds (order_id, n, reason, amount_cents) VALUES ($1, 1, 'a stain', 100)`, [
    id,
  ]);
  await dataSource.query(
    `INSERT INTO provider_refunds (provider, refund_id, order_id, amount_cents, status, reported_at) VALUES ('sandbox', 're_1', $1, 200, 'failed', $2), ('sandbox', 're_2', $1, 300, 'pending', $2)`,
    [id, now],
  );
  await migrate(dataSource);
  expect(
    await dataSource.query('SELECT n, intent_id, client_secret, is_ending, started_at FROM payment_intents ORDER BY n'),
  ).toEqual([
    { n: 1, intent_id: 'pi_0', client_secret: null, is_ending: false, started_at: null },
    { n: 2, intent_id: 'pi_1', client_secret: null, is_ending: false, started_at: null },
    { n: 3, intent_id: 'pi_3', client_secret: 'secret', is_ending: true, started_at: now },
  ]);
  expect(
    await dataSource.query(
      'SELECT source, n, reason, amount_cents, refund_id, failure, requested_at = $1 AS "isOld" FROM order_refunds ORDER BY amount_cents',
      [now],
    ),
  ).toMatchObject([
    { source: 'shop', n: 1, reason: 'a stain', refund_id: null, failure: null, isOld: false },
    { source: 'provider', n: null, reason: 'made at the payment provider', failure: 'unknown', isOld: true },
    { source: 'provider', refund_id: 're_2', failure: null, isOld: true },
  ]);
});

it('counts what is stored already and ends the fulfilments of ended orders, also if it was interrupted', async () => {
  await undoMigrationsFrom(FiguresAndOpenWork1795900000000);
  const [delivered, paid] = [randomUUID(), randomUUID()];
  for (const [id, status, number] of [
    [delivered, 'delivered', 'PA-1'],
    [paid, 'paid', 'PA-2'],
  ]) {
    await dataSource.query(
      `INSERT INTO orders (id, order_number, user_id, status, payment_status, currency, subtotal_cents, total_cents, shipping_address, paid_at)
       VALUES ($1, $2, $1, $3, 'paid', 'usd', 2400, 3591, $4, now())`,
      [id, number, status, JSON.stringify(ADDRESS)],
    );
    await dataSource.query(
      `INSERT INTO fulfilments (order_id, provider, state, due_at) VALUES ($1, 'printful', 'submitted', now())`,
      [id],
    );
  }
  const runner = dataSource.createQueryRunner();
  await new FiguresAndOpenWork1795900000000().up(runner);
  await runner.release();
  await migrate(dataSource);
  expect(
    await dataSource.query(
      'SELECT name, sum(change)::int AS value FROM figure_changes GROUP BY name ORDER BY name COLLATE "C"',
    ),
  ).toEqual([
    { name: 'orders', value: 2 },
    { name: 'paid-orders', value: 2 },
    { name: 'paid-orders-total', value: 7_182 },
    { name: 'print-jobs-submitted', value: 2 },
    { name: 'revenue', value: 7_182 },
  ]);
  const listEnded = async () =>
    (await dataSource.query<{ id: string }[]>('SELECT order_id AS id FROM fulfilments WHERE ended_at IS NOT NULL')).map(
      ({ id }) => id,
    );
  expect(await listEnded()).toEqual([delivered]);
  await dataSource.query(`UPDATE orders SET status = 'cancelled' WHERE id = $1`, [paid]);
  expect((await listEnded()).sort()).toEqual([delivered, paid].sort());
});

it('drops all of its tables when the migrations are undone', async () => {
  await undoMigrationsFrom(migrations[0]!);
  const tables = await database.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_name IN ('orders', 'carts', 'audit_entries')`,
  );
  expect(tables).toEqual([]);
  await migrate(dataSource);
});

it('has an index for each foreign key', async () => {
  expect(await listUnindexedForeignKeys(database)).toEqual([]);
});
