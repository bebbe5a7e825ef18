/**
 * `npm run prove:pgbouncer`: the integration tests of messaging, jobs and order-svc, with DATABASE_URL through Debian's PgBouncer in
 * transaction mode and DATABASE_SESSION_URL to PostgreSQL itself. Arguments are passed on to Jest, such as `-- --testPathPatterns refunds`.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../dev/stack/postgres.ts';
import { PROJECT_ROOT } from '../../ops/shop/settings.ts';
import { getErrorMessage, StartError } from '../../ops/shop/start-error.ts';
import { findPgBouncer, startPgBouncer } from './pgbouncer.ts';

const ROOTS = ['libs/messaging', 'libs/jobs', 'apps/order-svc'];

function runTests(env: Record<string, string>): boolean {
  const jest = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js'];
  const args = [...jest, '--selectProjects', 'integration', '--roots', ...ROOTS, ...process.argv.slice(2)];
  const { status } = spawnSync(process.execPath, args, {
    cwd: PROJECT_ROOT,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  });
  return status === 0;
}

async function prove(): Promise<void> {
  console.log(findPgBouncer());
  const folder = mkdtempSync(join(tmpdir(), 'prove-pgbouncer-'));
  chmodSync(folder, 0o755); // for the accounts of PostgreSQL and PgBouncer
  const postgres = await startPostgres({ folder: join(folder, 'postgres'), logFolder: folder, fast: true });
  try {
    const pgbouncer = await startPgBouncer(postgres.url, folder);
    try {
      const passed = runTests({ TEST_POSTGRES_URL: postgres.url, TEST_POOLER_URL: pgbouncer.url });
      const transactions = await pgbouncer.countTransactions();
      console.log(`${transactions} transactions went through PgBouncer.`);
      if (transactions === 0) throw new StartError('The tests did not use PgBouncer.');
      if (!passed) process.exitCode = 1;
    } finally {
      pgbouncer.stop();
    }
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

await prove().catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : `The proof failed: ${getErrorMessage(error)}`);
  process.exitCode = 1;
});
