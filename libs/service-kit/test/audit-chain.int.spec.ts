import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  AUDIT_ENTRIES,
  AuditCheckService,
  AuditTrail,
  checkAuditTrail,
  defineInitialMigration,
  migrate,
  type AuditCheckpoint,
} from '@shop/service-kit';
import { createTestDatabase, type TestDatabase } from '@shop/testing-database';
import { Registry } from 'prom-client';
import { DataSource } from 'typeorm';

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const SCHEMA = {
  name: 'audit_chain',
  create: (url: string) =>
    migrate(
      new DataSource({ type: 'postgres', url, migrations: [defineInitialMigration('InitialSchema', [AUDIT_ENTRIES])] }),
    ),
};

let database: TestDatabase;
let dataSource: DataSource;

beforeEach(async () => {
  database = await createTestDatabase(SCHEMA);
  dataSource = await new DataSource({
    type: 'postgres',
    url: database.url,
    poolSize: 20,
    parseInt8: true,
  }).initialize();
});
afterEach(async () => {
  await dataSource.destroy();
  await database.drop();
});

const addEntry = (source = dataSource): Promise<void> =>
  source.transaction((manager) =>
    new AuditTrail(source).addEntry(manager, {
      actor: { id: randomUUID(), name: 'ada@example.com' },
      action: 'order.status-changed',
      subject: { type: 'order', id: randomUUID() },
      before: { status: 'paid' },
      after: { status: 'processing', text: 'é🐶"\\' },
    }),
  );
const addEntries = async (count: number): Promise<void> => {
  for (let n = 0; n < count; n++) await addEntry();
};
const check = (known: AuditCheckpoint[] = []) =>
  checkAuditTrail((sql, values) => dataSource.query(sql, values), { known });

const readGauge = async (registry: Registry, name: string): Promise<number | undefined> =>
  (await registry.getSingleMetric(name)?.get())?.values[0]?.value;

/** As a superuser who switches the triggers off. */
const tamper = (sql: string): Promise<unknown> =>
  dataSource.transaction(async (manager) => {
    for (const table of ['audit_entries', 'audit_chain', 'audit_checkpoints'])
      await manager.query(`ALTER TABLE ${table} DISABLE TRIGGER ALL`);
    await manager.query(sql);
    for (const table of ['audit_entries', 'audit_chain', 'audit_checkpoints'])
      await manager.query(`ALTER TABLE ${table} ENABLE TRIGGER ALL`);
  });
const ENTRY_AT = (position: number): string => `(SELECT entry_id FROM audit_chain WHERE position = ${position})`;

describe('the chain of the audit trail', () => {
  it('is whole after 20 writers at once, some of which fail', async () => {
    const failing = () =>
      dataSource.transaction(async (manager) => {
        await manager.query(
          `INSERT INTO audit_entries (actor, action, subject_type, subject_id) VALUES ('a', 'x.y', 'x', gen_random_uuid())`,
        );
        throw new Error('rolled back');
      });
    const writer = async (n: number): Promise<void> => {
      await addEntries(5);
      if (n % 4 === 0) await failing().catch(() => undefined);
    };
    await Promise.all(Array.from({ length: 20 }, (_, n) => writer(n)));
    expect(await check()).toMatchObject({ position: 100, breaks: [] });
  });

  it.each([
    [
      'a changed entry',
      `UPDATE audit_entries SET actor = 'bob@example.com' WHERE id = ${ENTRY_AT(2)}`,
      [{ kind: 'changed', position: 2 }],
    ],
    [
      'a changed time',
      `UPDATE audit_entries SET at = at + interval '1 microsecond' WHERE id = ${ENTRY_AT(3)}`,
      [{ kind: 'changed', position: 3 }],
    ],
    [
      'a changed hash',
      `UPDATE audit_chain SET hash = sha256('x') WHERE position = 4`,
      [{ kind: 'changed', position: 4 }],
    ],
    ['a deleted entry', `DELETE FROM audit_entries WHERE id = ${ENTRY_AT(2)}`, [{ kind: 'deleted', position: 2 }]],
    [
      'an entry that was deleted with its hash',
      `WITH gone AS (DELETE FROM audit_chain WHERE position = 2 RETURNING entry_id) DELETE FROM audit_entries WHERE id = (SELECT entry_id FROM gone)`,
      [{ kind: 'deleted', position: 3 }],
    ],
    [
      'an inserted entry',
      `INSERT INTO audit_entries (actor, action, subject_type, subject_id) VALUES ('ada@example.com', 'x.y', 'x', gen_random_uuid())`,
      [{ kind: 'inserted', position: null }],
    ],
    [
      'deleted entries at the end',
      `DELETE FROM audit_entries WHERE id IN (SELECT entry_id FROM audit_chain WHERE position > 3)`,
      [
        { kind: 'deleted', position: 4 },
        { kind: 'deleted', position: 5 },
      ],
    ],
  ])('shows %s', async (_, sql, breaks) => {
    await addEntries(5);
    expect((await check()).breaks).toEqual([]);
    await tamper(sql);
    const found = (await check()).breaks;
    expect(found.slice(0, breaks.length)).toMatchObject(breaks);
  });

  it('shows an end that was cut off with its hashes, by the last nightly check or a logged one', async () => {
    const cutOff = `WITH gone AS (DELETE FROM audit_chain WHERE position > 3 RETURNING entry_id) DELETE FROM audit_entries WHERE id IN (SELECT entry_id FROM gone)`;
    await addEntries(5);
    const { position, hash } = await check();
    await tamper(cutOff);
    expect((await check([{ position, hash }])).breaks).toMatchObject([{ kind: 'truncated', position: 5 }]);
    await addEntries(2);
    expect((await check([{ position, hash }])).breaks).toMatchObject([{ kind: 'changed', position: 5 }]);
    expect((await check()).breaks).toEqual([]);
  });

  it('is checked each night: the end is stored and logged, a break is an error and a metric', async () => {
    const lines: [string, object, string][] = [];
    const log = (level: string) => (fields: object, message: string) => lines.push([level, fields, message]);
    const logger = { info: log('info'), error: log('error') } as never;
    const registry = new Registry();
    const service = new AuditCheckService(dataSource, logger, registry);
    const run = () => service.checkTrail(undefined, { signal: new AbortController().signal });
    await addEntries(3);
    await run();
    const { hash } = await check();
    expect(lines).toEqual([['info', { auditTrail: `3:${hash}` }, 'the audit trail is whole']]);
    expect(await readGauge(registry, 'audit_trail_entries')).toBe(3);
    await tamper(
      `WITH gone AS (DELETE FROM audit_chain RETURNING entry_id) DELETE FROM audit_entries WHERE id IN (SELECT entry_id FROM gone)`,
    );
    await run();
    expect(lines[1]).toMatchObject([
      'error',
      { count: 1, breaks: [{ kind: 'truncated', position: 3 }] },
      'the audit trail was changed',
    ]);
    expect(await readGauge(registry, 'audit_trail_entries')).toBe(0);
  });

  it('shows how long it is unchecked, for each process alike, and no break after another process found it whole', async () => {
    const registry = new Registry();
    const service = new AuditCheckService(dataSource, { info: () => {}, error: () => {} } as never, registry);
    const run = () => service.checkTrail(undefined, { signal: new AbortController().signal });
    const readUnchecked = () => readGauge(registry, 'audit_trail_unchecked_seconds');
    expect(await readUnchecked()).toBe(0);
    await addEntry();
    await tamper(`UPDATE audit_entries SET at = at - interval '2 hours'`);
    expect(await readUnchecked()).toBeGreaterThanOrEqual(7_200);
    await run();
    expect(await readGauge(registry, 'audit_trail_breaks')).toBe(1);
    expect(await readUnchecked()).toBeGreaterThanOrEqual(7_200);
    await dataSource.query(`INSERT INTO audit_checkpoints (position, hash) VALUES (0, '')`);
    expect(await readGauge(registry, 'audit_trail_breaks')).toBe(0);
    expect(await readUnchecked()).toBeLessThan(7_200);
  });
});

describe('the role of a service in production', () => {
  const name = `audited_${randomUUID().slice(0, 8)}`;
  let service: DataSource;

  beforeEach(async () => {
    await dataSource.query(`CREATE ROLE ${name} LOGIN PASSWORD 'none'`);
    const empty = await createTestDatabase();
    await dataSource.destroy();
    await database.drop();
    database = empty;
    dataSource = await new DataSource({ type: 'postgres', url: database.url }).initialize();
    const [row] = await dataSource.query<{ name: string }[]>('SELECT current_database() AS name');
    await dataSource.query(`ALTER DATABASE ${row?.name} OWNER TO ${name}`);
    await dataSource.query(read('deploy/postgres-init/sql/protect-audit-trail.sql'));
    const url = Object.assign(new URL(database.url), { username: name, password: 'none' }).href;
    await SCHEMA.create(url);
    service = await new DataSource({ type: 'postgres', url }).initialize();
  });
  afterEach(async () => {
    const [row] = await dataSource.query<{ name: string }[]>('SELECT current_database() AS name');
    await service.destroy();
    await dataSource.destroy();
    await database.drop();
    const other = await createTestDatabase();
    await other.query(`DROP ROLE ${name}, ${row?.name}_audit`);
    database = other;
    dataSource = await new DataSource({ type: 'postgres', url: other.url }).initialize();
  });

  it('adds entries, and can neither change nor remove them, their chain or their guards', async () => {
    await addEntry(service);
    await addEntry(service);
    expect(await check()).toMatchObject({ position: 2, breaks: [] });
    for (const sql of [
      `UPDATE audit_entries SET actor = 'nobody'`,
      'DELETE FROM audit_entries',
      'TRUNCATE audit_entries',
      'DROP TABLE audit_entries',
      'DROP SCHEMA public CASCADE',
      'ALTER TABLE audit_entries DISABLE TRIGGER ALL',
      'DROP TRIGGER audit_entries_append_only ON audit_entries',
      `CREATE OR REPLACE FUNCTION refuse_change_of_audit() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`,
      `INSERT INTO audit_chain VALUES (3, gen_random_uuid(), 'x')`,
      'DELETE FROM audit_chain',
      'DELETE FROM audit_checkpoints',
      `SET session_replication_role = replica`,
    ])
      await expect(service.query(sql)).rejects.toThrow(/must be owner|permission denied/);
    await service.query('CREATE TABLE still_its_own (id int)');
    // A better match than PostgreSQL's own function, which takes a bigint. It would run as the owner of the tables.
    await service.query(
      `CREATE FUNCTION pg_advisory_xact_lock(integer) RETURNS void LANGUAGE plpgsql AS 'BEGIN DELETE FROM audit_entries; END'`,
    );
    await addEntry(service);
    expect(await check()).toMatchObject({ position: 3, breaks: [] });
  });
});
