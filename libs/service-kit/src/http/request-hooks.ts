import type { RawBodyRequest } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DomainError, type ServiceName } from '@shop/contracts-common';
import { startEntry, type Entry } from '@shop/tracing';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import { createRequestDuration } from '../metrics/process-metrics.js';

declare module 'fastify' {
  interface FastifyRequest {
    entry?: Entry;
  }
}

const HEALTH_ROUTES = new Set(['/healthz', '/healthz/parts', '/readyz', '/metrics']);

/** Logged if the client left before the answer's end, as in the gateway. */
const CLIENT_LEFT = 499;

/** Continues the trace of the gateway. By route pattern: addresses contain ids of people. */
function startRequestEntry({ id, method, headers, routeOptions }: FastifyRequest): Entry {
  const { url: route } = routeOptions;
  return startEntry(route === undefined ? method : `${method} ${route}`, {
    kind: 'server',
    parent: headers.traceparent,
    attributes: { 'http.request.method': method, 'http.route': route },
    requestId: id,
  });
}

/** Log lines of `work` have the ids of the request. */
export const runInRequest = <T>({ entry }: FastifyRequest, work: () => T): T => (entry ? entry.run(work) : work());

/**
 * Writes one log line, one span and one histogram entry per request, by route pattern, also if the client leaves before the answer ends. Everything that a request logs, enqueues and publishes
 * belongs to its trace.
 */
export function installRequestHooks(fastify: FastifyInstance, registry: Registry): void {
  const duration = createRequestDuration(registry);
  // Its lines have the id of the request from the entry.
  fastify.setChildLoggerFactory((parent) => parent);
  fastify.decorateRequest('entry');
  fastify.addHook('onRequest', (request, reply, done) => {
    if (!HEALTH_ROUTES.has(request.routeOptions.url ?? '')) request.entry = startRequestEntry(request);
    // Not in onResponse, which does not run if the client leaves before.
    reply.raw.once('close', () => endRequest(request, reply));
    done();
  });
  // In preValidation, after the body was read: reading the body leaves an async context that was set earlier.
  fastify.addHook('preValidation', (request, _reply, done) => runInRequest(request, done));

  function endRequest({ routeOptions, method, entry, log }: FastifyRequest, { raw, elapsedTime }: FastifyReply): void {
    const route = routeOptions.url ?? 'unknown';
    const status = raw.writableFinished ? raw.statusCode : CLIENT_LEFT;
    duration.observe({ method, route, status }, elapsedTime / 1000);
    if (!entry) return;
    const line = { method, route, status, ms: Math.round(elapsedTime) };
    entry.run(() => log.info(line, 'Request completed'));
    entry.endResponse(status);
  }
}

/** For a process that serves no requests, so that a wrong address in the gateway shows at once. */
export function refuseAllButHealth(fastify: FastifyInstance, service: ServiceName): void {
  fastify.addHook('onRequest', ({ routeOptions }, _reply, done) => {
    if (HEALTH_ROUTES.has(routeOptions.url ?? '')) done();
    else
      done(
        new DomainError(
          'WORKER_CALLED',
          'unavailable',
          `This process of ${service} is a worker and serves no requests.`,
        ),
      );
  });
}

/** Far above what the contracts and webhooks of providers need. */
const MAX_LEVELS = 64;

/** Other servers call these, with larger bodies than pages send. The gateway has the same limit. */
const WEBHOOK_PATH = '/api/webhooks/';
const WEBHOOK_LIMIT_BYTES = 1024 * 1024;

/**
 * Reads JSON bodies of up to `bodyLimit` bytes. An empty body is no body, whatever the content type says. A body with more than
 * 64 levels is refused with 400 (`invalid`): everything behind this may recurse, and no deeper body can end the stack. A webhook
 * that is no JSON reaches its handler as raw bytes, because only the handler knows whether the provider has signed it.
 */
export function installJsonBodies(app: NestFastifyApplication, bodyLimit: number): void {
  const fastify = app.getHttpAdapter().getInstance();
  fastify.addHook('onRoute', (route) => {
    if (route.url.startsWith(WEBHOOK_PATH)) route.bodyLimit = WEBHOOK_LIMIT_BYTES;
  });
  const parseJson = fastify.getDefaultJsonParser('error', 'error');
  app.useBodyParser('application/json', { bodyLimit }, (incoming, body: Buffer, done) => {
    const request = incoming as RawBodyRequest<FastifyRequest>;
    if (body.length === 0) {
      request.rawBody = undefined;
      return done(null, undefined);
    }
    return parseJson(request, body.toString('utf8'), (error, parsed) => {
      if (error && request.routeOptions.url?.startsWith(WEBHOOK_PATH)) return done(null, undefined);
      if (!error && isNestedDeeperThan(parsed, MAX_LEVELS))
        done(new DomainError('REQUEST_INVALID', 'invalid', 'The request is nested too deeply.'));
      else done(error, parsed);
    });
  });
}

/** Walks level by level, because recursion would end the stack. */
function isNestedDeeperThan(value: unknown, maxLevels: number): boolean {
  let containers = [value].filter(isContainer);
  for (let levels = 1; containers.length > 0; levels += 1) {
    if (levels > maxLevels) return true;
    containers = containers.flatMap((container) => Object.values(container) as unknown[]).filter(isContainer);
  }
  return false;
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;
