import { parseTraceparent, withTraceparent } from '@shop/messaging';
import type { FastifyInstance } from 'fastify';
import { Histogram, type Registry } from 'prom-client';

/** Seconds. Cached lists take milliseconds, image generation up to 90 s. */
const DURATION_BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 90];

const UNLOGGED_ROUTES = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Writes one log line and one histogram entry per request, by route pattern: addresses contain ids of people. Everything that a
 * request logs and publishes carries its trace id.
 */
export function installRequestHooks(fastify: FastifyInstance, registry: Registry): void {
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Request duration by route',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS,
    registers: [registry],
  });
  // In preValidation, after the body was read: reading the body leaves an async context that was set earlier.
  fastify.addHook('preValidation', (request, _reply, done) =>
    withTraceparent(parseTraceparent(request.headers.traceparent), done),
  );
  fastify.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    if (!UNLOGGED_ROUTES.has(route)) {
      const line = { method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) };
      withTraceparent(parseTraceparent(request.headers.traceparent), () => request.log.info(line, 'Request completed'));
    }
    done();
  });
}
