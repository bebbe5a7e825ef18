import { readJobQueues, type JobQueueState, type RunSql } from '@shop/jobs/worker';
import type { JobRunner } from '@shop/jobs';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { EventMetrics } from '@shop/messaging';
import type { DataSource } from 'typeorm';
import { getPools } from '../database/database.module.js';
import { addEventMetrics } from './event-metrics.js';
import { createProcessMetrics } from './process-metrics.js';

interface MeasuredParts {
  dataSource: DataSource;
  events: EventMetrics;
  jobs: Pick<JobRunner, 'runs'>;
}

/** Metrics of every service: the process, its database connections, background jobs and events. */
export function createMetricsRegistry(
  service: string,
  version: string,
  { dataSource, events, jobs }: MeasuredParts,
): Registry {
  const registry = createProcessMetrics(service, version);
  addPoolMetrics(registry, dataSource);
  addJobMetrics(registry, dataSource);
  addRunMetrics(registry, jobs);
  addEventMetrics(registry, events);
  return registry;
}

function addPoolMetrics(registry: Registry, dataSource: DataSource): void {
  const sum = (count: 'waitingCount' | 'totalCount' | 'idleCount'): number =>
    getPools(dataSource).reduce((total, pool) => total + pool[count], 0);
  new Gauge({
    name: 'database_pool_waiting',
    help: 'Queries that wait for a free database connection',
    registers: [registry],
    collect() {
      this.set(sum('waitingCount'));
    },
  });
  new Gauge({
    name: 'database_pool_connections',
    help: 'Open database connections',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'busy' }, sum('totalCount') - sum('idleCount'));
      this.set({ state: 'idle' }, sum('idleCount'));
    },
  });
}

/** In every role, also where no worker is alive. The gauges share one query for each scrape, and are missing while the database does not answer. */
function addJobMetrics(registry: Registry, dataSource: DataSource): void {
  const query: RunSql = (sql, values) => dataSource.query(sql, values);
  let reading: Promise<JobQueueState[]> | undefined;
  const readOnce = (): Promise<JobQueueState[]> =>
    (reading ??= readJobQueues(query)
      .catch(() => [])
      .finally(() => (reading = undefined)));
  const addGauge = (name: string, help: string, key: Exclude<keyof JobQueueState, 'kind'>): unknown =>
    new Gauge({
      name,
      help,
      labelNames: ['kind'],
      registers: [registry],
      async collect() {
        const queues = await readOnce();
        this.reset();
        for (const queue of queues) this.set({ kind: queue.kind }, queue[key]);
      },
    });
  addGauge('jobs_ready', 'Jobs that are due and wait for a worker, in any process', 'ready');
  addGauge('jobs_running', 'Jobs that run, in any process', 'running');
  addGauge(
    'jobs_oldest_ready_seconds',
    'How long the oldest job of a kind has been due without being started',
    'oldestSeconds',
  );
  addGauge('jobs_dead', 'Jobs that failed for good; `npm run jobs -- dead list` shows them', 'deadCount');
}

function addRunMetrics(registry: Registry, { runs }: Pick<JobRunner, 'runs'>): void {
  new Counter({
    name: 'jobs_runs_total',
    help: 'Runs of jobs in this process that ended, also those that are repeated',
    labelNames: ['kind'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [kind, count] of runs) this.inc({ kind }, count);
    },
  });
}
