import { collectDefaultMetrics, Gauge, Histogram, register, Registry } from 'prom-client';

/** With prom-client's default of 10 ms, sampling takes 6 ms of CPU time per second, with this 0.8 ms. Shorter delays are not measured. */
const EVENT_LOOP_SAMPLING_MS = 100;

/** Seconds. Cached lists take milliseconds, image generation up to 90 s. */
const DURATION_BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 90];

/** Metrics of every process. */
export function createProcessMetrics(service: string, version: string): Registry {
  const registry = new Registry();
  for (const each of [registry, register]) each.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: EVENT_LOOP_SAMPLING_MS });
  new Gauge({
    name: 'build_info',
    help: 'Always 1. The label has the version of this process.',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version }, 1);
  return registry;
}

/** By route: addresses contain ids of people. */
export type RequestDuration = Histogram<'method' | 'route' | 'status'>;

export const createRequestDuration = (registry: Registry): RequestDuration =>
  new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Request duration by route',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS,
    registers: [registry],
  });

/** The text of `/metrics`. Counters of features are constants of their modules, so they are in prom-client's global registry. */
export async function formatMetrics(registry: Registry): Promise<string> {
  return `${await registry.metrics()}\n${await register.metrics()}`;
}
