import { RequestMethod, type DynamicModule } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner, ModulesContainer, NestFactory, Reflector } from '@nestjs/core';
import { isArchiveRoute, publicRoutes, type ServiceName } from '@shop/contracts/routes';
import { ACCESS_METADATA } from '@shop/service-kit';

/** Lists the HTTP handlers of a service as `GET /api/products public`. Nest only scans the modules (`preview`). */
async function listHandlers(module: DynamicModule): Promise<string[]> {
  const app = await NestFactory.createApplicationContext(module, { preview: true, logger: false });
  const [methods, reflector] = [new MetadataScanner(), new Reflector()];
  return [...app.get(ModulesContainer).values()]
    .flatMap(({ controllers }) => [...controllers.values()].map(({ metatype }) => metatype as new () => object))
    .flatMap((controller) =>
      methods.getAllMethodNames(controller.prototype as object).flatMap((name) => {
        const handler = (controller.prototype as Record<string, () => unknown>)[name] as () => unknown;
        const method = reflector.get<RequestMethod | undefined>(METHOD_METADATA, handler);
        if (method === undefined) return [];
        const access = reflector.getAllAndOverride<string | undefined>(ACCESS_METADATA, [handler, controller]);
        const path = [controller, handler].map((target) => reflector.get<string>(PATH_METADATA, target)).join('/');
        return `${RequestMethod[method]} ${path.replaceAll(/\/+/g, '/').replace(/^(?!\/)/, '/')} ${access}`.replace(
          /\/ /,
          ' ',
        );
      }),
    );
}

const isInternal = (handler: string): boolean => / \/(internal\/.*|metrics|healthz|readyz) internal$/.test(handler);

/**
 * Lists the handlers of a service that are reachable from outside or lack an access level, and the handlers that its
 * routes in the contract demand; both sorted.
 */
export async function compareHandlers(
  service: ServiceName,
  module: DynamicModule,
): Promise<{ handlers: string[]; routes: string[] }> {
  const handlers = (await listHandlers(module)).filter((handler) => !isInternal(handler));
  const routes = publicRoutes.flatMap((route) => {
    if (!isArchiveRoute(route)) return route.service === service ? `${route.method} ${route.path} ${route.access}` : [];
    const { address, parts } = route.archive;
    return parts.some((part) => part.service === service) ? `GET ${address} ${route.access}` : [];
  });
  return { handlers: handlers.sort(), routes: routes.sort() };
}
