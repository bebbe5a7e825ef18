import { Logger, type DynamicModule } from '@nestjs/common';
import {
  createDataSource,
  defineInitialMigration,
  migrate,
  OutdatedDatabaseError,
  parseEnvironment,
  ServiceModule,
  serviceEnvSchema,
  startService,
  type MigrateOptions,
  type MigrationClass,
  type ServiceConfig,
} from '@shop/service-kit';
import pg from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTestTransport, testConfig } from '@shop/testing';
import { createTestDatabase, waitFor, type TestDatabase } from '@shop/testing-database';

const runs = (name: string, statement: string, transaction = true): MigrationClass =>
  class implements MigrationInterface {
    readonly name = name;
    readonly transaction = transaction;
    async up(runner: QueryRunner): Promise<void> {
      await runner.query(statement);
    }
    down(): Promise<void> {
      return Promise.reject(new Error('not used'));
    }
  };
const createsTable = (name: string, table: string): MigrationClass => runs(name, `CREATE TABLE ${table} (id int)`);

const edition = (...tables: string[]): MigrationClass =>
  defineInitialMigration(
    'InitialSchema',
    tables.map((table) => `CREATE TABLE ${table} (id int)`),
  );
const OLD = edition('orders');
const INITIAL = edition('invoices');
const NEXT = createsTable('NextVersion1900000000000', 'gifts');

describe('migrate', () => {
  const transport = createTestTransport();
  let database: TestDatabase;

  const configure = (): ServiceConfig =>
    testConfig((env) => parseEnvironment('order-svc', serviceEnvSchema, env), { database, transport });

  const warnings: object[] = [];
  const logger: MigrateOptions['logger'] = { warn: (fields, message) => void warnings.push({ ...fields, message }) };

  async function migrateTo(...migrations: MigrationClass[]): Promise<void> {
    const dataSource = createDataSource({
      service: 'order-svc',
      config: configure(),
      entities: [],
      migrations,
    });
    await dataSource.initialize();
    await migrate(dataSource, { logger }).finally(() => dataSource.destroy());
  }

  async function listTables(): Promise<string[]> {
    const rows = await database.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1`,
    );
    return rows.map(({ name }) => name);
  }

  beforeAll(() => {
    Logger.overrideLogger(false); // Nest prints the error of a failed start
    return transport.open();
  });
  afterAll(() => transport.close());
  beforeEach(async () => {
    warnings.length = 0;
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  it('refuses a database of another edition with one sentence, and leaves it unchanged', async () => {
    await migrateTo(OLD);
    const before = await listTables();
    const module: DynamicModule = {
      module: class AppModule {},
      imports: [
        ServiceModule.forRoot({
          service: 'order-svc',
          events: [],
          config: configure(),
          entities: [],
          migrations: [INITIAL],
        }),
      ],
    };
    const name = new URL(database.url).pathname.slice(1);
    await expect(startService(module)).rejects.toThrow(
      new OutdatedDatabaseError(
        `The database ${name} is from an older development version: rename it and start again.`,
      ),
    );
    expect(await listTables()).toEqual(before);
  });

  it('names the data folder that contains the database', async () => {
    await migrateTo(OLD);
    const dataSource = createDataSource({
      service: 'order-svc',
      config: configure(),
      entities: [],
      migrations: [INITIAL],
    });
    await dataSource.initialize();
    await expect(migrate(dataSource, { dataFolder: '/shop/.data' })).rejects.toThrow(
      /^The database \S+ is from an older development version: rename the data folder \/shop\/\.data and start again\.$/,
    );
    await dataSource.destroy();
  });

  it('takes two editions that differ in comments and spaces only as one', async () => {
    await migrateTo(defineInitialMigration('InitialSchema', ['CREATE TABLE invoices (id int)']));
    await migrateTo(
      defineInitialMigration('InitialSchema', ['-- All of them.\n  CREATE TABLE invoices (\n    id int\n  )']),
    );
  });

  it('accepts a database that a newer version has migrated', async () => {
    await migrateTo(INITIAL, NEXT);
    await migrateTo(INITIAL);
    expect(await listTables()).toEqual(expect.arrayContaining(['gifts', 'invoices']));
  });

  it('completes a first start that was interrupted after the messaging tables', async () => {
    await migrateTo();
    await migrateTo(INITIAL);
    expect(await listTables()).toEqual(expect.arrayContaining(['outbox', 'invoices']));
  });

  it('lets a second process wait while the first builds an index without a lock', async () => {
    const index = runs('AddIndex1800000000000', 'CREATE INDEX CONCURRENTLY invoices_id ON invoices (id)', false);
    await Promise.all([migrateTo(INITIAL, index), migrateTo(INITIAL, index)]);
    const found = await database.query<{ valid: boolean }>(
      `SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = 'invoices_id'::regclass`,
    );
    expect(found).toEqual([{ valid: true }]);
  });

  it('names the session that holds the lock of migrations, every five seconds', async () => {
    await migrateTo(INITIAL);
    const holder = new pg.Client({ connectionString: database.url, application_name: 'forgotten' });
    await holder.connect();
    await holder.query('SELECT pg_advisory_lock(7241001)');
    const migrated = migrateTo(INITIAL);
    await waitFor(() => expect(warnings).not.toEqual([]));
    await holder.end();
    await migrated;
    expect(warnings[0]).toMatchObject({
      message: 'The start waits until another process has migrated the database',
      sessions: [{ application: 'forgotten', statement: 'SELECT pg_advisory_lock(7241001)' }],
    });
  }, 30_000);

  it('gives way to other statements while a transaction has locked the table, and tries again', async () => {
    await migrateTo(INITIAL);
    const reader = new pg.Client({ connectionString: database.url });
    await reader.connect();
    await reader.query('BEGIN; LOCK TABLE invoices IN ACCESS SHARE MODE');
    const migrated = migrateTo(INITIAL, runs('AddNote1800000000000', 'ALTER TABLE invoices ADD note text'));
    await waitFor(async () =>
      expect(
        await database.query(`SELECT FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND NOT granted`),
      ).toHaveLength(1),
    );
    expect(await database.query('SELECT FROM invoices')).toEqual([]); // waits behind the migration until that gives way
    await waitFor(() => expect(warnings).not.toEqual([]));
    await reader.query('COMMIT');
    await reader.end();
    await migrated;
    expect(warnings[0]).toMatchObject({
      message: 'A migration waits for a table that open transactions use',
      sessions: [{ statement: 'BEGIN; LOCK TABLE invoices IN ACCESS SHARE MODE' }],
    });
    expect(await database.query('SELECT note FROM invoices')).toEqual([]);
  });
});
