import { createServer, type Server } from 'node:http';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { RequestContext } from '../request-context.js';
import { RequestDurations } from './request-durations.js';

/** Seconds. Cached lists take milliseconds, image generation up to 90 s. */
const DURATION_BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 90];

/** With prom-client's default of 10 ms, sampling takes 6 ms of CPU time per second, with this 0.8 ms. Shorter delays are not measured. */
const EVENT_LOOP_SAMPLING_MS = 100;

export interface Metrics {
  registry: Registry;
  observe(context: RequestContext, status: number, seconds: number): void;
}

/** One histogram entry per request, by route: addresses contain ids of people. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service: 'gateway' });
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: EVENT_LOOP_SAMPLING_MS });
  const durations = new RequestDurations(DURATION_BUCKETS, registry);
  return {
    registry,
    observe: ({ req, route }, status, seconds) =>
      durations.observe({ method: req.method ?? '', route: route?.path ?? 'web', status }, seconds),
  };
}

/** Serves `/metrics` on a separate port that is not public. */
export function createMetricsServer(registry: Registry): Server {
  return createServer((req, res) => {
    if (req.url !== '/metrics') {
      res.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => res.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => res.writeHead(500).end(),
    );
  });
}
