import { Controller, Req, RequestMapping, RequestMethod, Res, UseGuards, type Type } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { getContext, getTraceparent, type RequestContext, type RoutedContext } from '../requests/request-context.js';
import { isArchiveRoute, type ArchiveRoute, type ForwardedRoute, type Route } from '@shop/contracts/routes';
import { BodySizeGuard, CsrfGuard, RateLimitGuard, SessionGuard, StreamGuard } from './api.guards.js';
import { ArchiveService } from './archive.service.js';
import { toServiceHeaders } from './service-headers.js';
import { getClientNetwork } from '../requests/client-network.js';
import { ServiceProxy } from './service-proxy.js';

/** A controller with a handler for each route of the services. A GET route also handles HEAD. */
export function createApiController(routes: readonly Route[]): Type {
  @Controller()
  @UseGuards(CsrfGuard, BodySizeGuard, RateLimitGuard, SessionGuard, StreamGuard)
  class ApiController {
    constructor(
      readonly proxy: ServiceProxy,
      readonly archives: ArchiveService,
    ) {}
  }
  for (const route of routes) {
    async function handle(this: ApiController, request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const context = getContext(request.raw);
      prepareRequest(context);
      // The response does not pass through Fastify.
      reply.hijack();
      if (context.res.destroyed) return;
      if (isArchiveRoute(route)) await this.archives.sendArchive(context as RoutedContext<ArchiveRoute>);
      else this.proxy.forwardRequest(context as RoutedContext<ForwardedRoute>);
    }
    addHandler(ApiController, route, handle);
  }
  return ApiController;
}

/** Does what decorators do on a method of a class. */
function addHandler(controller: Type, route: Route, handle: (...args: never[]) => unknown): void {
  const name = `${route.method} ${route.path}`;
  const { prototype } = controller as { prototype: object };
  const descriptor = { value: handle, configurable: true };
  Object.defineProperty(prototype, name, descriptor);
  RequestMapping({ method: RequestMethod[route.method], path: route.path })(prototype, name, descriptor);
  RouteConfig({ route })(prototype, name, descriptor);
  Req()(prototype, name, 0);
  Res()(prototype, name, 1);
}

function prepareRequest(context: RequestContext): void {
  const { req, res, id, token, ip } = context;
  const traceparent = getTraceparent(req);
  context.traceparent = traceparent;
  req.headers = toServiceHeaders(req.headers, { id, traceparent, network: getClientNetwork(ip), token });
  if (context.expectsContinue) res.writeContinue();
}
