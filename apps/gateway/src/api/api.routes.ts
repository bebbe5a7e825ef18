import { Injectable } from '@nestjs/common';
import { isArchiveRoute, type ArchiveRoute, type ForwardedRoute, type Route } from '@shop/contracts-common/routes';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getClientNetwork } from '../requests/client-network.js';
import { GatewayErrorFilter } from '../requests/gateway-error.filter.js';
import { getContext, runInRequest, type RequestContext, type RoutedContext } from '../requests/request-context.js';
import { ApiGuards } from './api.guards.js';
import { ArchiveService } from './archive.service.js';
import { toServiceHeaders } from './service-headers.js';
import { ServiceProxy } from './service-proxy.js';

/** The public routes of the services. */
@Injectable()
export class ApiRoutes {
  constructor(
    private readonly guards: ApiGuards,
    private readonly proxy: ServiceProxy,
    private readonly archives: ArchiveService,
    private readonly errors: GatewayErrorFilter,
  ) {}

  /** A GET route also handles HEAD. */
  install(fastify: FastifyInstance, routes: readonly Route[]): void {
    for (const route of routes)
      fastify.route({
        method: route.method,
        url: route.path,
        config: { route },
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
    if (isArchiveRoute(context.route)) await this.archives.sendArchive(context as RoutedContext<ArchiveRoute>);
    else this.proxy.forwardRequest(context as RoutedContext<ForwardedRoute>);
  }
}

function setServiceHeaders(context: RequestContext): void {
  const { req, res, id, entry, token, ip } = context;
  const own = { id, traceparent: entry?.traceparent, network: getClientNetwork(ip), token };
  req.headers = toServiceHeaders(req.headers, own);
  if (context.expectsContinue) res.writeContinue();
}
