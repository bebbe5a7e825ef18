import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import cookie from '@fastify/cookie';
import staticFiles from '@fastify/static';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { ANSWER_MS, Readiness, type RunningApp } from '@shop/service-kit/http';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { ApiRoutes } from './api/api.routes.js';
import { PARAMETER_MAX_LENGTH, RouteTable } from './api/route-table.js';
import { isHttps, toLocalHost, type Config } from './config.js';
import { createNotFoundError, sendError } from './gateway.errors.js';
import { GatewayModule } from './gateway.module.js';
import { Metrics } from './requests/metrics.js';
import { OpenResponses } from './requests/open-responses.js';
import { getRequestId } from './requests/request-context.js';
import { RequestHooks } from './requests/request.hooks.js';
import { createDefaultHeaders } from './requests/security-headers.js';

/** Node closes a connection that was opened in advance after its `headersTimeout`, so it must exceed the keep-alive time. */
const HEADERS_MARGIN_MS = 5_000;

export interface Gateway extends RunningApp {
  /** Public address. */
  url: string;
  metricsUrl: string;
}

function createAdapter(config: Config): FastifyAdapter {
  const setSecurityHeaders = createDefaultHeaders(isHttps(config));
  return new FastifyAdapter({
    trustProxy: config.TRUST_PROXY.length > 0 && config.TRUST_PROXY,
    // No middleware is used.
    skipMiddie: true,
    genReqId: getRequestId,
    keepAliveTimeout: config.KEEP_ALIVE_MS,
    // The request hooks have their own limits for bodies, because Node's does not know whether bytes still arrive.
    requestTimeout: 0,
    http: { headersTimeout: config.KEEP_ALIVE_MS + HEADERS_MARGIN_MS },
    routerOptions: { maxParamLength: PARAMETER_MAX_LENGTH },
    // Requests on open connections are still answered while the gateway drains.
    return503OnClosing: false,
    // Addresses that the router refuses, such as `/%zz`. The request hooks do not run for them.
    frameworkErrors: (_error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      setSecurityHeaders(request.raw, reply.raw);
      reply.raw.setHeader('x-request-id', request.id);
      sendError(request.raw, reply.raw, createNotFoundError());
    },
  });
}

async function installPlugins(app: NestFastifyApplication): Promise<void> {
  const fastify = app.getHttpAdapter().getInstance();
  const table = app.get(RouteTable);
  app.get(RequestHooks).install(fastify, (method, url) => table.find(method, url));
  await app.register(cookie);
  await app.register(staticFiles, { serve: false, preCompressed: true, index: false });
  // Bodies are streamed to the services, so the gateway parses none.
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.get(ApiRoutes).install(fastify);
  fastify.server.on('checkContinue', (req: IncomingMessage, res: ServerResponse) => fastify.routing(req, res));
}

/** Starts the gateway. Resolves once it listens, and rejects if a port is in use. `now` is the clock of the session cache and of released web apps. */
export async function startGateway(config: Config, logger: Logger, now: () => number = Date.now): Promise<Gateway> {
  const app = await NestFactory.create<NestFastifyApplication>(
    GatewayModule.with(config, logger, now),
    createAdapter(config),
    { logger: false, bodyParser: false, abortOnError: false },
  );
  try {
    await installPlugins(app);
    await app.listen(config.PORT, config.HOST);
  } catch (error) {
    await app.close();
    throw error;
  }
  const server = app.getHttpServer();
  return {
    url: `http://${toLocalHost(config.HOST)}:${(server.address() as AddressInfo).port}`,
    metricsUrl: app.get(Metrics).url,
    startDraining: () => app.get(Readiness).startDraining(),
    close: () => closeGateway(app, server, config.DRAIN_MS),
  };
}

/**
 * Accepts no new requests, and waits for running ones. Those that take too long are refused; the page repeats an upload. Bodies of refused
 * requests are read for ANSWER_MS.
 */
async function closeGateway(app: NestFastifyApplication, server: Server, drainMs: number): Promise<void> {
  app.get(Readiness).startDraining();
  server.close();
  const responses = app.get(OpenResponses);
  let limit = setTimeout(() => {
    for (const context of responses.listLongUnanswered()) app.get(RequestHooks).refuseForShutdown(context);
    limit = setTimeout(() => server.closeAllConnections(), ANSWER_MS);
  }, drainMs);
  await responses.waitForResponses();
  clearTimeout(limit);
  // Only idle connections remain: browsers open some in advance.
  server.closeAllConnections();
  await app.close();
}
