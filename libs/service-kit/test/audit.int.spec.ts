import { randomUUID } from 'node:crypto';
import { timelineEntrySchema } from '@shop/contracts-common';
import {
  toAuditActor,
  AUDIT_ENTRIES,
  AuditTrail,
  createDataSource,
  defineInitialMigration,
  migrate,
  toTimelineEntry,
  type NewAuditEntry,
} from '@shop/service-kit';
import type { DataSource } from 'typeorm';
import { createTestTransport, testConfig } from '@shop/testing';
import { createTestDatabase, type TestDatabase } from '@shop/testing-database';
import { parseEnvironment, serviceEnvSchema } from '@shop/service-kit';

let database: TestDatabase;
let dataSource: DataSource;
let trail: AuditTrail;

beforeAll(async () => {
  database = await createTestDatabase();
  const transport = createTestTransport();
  const env = { EVENTS_DATABASE_URL: database.url };
  const config = testConfig((environment) => parseEnvironment('order-svc', serviceEnvSchema, environment), {
    database,
    transport,
    env,
  });
  dataSource = createDataSource({
    service: 'order-svc',
    config,
    entities: [],
    migrations: [defineInitialMigration('InitialSchema', [AUDIT_ENTRIES])],
  });
  await dataSource.initialize();
  await migrate(dataSource);
  trail = new AuditTrail(dataSource);
});
afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

const ada = { id: randomUUID(), name: 'ada@example.com' };
const entryOn = (id: string, change: Partial<NewAuditEntry> = {}): NewAuditEntry => ({
  actor: ada,
  action: 'order.status-changed',
  subject: { type: 'order', id },
  before: { status: 'paid' },
  after: { status: 'processing' },
  ...change,
});
const record = (entry: NewAuditEntry) => dataSource.transaction((manager) => trail.addEntry(manager, entry));

describe('AuditTrail', () => {
  it('lists the changes of a subject with actor and states, newest first', async () => {
    const id = randomUUID();
    await record(entryOn(id, { action: 'order.made', before: null }));
    await record(
      entryOn(id, { actor: { id: null, name: 'npm run admin' }, after: { status: 'é🐶"\\', list: [1, null] } }),
    );
    await record(entryOn(randomUUID()));
    const entries = await trail.listEntries({ type: 'order', id });
    expect(entries).toMatchObject([
      {
        actor: { id: null, name: 'npm run admin' },
        action: 'order.status-changed',
        before: { status: 'paid' },
        after: { status: 'é🐶"\\', list: [1, null] },
      },
      {
        actor: ada,
        action: 'order.made',
        subject: { type: 'order', id },
        before: null,
        after: { status: 'processing' },
      },
    ]);
    expect(await trail.listEntries({ type: 'product', id })).toEqual([]);
  });

  it('keeps the order of entries that were written in one transaction', async () => {
    const id = randomUUID();
    await dataSource.transaction(async (manager) => {
      for (const step of ['first', 'second', 'third'])
        await trail.addEntry(manager, entryOn(id, { action: `order.${step}` }));
    });
    expect((await trail.listEntries({ type: 'order', id })).map(({ action }) => action)).toEqual([
      'order.third',
      'order.second',
      'order.first',
    ]);
  });

  it('stores no entry if the transaction is rolled back', async () => {
    const id = randomUUID();
    const failing = dataSource.transaction(async (manager) => {
      await trail.addEntry(manager, entryOn(id));
      throw new Error('the change did not happen');
    });
    await expect(failing).rejects.toThrow('the change did not happen');
    expect(await trail.listEntries({ type: 'order', id })).toEqual([]);
  });

  it.each([
    ['UPDATE', `UPDATE audit_entries SET actor = 'nobody'`],
    ['UPDATE', `UPDATE audit_entries SET actor = 'nobody' WHERE false`],
    [
      'UPDATE',
      `INSERT INTO audit_entries (id, actor, action, subject_type, subject_id) SELECT id, 'x', 'x.y', 'x', id FROM audit_entries LIMIT 1 ON CONFLICT (id) DO UPDATE SET actor = 'nobody'`,
    ],
    ['DELETE', 'DELETE FROM audit_entries'],
    ['TRUNCATE', 'TRUNCATE audit_entries'],
    ['DELETE', `SET session_replication_role = replica; DELETE FROM audit_entries`],
  ])('refuses %s: %s', async (operation, sql) => {
    await record(entryOn(randomUUID()));
    const entries = () =>
      database.query<{ id: string; actor: string }>('SELECT id, actor FROM audit_entries ORDER BY id');
    const before = await entries();
    await expect(database.query(sql)).rejects.toThrow(`audit_entries is append-only: ${operation} is refused`);
    expect(await entries()).toEqual(before);
  });

  it('maps an entry to the contract with a summary', async () => {
    const id = randomUUID();
    await record(entryOn(id));
    const [entry] = await trail.listEntries({ type: 'order', id });
    if (!entry) throw new Error('No entry was stored.');
    const timelineEntry = toTimelineEntry(entry, 'Moved from paid to processing.');
    expect(timelineEntrySchema.parse(timelineEntry)).toEqual(timelineEntry);
    expect(timelineEntry).toMatchObject({ actor: 'ada@example.com', summary: 'Moved from paid to processing.' });
  });
});

describe('toAuditActor', () => {
  it('returns the account of the caller', () => {
    expect(toAuditActor({ kind: 'user', userId: ada.id, role: 'admin', email: ada.name, sid: 's' })).toEqual(ada);
  });

  it.each([{ kind: 'anonymous' as const }, { kind: 'guest' as const, guestId: ada.id, sid: 's' }])(
    'refuses a caller of kind $kind',
    (caller) => {
      expect(() => toAuditActor(caller)).toThrow('Not signed in');
    },
  );
});
