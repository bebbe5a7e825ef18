import { deleteOldRows } from '@shop/jobs';
import type { DataSource } from 'typeorm';
import { createTestDatabase, type TestDatabase } from '@shop/testing-database';
import { connectTypeOrm } from './support/jobs-app.js';

describe('deleteOldRows', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = await connectTypeOrm(database.poolUrl);
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  it('deletes old rows in small transactions, and leaves young, other and locked ones', async () => {
    await database.query(`
      CREATE TABLE entries (id integer, at timestamptz, is_stored boolean DEFAULT false);
      CREATE TABLE transactions (id xid8, rows integer);
      CREATE FUNCTION count_deleted() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN INSERT INTO transactions SELECT pg_current_xact_id(), count(*) FROM gone; RETURN NULL; END $$;
      CREATE TRIGGER deleted AFTER DELETE ON entries REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_deleted();
      INSERT INTO entries SELECT n, now() - interval '8 days' FROM generate_series(1, 1201) n;
      INSERT INTO entries VALUES (2001, now() - interval '6 days', false), (2002, now() - interval '8 days', true)`);
    const old = { table: 'entries', time: 'at', age: '7 days', where: 'NOT is_stored' };
    await dataSource.transaction(async (manager) => {
      await manager.query('SELECT FROM entries WHERE id = 1 FOR UPDATE');
      expect(await deleteOldRows(dataSource, old)).toBe(1200);
    });
    expect(await database.query('SELECT id FROM entries ORDER BY id')).toEqual([{ id: 1 }, { id: 2001 }, { id: 2002 }]);
    const transactions = await database.query<{ rows: number }>(
      'SELECT sum(rows)::int AS rows FROM transactions GROUP BY id ORDER BY id',
    );
    expect(transactions.map(({ rows }) => rows)).toEqual([500, 500, 200]);
    expect(await deleteOldRows(dataSource, old, AbortSignal.abort())).toBe(0);
    expect(await deleteOldRows(dataSource, old)).toBe(1);
  });
});
