import { readJobQueues, type RunSql } from '@shop/jobs/worker';
import { collectDefaultMetrics, Gauge, register, Registry } from 'prom-client';
import type { EventMetrics } from '@shop/messaging';
import type { DataSource } from 'typeorm';
import { getPools } from '../database/database.module.js';
import { addEventMetrics } from './event-metrics.js';

/** With prom-client's default of 10 ms, sampling takes 6 ms of CPU time per second, with this 0.8 ms. Shorter delays are not measured. */
const EVENT_LOOP_SAMPLING_MS = 100;

/** Metrics of every service: the process, its database connections, background jobs and events. */
export function createMetricsRegistry(service: string, dataSource: DataSource, events: EventMetrics): Registry {
  const registry = new Registry();
  for (const each of [registry, register]) each.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: EVENT_LOOP_SAMPLING_MS });
  addPoolMetrics(registry, dataSource);
  addJobMetrics(registry, dataSource);
  addEventMetrics(registry, events);
  return registry;
}

/** The text of `/metrics`. Counters of features are constants of their modules, so they are in prom-client's global registry. */
export async function formatMetrics(registry: Registry): Promise<string> {
  return `${await registry.metrics()}\n${await register.metrics()}`;
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
