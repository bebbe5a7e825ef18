/** Promises of @shop/jobs that concern several processes: takeover, no double run, schedules. */
import { setTimeout as delay } from 'node:timers/promises';
import { JobQueue } from '@shop/jobs';
import { installJobs } from '@shop/jobs/worker';
import type { DataSource } from 'typeorm';
import { createTestDatabase, waitFor, type TestDatabase } from '@shop/testing-database';
import { startJobProcess, type JobProcess } from './support/job-process.js';
import { connectTypeOrm, work } from './support/jobs-app.js';

const TAKEOVER_AFTER_MS = 2_000;

describe('jobs in several processes', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  const queue = new JobQueue();
  const processes: JobProcess[] = [];
  const start = async (env: Record<string, string> = {}): Promise<JobProcess> => {
    const child = await startJobProcess({ DATABASE_URL: database.url, ...env });
    processes.push(child);
    return child;
  };
  const hasStarted = (child: JobProcess, line: string) => waitFor(() => expect(child.lines).toContain(line));
  const waitForNoJobs = () =>
    waitFor(async () => expect(await database.query('SELECT FROM graphile_worker.jobs')).toHaveLength(0), {
      timeoutMs: 20_000,
    });

  beforeEach(async () => {
    database = await createTestDatabase();
    await installJobs({ url: database.url });
    dataSource = await connectTypeOrm(database.poolUrl);
  });
  afterEach(async () => {
    await Promise.all(processes.splice(0).map((child) => child.kill()));
    await dataSource.destroy();
    await database.drop();
  });

  it('takes over the job of a killed process within 30 s and counts the lost run', async () => {
    const killed = await start({ SHOULD_WAIT: '3600000' });
    await queue.enqueue(dataSource.manager, work, { name: 'a' });
    await hasStarted(killed, 'start a 1');
    await killed.kill();
    const other = await start();
    await waitFor(() => expect(other.lines).toContain('end a 2'), { timeoutMs: 30_000 });
    await waitForNoJobs();
  }, 60_000);

  it('leaves the job to a stopped process, which continues it', async () => {
    const stopped = await start({ SHOULD_WAIT: '500', TAKEOVER_AFTER_MS: String(TAKEOVER_AFTER_MS) });
    await queue.enqueue(dataSource.manager, work, { name: 'a' });
    await hasStarted(stopped, 'start a 1');
    stopped.signal('SIGSTOP');
    const other = await start({ TAKEOVER_AFTER_MS: String(TAKEOVER_AFTER_MS) });
    await queue.enqueue(dataSource.manager, work, { name: 'b' });
    await hasStarted(other, 'end b 1');
    await delay(2 * TAKEOVER_AFTER_MS);
    stopped.signal('SIGCONT');
    await hasStarted(stopped, 'end a 1');
    await waitForNoJobs();
    expect(other.lines.filter((line) => line.includes(' a '))).toEqual([]);
  }, 60_000);

  it('runs each job once with two processes', async () => {
    const children = await Promise.all([start({ SHOULD_WAIT: '5' }), start({ SHOULD_WAIT: '5' })]);
    const names = Array.from({ length: 100 }, (_, index) => `job${index}`);
    await Promise.all(names.map((name) => queue.enqueue(dataSource.manager, work, { name })));
    await waitForNoJobs();
    const starts = children.flatMap(({ lines }) => lines.filter((line) => line.startsWith('start ')));
    expect(starts.sort()).toEqual(names.map((name) => `start ${name} 1`).sort());
    for (const { lines } of children) expect(lines.length).toBeGreaterThan(1);
  }, 60_000);

  it('runs a schedule once among two processes', async () => {
    // Their clocks start 8 s before a minute that is in the past for PostgreSQL.
    const clock = String(Math.floor(Date.now() / 60_000) * 60_000 - 8_000);
    const children = await Promise.all([start({ CLOCK_START_MS: clock }), start({ CLOCK_START_MS: clock })]);
    const listTicks = () => children.flatMap(({ lines }) => lines.filter((line) => line === 'tick'));
    await waitFor(() => expect(listTicks()).toEqual(['tick']), { timeoutMs: 30_000 });
    await waitForNoJobs();
    await delay(2_000);
    expect(listTicks()).toEqual(['tick']);
  }, 60_000);
});
