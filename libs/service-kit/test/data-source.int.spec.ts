import { installJobs } from '@shop/jobs/worker';
import { EventMetrics } from '@shop/messaging';
import {
  createDataSource,
  createMetricsRegistry,
  parseEnvironment,
  serviceEnvSchema,
  toErrorResponse,
} from '@shop/service-kit';
import { createTestTransport, testConfig } from '@shop/testing';
import { createTestDatabase, type TestDatabase } from '@shop/testing-database';
import type { DataSource } from 'typeorm';

const BUSY = {
  status: 503,
  code: 'SERVICE_BUSY',
  message: 'The order service is very busy right now. Please try again in a moment.',
};

let database: TestDatabase;
/** Has a single connection. */
let dataSource: DataSource;
let registry: ReturnType<typeof createMetricsRegistry>;
beforeAll(async () => {
  database = await createTestDatabase();
  const config = testConfig((environment) => parseEnvironment('order-svc', serviceEnvSchema, environment), {
    database,
    transport: createTestTransport(),
    env: { EVENTS_DATABASE_URL: database.url },
  });
  dataSource = await createDataSource({
    service: 'order-svc',
    config: { ...config, DATABASE_POOL: 1 },
    entities: [],
    migrations: [],
  }).initialize();
  await installJobs({ url: database.url });
  registry = createMetricsRegistry('order-svc', '1.0.0', {
    dataSource,
    events: new EventMetrics(dataSource),
    jobs: { runs: new Map() },
  });
});
afterAll(async () => {
  if (dataSource?.isInitialized) await dataSource.destroy();
  await database?.drop();
});

describe('the data source of a service', () => {
  it('rejects queries with SERVICE_BUSY while all connections are in use, and recovers', async () => {
    const taken = dataSource.createQueryRunner();
    await taken.connect();
    const responses = await Promise.all(
      [dataSource.query('SELECT 1'), dataSource.transaction((manager) => manager.query('SELECT 1'))].map((work) =>
        work.catch(toErrorResponse),
      ),
    );
    await taken.release();
    for (const response of responses) expect(response).toMatchObject(BUSY);
    expect(await dataSource.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('does not report other failures as busy', async () => {
    expect(await dataSource.query('SELECT secret FROM nowhere').catch(toErrorResponse)).toMatchObject({
      status: 500,
      code: 'UNEXPECTED',
    });
  });
});

describe('metrics of a service', () => {
  const readMetric = async (name: string): Promise<Record<string, number>> => {
    const metrics = await registry.getMetricsAsJSON();
    const values = metrics.find((metric) => metric.name === name)?.values ?? [];
    return Object.fromEntries(values.map(({ labels, value }) => [String(labels.kind ?? labels.state ?? ''), value]));
  };

  it('tell of each kind how many jobs wait, run and are dead, and how long the oldest one waits', async () => {
    const addJob = (kind: string, runAt: string): Promise<{ id: string }[]> =>
      dataSource.query(
        `SELECT (graphile_worker.add_job($1, '{}', run_at := now() + $2::interval, job_key := gen_random_uuid()::text)).id`,
        [kind, runAt],
      );
    await addJob('email.send', '-10 minutes');
    await addJob('email.send', '-1 minute');
    await addJob('art.draw', '1 hour');
    const [dead] = await addJob('file.remove', '-1 day');
    await dataSource.query(`SELECT graphile_worker.permanently_fail_jobs(ARRAY[$1::bigint], 'broken')`, [dead?.id]);
    const [running] = await addJob('art.draw', '-1 minute');
    await dataSource.query(
      `UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'a' WHERE id = $1`,
      [running?.id],
    );
    expect(await readMetric('jobs_ready')).toEqual({ 'art.draw': 0, 'email.send': 2, 'file.remove': 0 });
    expect(await readMetric('jobs_running')).toEqual({ 'art.draw': 1, 'email.send': 0, 'file.remove': 0 });
    const oldest = await readMetric('jobs_oldest_ready_seconds');
    expect(oldest).toEqual({ 'art.draw': 0, 'email.send': expect.any(Number), 'file.remove': 0 });
    expect(Math.round((oldest['email.send'] ?? 0) / 60)).toBe(10);
    expect(await readMetric('jobs_dead')).toEqual({ 'art.draw': 0, 'email.send': 0, 'file.remove': 1 });
  });

  it('tell how many queries wait for a connection', async () => {
    const taken = dataSource.createQueryRunner();
    await taken.connect();
    const waiting = [dataSource.query('SELECT 1'), dataSource.query('SELECT 2')];
    const reading = Promise.all([readMetric('database_pool_waiting'), readMetric('database_pool_connections')]);
    await taken.release();
    expect(await reading).toEqual([{ '': 2 }, { busy: 1, idle: 0 }]);
    await Promise.all(waiting);
  });

  it('are still served while the database is away', async () => {
    await dataSource.destroy();
    expect(await readMetric('jobs_oldest_ready_seconds')).toEqual({});
    expect(await readMetric('process_start_time_seconds')).toEqual({ '': expect.any(Number) });
  });
});
