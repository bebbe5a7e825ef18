import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { isGatewayArchive, type GatewayArchiveRoute, type ReleasedRoute } from '@shop/contracts-all';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getClientNetwork } from '../requests/client-network.js';
import { GatewayErrorFilter } from '../requests/gateway-error.filter.js';
import { getContext, runInRequest, type RequestContext, type RoutedContext } from '../requests/request-context.js';
import { ApiGuards } from './api.guards.js';
import { ArchiveService } from './archive.service.js';
import { toServiceHeaders } from './service-headers.js';
import { RouteTable } from './route-table.js';
import { ServiceProxy } from './service-proxy.js';

/** Fastify's router asks the table: requests that it knows reach the handler below, and no other one. */
const CONSTRAINT = 'table';
const IN_TABLE = 'known';

/** The public routes of the services. */
@Injectable()
export class ApiRoutes {
  constructor(
    private readonly table: RouteTable,
    private readonly guards: ApiGuards,
    private readonly proxy: ServiceProxy,
    private readonly archives: ArchiveService,
    private readonly errors: GatewayErrorFilter,
  ) {}

  /** One handler for all of them: releases of services change the table while the gateway runs. */
  install(fastify: FastifyInstance): void {
    fastify.addConstraintStrategy({
      name: CONSTRAINT,
      storage: () => {
        const handlers = new Map<string, unknown>();
        return {
          get: (value: string) => (handlers.get(value) ?? null) as never,
          set: (value: string, handler: unknown) => void handlers.set(value, handler),
        };
      },
      deriveConstraint: ({ method, url }: IncomingMessage) => (this.table.find(method, url) ? IN_TABLE : undefined),
      validate: () => true,
      mustMatchWhenDerived: true,
    });
    fastify.route({
      method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url: '/*',
      constraints: { [CONSTRAINT]: IN_TABLE },
      exposeHeadRoute: false,
      handler: (request, reply) => {
        // The response does not pass through Fastify.
        reply.hijack();
        const context = getContext(request.raw) as RoutedContext;
        runInRequest(context, () => this.handleRequest(context, request)).catch((error: unknown) =>
          this.errors.sendError(context, error),
        );
      },
    });
  }

  private async handleRequest(context: RoutedContext, request: FastifyRequest): Promise<void> {
    await this.guards.checkRequest(context, request);
    setServiceHeaders(context);
    if (context.res.destroyed) return;
    if (isGatewayArchive(context.route)) await this.archives.sendArchive(context as RoutedContext<GatewayArchiveRoute>);
    else this.proxy.forwardRequest(context as RoutedContext<ReleasedRoute>);
  }
}

function setServiceHeaders(context: RequestContext): void {
  const { req, res, id, entry, token, ip } = context;
  const own = { id, traceparent: entry?.traceparent, network: getClientNetwork(ip), token };
  req.headers = toServiceHeaders(req.headers, own);
  if (context.expectsContinue) res.writeContinue();
}
