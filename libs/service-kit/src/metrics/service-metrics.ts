import { readJobQueues, type RunSql } from '@shop/jobs/worker';
import { Gauge, type Registry } from 'prom-client';
import type { EventMetrics } from '@shop/messaging';
import type { DataSource } from 'typeorm';
import { getPools } from '../database/database.module.js';
import { addEventMetrics } from './event-metrics.js';
import { createProcessMetrics } from './process-metrics.js';

/** Metrics of every service: the process, its database connections, background jobs and events. */
export function createMetricsRegistry(
  service: string,
  version: string,
  dataSource: DataSource,
  events: EventMetrics,
): Registry {
  const registry = createProcessMetrics(service, version);
  addPoolMetrics(registry, dataSource);
  addJobMetrics(registry, dataSource);
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

/** The gauges of jobs are missing while the database does not answer. */
function addJobMetrics(registry: Registry, dataSource: DataSource): void {
  const query: RunSql = (sql, values) => dataSource.query(sql, values);
  const oldest = new Gauge({
    name: 'jobs_oldest_ready_seconds',
    help: 'How long the oldest job of a kind has been due without being started',
    labelNames: ['kind'],
    registers: [registry],
    async collect() {
      const queues = await readJobQueues(query).catch(() => []);
      for (const gauge of [oldest, dead]) gauge.reset();
      for (const { kind, oldestSeconds, deadCount } of queues) {
        oldest.set({ kind }, oldestSeconds);
        dead.set({ kind }, deadCount);
      }
    },
  });
  const dead = new Gauge({
    name: 'jobs_dead',
    help: 'Jobs that failed for good; `npm run jobs -- dead list` shows them',
    labelNames: ['kind'],
    registers: [registry],
  });
}
