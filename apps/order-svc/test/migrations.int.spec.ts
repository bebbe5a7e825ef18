import { randomUUID } from 'node:crypto';
import { createDataSource, migrate } from '@shop/service-kit';
import { anyTransport, createTestDatabase, testConfig, type TestDatabase } from '@shop/testing';
import type { DataSource } from 'typeorm';
import { readConfig } from '../src/config.js';
import { migrations } from '../src/database/migrations.js';

const ADDRESS = { name: 'Pat Doe', address: '1 Main St', city: 'Springfield', state: 'IL', zip: '62701', country: 'US' };

let database: TestDatabase;
let dataSource: DataSource | undefined;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await dataSource?.destroy();
  dataSource = undefined;
  await database.drop();
});

/** The database as a version with so many migrations left it, or as this one makes it. */
async function migrateTo(count = migrations.length): Promise<DataSource> {
  await dataSource?.destroy();
  const config = testConfig(readConfig, { database, transport: anyTransport(), env: { EVENTS_DATABASE_URL: database.url } });
  dataSource = await createDataSource({ service: 'order-svc', config, entities: [], migrations: migrations.slice(0, count) }).initialize();
  await migrate(dataSource);
  return dataSource;
}

async function plantOrder(db: DataSource, change: { paidAt?: string; refundedAt?: string } = {}): Promise<string> {
  const id = randomUUID();
  await db.query(
    `INSERT INTO orders (id, order_number, user_id, status, payment_status, currency, subtotal_cents, total_cents, shipping_address, created_at, paid_at)
     VALUES ($1, $2, $3, 'paid', 'paid', 'usd', 2400, 3591, $4, '2026-11-01T10:00:00Z', $5)`,
    [id, `PA-${id.slice(0, 10)}`, randomUUID(), JSON.stringify(ADDRESS), change.paidAt ?? null],
  );
  if (change.refundedAt) await db.query(`INSERT INTO refunds (order_id, reason, refunded_at) VALUES ($1, 'cancelled by an admin', $2)`, [id, change.refundedAt]);
  return id;
}

describe('a database of the version before the back office', () => {
  it('keeps its orders, and their stories begin where they did', async () => {
    const before = await migrateTo(1);
    const paid = await plantOrder(before, { paidAt: '2026-11-01T10:05:00Z', refundedAt: '2026-11-02T10:00:00Z' });
    const open = await plantOrder(before);
    const after = await migrateTo();
    const storyOf = (id: string) => after.query('SELECT action, facts, at FROM order_history WHERE order_id = $1 ORDER BY at', [id]);
    expect(await storyOf(paid)).toEqual([
      { action: 'order.placed', facts: { totalCents: 3_591 }, at: new Date('2026-11-01T10:00:00Z') },
      { action: 'order.paid', facts: { totalCents: 3_591 }, at: new Date('2026-11-01T10:05:00Z') },
      { action: 'order.refunded', facts: { amountCents: 3_591 }, at: new Date('2026-11-02T10:00:00Z') },
    ]);
    expect(await storyOf(open)).toMatchObject([{ action: 'order.placed' }]);
  });

  it('can be gone back to, with its orders', async () => {
    const now = await migrateTo();
    const id = await plantOrder(now);
    for (let undone = migrations.length; undone > 1; undone -= 1) await now.undoLastMigration();
    const columns = await database.query<{ name: string }>(`SELECT column_name AS name FROM information_schema.columns WHERE table_name IN ('orders', 'order_items', 'audit_entries')`);
    expect(columns.map(({ name }) => name).filter((name) => ['note_id', 'tracking', 'anonymised_at', 'print', 'actor'].includes(name))).toEqual([]);
    expect(await database.query('SELECT id FROM orders')).toEqual([{ id }]);
    await migrateTo();
    expect(await database.query('SELECT count(*)::int AS entries FROM order_history')).toEqual([{ entries: 1 }]);
  });

  it('is not needed by the version before, which may still run beside this one', async () => {
    const now = await migrateTo();
    await plantOrder(now, { refundedAt: '2026-11-02T10:00:00Z' });
    expect(await now.query('SELECT reason FROM refunds')).toEqual([{ reason: 'cancelled by an admin' }]);
  });

  it('never lets an order name nobody that was not anonymised, nor somebody that was', async () => {
    const now = await migrateTo();
    const id = await plantOrder(now);
    await expect(now.query('UPDATE orders SET user_id = NULL WHERE id = $1', [id])).rejects.toThrow('orders_one_owner');
    await expect(now.query('UPDATE orders SET anonymised_at = now() WHERE id = $1', [id])).rejects.toThrow('orders_one_owner');
    await now.query('UPDATE orders SET anonymised_at = now(), user_id = NULL WHERE id = $1', [id]);
  });
});
