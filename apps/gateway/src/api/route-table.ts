import { Inject, Injectable } from '@nestjs/common';
import {
  isGatewayArchive,
  joinRoutes,
  listRoutes,
  listServiceRoutes,
  toGatewayRoute,
  type GatewayRoute,
  type ReleasedRoute,
} from '@shop/contracts-all';
import { SERVICE_NAMES, type ServiceName } from '@shop/contracts-common/routes';
import { CONFIG } from '@shop/service-kit/http';
import createRouter, { type HTTPMethod, type Instance, type HTTPVersion } from 'find-my-way';
import type { Config } from '../config.js';
import { getPathname } from '../requests/request-context.js';
import { listSandboxRoutes } from './sandbox.routes.js';

/** Longest path parameter, such as a file name. */
export const PARAMETER_MAX_LENGTH = 200;

const ignore = (): void => undefined;

/**
 * The public routes. Those of a service are the ones of its release; before its first release, those that this gateway was built with. Archives
 * and the sandbox's calls are the gateway's own.
 */
@Injectable()
export class RouteTable {
  private readonly own: readonly GatewayRoute[];
  private readonly built: ReadonlyMap<ServiceName, readonly ReleasedRoute[]>;
  private readonly released = new Map<ServiceName, readonly ReleasedRoute[]>();
  private router: Instance<HTTPVersion.V1>;

  constructor(@Inject(CONFIG) private readonly config: Config) {
    const routes = listRoutes(config.NODE_ENV);
    this.own = [...routes.map(toGatewayRoute).filter(isGatewayArchive), ...listSandboxRoutes(config)];
    this.built = new Map(SERVICE_NAMES.map((service) => [service, listServiceRoutes(routes, service)]));
    this.router = this.createRouter(this.released);
  }

  /** A GET route also handles HEAD. */
  find(method: string | undefined, url: string | undefined): GatewayRoute | undefined {
    const called = (method === 'HEAD' ? 'GET' : method) as HTTPMethod;
    return (this.router.find(called, getPathname(url))?.store as GatewayRoute | undefined) ?? undefined;
  }

  /**
   * Takes the routes of a release. The requests that follow use them.
   * @throws Error if another service has one of the calls; the table stays as it is.
   */
  replace(service: ServiceName, routes: readonly ReleasedRoute[]): void {
    this.router = this.createRouter(new Map(this.released).set(service, routes));
    this.released.set(service, routes);
  }

  private createRouter(released: ReadonlyMap<ServiceName, readonly ReleasedRoute[]>): Instance<HTTPVersion.V1> {
    const owned = SERVICE_NAMES.map((service) => released.get(service) ?? this.built.get(service) ?? []);
    const router = createRouter({ maxParamLength: PARAMETER_MAX_LENGTH });
    for (const route of [...this.own, ...joinRoutes(owned)])
      if (!route.developmentOnly || this.config.NODE_ENV !== 'production')
        router.on(route.method, route.path, ignore, route);
    return router;
  }
}
