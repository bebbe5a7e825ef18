import { randomUUID } from 'node:crypto';
import { createDataSource, migrate } from '@shop/service-kit';
import { anyTransport, createTestDatabase, testConfig, type TestDatabase } from '@shop/testing';
import type { DataSource } from 'typeorm';
import { readConfig } from '../src/config.js';
import { migrations } from '../src/database/migrations.js';
import { paymentStateOf, type MoneyFact } from '../src/payments/payment-state.rules.js';

const ADDRESS = {
  name: 'Pat Doe',
  address: '1 Main St',
  city: 'Springfield',
  state: 'IL',
  zip: '62701',
  country: 'US',
};

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
  const config = testConfig(readConfig, {
    database,
    transport: anyTransport(),
    env: { EVENTS_DATABASE_URL: database.url },
  });
  dataSource = await createDataSource({
    service: 'order-svc',
    config,
    entities: [],
    migrations: migrations.slice(0, count),
  }).initialize();
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
  if (change.refundedAt)
    await db.query(`INSERT INTO refunds (order_id, reason, refunded_at) VALUES ($1, 'cancelled by an admin', $2)`, [
      id,
      change.refundedAt,
    ]);
  return id;
}

describe('a database of the version before the back office', () => {
  it('keeps its orders and their history', async () => {
    const before = await migrateTo(1);
    const paid = await plantOrder(before, { paidAt: '2026-11-01T10:05:00Z', refundedAt: '2026-11-02T10:00:00Z' });
    const open = await plantOrder(before);
    const after = await migrateTo();
    const storyOf = (id: string) =>
      after.query('SELECT action, facts, at FROM order_history WHERE order_id = $1 ORDER BY at', [id]);
    expect(await storyOf(paid)).toEqual([
      { action: 'order.placed', facts: { totalCents: 3_591 }, at: new Date('2026-11-01T10:00:00Z') },
      { action: 'order.paid', facts: { totalCents: 3_591 }, at: new Date('2026-11-01T10:05:00Z') },
      { action: 'order.refunded', facts: { amountCents: 3_591 }, at: new Date('2026-11-02T10:00:00Z') },
    ]);
    expect(await storyOf(open)).toMatchObject([{ action: 'order.placed' }]);
  });

  it('can be restored with its orders', async () => {
    const now = await migrateTo();
    const id = await plantOrder(now);
    for (let undone = migrations.length; undone > 1; undone -= 1) await now.undoLastMigration();
    const columns = await database.query<{ name: string }>(
      `SELECT column_name AS name FROM information_schema.columns WHERE table_name IN ('orders', 'order_items', 'audit_entries')`,
    );
    expect(
      columns
        .map(({ name }) => name)
        .filter((name) => ['note_id', 'tracking', 'anonymised_at', 'print', 'actor'].includes(name)),
    ).toEqual([]);
    expect(await database.query('SELECT id FROM orders')).toEqual([{ id }]);
    await migrateTo();
    expect(await database.query('SELECT count(*)::int AS entries FROM order_history')).toEqual([{ entries: 1 }]);
  });

  it('does not break the version before, which may run beside this one', async () => {
    const now = await migrateTo();
    await plantOrder(now, { refundedAt: '2026-11-02T10:00:00Z' });
    expect(await now.query('SELECT reason FROM refunds')).toEqual([{ reason: 'cancelled by an admin' }]);
  });

  it('requires an owner for each order that is not anonymised, and none for others', async () => {
    const now = await migrateTo();
    const id = await plantOrder(now);
    await expect(now.query('UPDATE orders SET user_id = NULL WHERE id = $1', [id])).rejects.toThrow('orders_one_owner');
    await expect(now.query('UPDATE orders SET anonymised_at = now() WHERE id = $1', [id])).rejects.toThrow(
      'orders_one_owner',
    );
    await now.query('UPDATE orders SET anonymised_at = now(), user_id = NULL WHERE id = $1', [id]);
  });
});

describe('a database of the version before the ledger', () => {
  const BEFORE_THE_LEDGER = 5;
  const plant = async (db: DataSource, status: string, paymentStatus: string): Promise<string> => {
    const id = await plantOrder(
      db,
      paymentStatus === 'paid' || paymentStatus === 'refunded' ? { paidAt: '2026-11-01T10:05:00Z' } : {},
    );
    await db.query(
      `UPDATE orders SET status = $2, payment_status = $3, payment_intent_id = 'pi_' || id WHERE id = $1`,
      [id, status, paymentStatus],
    );
    return id;
  };
  const owe = (db: DataSource, id: string, amountCents: number | null, refundedAt: string | null) =>
    db.query(
      `INSERT INTO refunds (order_id, reason, amount_cents, refunded_at, refund_id) VALUES ($1::uuid, 'planted', $2, $3, 're_' || $1::uuid::text)`,
      [id, amountCents, refundedAt],
    );

  it('gets its ledger, from which each payment status follows', async () => {
    const before = await migrateTo(BEFORE_THE_LEDGER);
    const open = await plant(before, 'created', 'pending');
    const declined = await plant(before, 'created', 'failed');
    const abandoned = await plant(before, 'cancelled', 'pending');
    const paid = await plant(before, 'paid', 'paid');
    const partly = await plant(before, 'paid', 'paid');
    await before.query(
      `INSERT INTO provider_refunds (provider, refund_id, order_id, amount_cents, status, refunded_at) VALUES ('sandbox', 're_part', $1, 1000, 'succeeded', now())`,
      [partly],
    );
    const refunded = await plant(before, 'cancelled', 'refunded');
    await owe(before, refunded, null, '2026-11-02T10:00:00Z');
    // Heard of as one made at the provider, too.
    await before.query(
      `INSERT INTO provider_refunds (provider, refund_id, order_id, amount_cents, status, refunded_at) VALUES ('sandbox', 're_' || $1::uuid::text, $1::uuid, 3591, 'succeeded', now())`,
      [refunded],
    );
    const late = await plant(before, 'cancelled', 'pending');
    await owe(before, late, 3_591, '2026-11-02T10:00:00Z');
    const other = await plant(before, 'cancelled', 'pending');
    await owe(before, other, 100, '2026-11-02T10:00:00Z');

    const after = await migrateTo();
    const orders = await after.query<{ id: string; payment_status: string }[]>('SELECT id, payment_status FROM orders');
    const said = new Map<string, [string, string[]]>();
    for (const { id, payment_status } of orders) {
      const facts = await after.query<MoneyFact[]>(
        'SELECT position, kind, reference, amount_cents AS "amountCents", currency FROM money_facts WHERE order_id = $1 ORDER BY position',
        [id],
      );
      expect(paymentStateOf({ totalCents: 3_591, currency: 'usd' }, facts)).toBe(payment_status);
      said.set(id, [payment_status, facts.map(({ kind }) => kind)]);
    }
    expect([open, declined, abandoned, paid, partly, refunded, late, other].map((id) => said.get(id))).toEqual([
      ['pending', ['intent-created']],
      ['failed', ['intent-created', 'failed']],
      ['pending', ['intent-created', 'canceled']],
      ['paid', ['intent-created', 'succeeded']],
      ['paid', ['intent-created', 'succeeded', 'refunded']],
      ['refunded', ['intent-created', 'succeeded', 'refunded']],
      ['refunded', ['intent-created', 'succeeded', 'refunded']],
      ['pending', ['intent-created', 'succeeded', 'refunded']],
    ]);
  });
});
