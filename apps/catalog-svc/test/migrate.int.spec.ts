import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createTestDatabase, waitFor, type TestDatabase } from '@shop/testing-database';
import { migrations } from '../src/database/migrations.js';

const run = promisify(execFile);
const COMMAND = fileURLToPath(new URL('../dist/migrate.js', import.meta.url));

describe('dist/migrate.js', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database?.drop());

  /** With no other variable: a job of an orchestrator has no keys. */
  const migrate = (url: string) =>
    run(process.execPath, [COMMAND], {
      env: { DATABASE_URL: url },
    });

  it('runs the migrations and ends with 0, also where there is nothing to do', async () => {
    expect((await migrate(database.url)).stdout).toContain('The database is migrated');
    const applied = await database.query<{ name: string }>('SELECT name FROM migrations');
    expect(applied.map(({ name }) => name)).toEqual(
      expect.arrayContaining(migrations.map((migration) => new migration().name)),
    );
    expect((await migrate(database.url)).stdout).toContain('The database has all migrations');
  }, 60_000);

  it('ends with 1 where a migration fails', async () => {
    await database.query('DELETE FROM migrations');
    await expect(migrate(database.url)).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining('The migrations failed') as string,
    });
  }, 60_000);

  it('ends with 143 at SIGTERM, which the first process of a container ignores without a handler', async () => {
    // Another process migrates.
    await database.query('SELECT pg_advisory_lock(7241001)');
    const command = spawn(process.execPath, [COMMAND], { env: { DATABASE_URL: database.url }, stdio: 'ignore' });
    const ended = once(command, 'exit');
    const attempts = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE '%pg_try_advisory_lock%'`;
    await waitFor(async () => expect(await database.query(attempts)).not.toEqual([]));
    command.kill('SIGTERM');
    expect(await ended).toEqual([143, null]);
  }, 60_000);
});
