import {
  applyDecorators,
  HttpCode,
  RequestMapping,
  RequestMethod,
  SetMetadata,
  type CustomDecorator,
} from '@nestjs/common';
import type { AccessLevel } from '@shop/contracts-common';
import { type ForwardedRoute, isVersioned } from '@shop/contracts-common/routes';
import { WithEtag } from './etag.js';
import { CountsCustomers, Paged } from './page.js';

export const ACCESS_METADATA = 'shop:access';
export const ROUTE_METADATA = 'shop:route';
export const PERMISSION_METADATA = 'shop:permission';

/** Declares who may call a handler. A handler without it refuses every call, and each service's access.spec.ts fails. */
export const Access = (level: AccessLevel): CustomDecorator => SetMetadata(ACCESS_METADATA, level);

/**
 * Handles a public route: its method, path, access level, permission and status come from the contract. A handler of a paged list
 * returns a `Page`; an answer with a `version` has it as `ETag`. The body and the query are parsed by `zodPipe(route.body)` and
 * `zodPipe(route.query)`.
 */
export function Route(route: ForwardedRoute): MethodDecorator {
  const { method, path, access, permission, limit, answer } = route;
  return applyDecorators(
    RequestMapping({ method: RequestMethod[method], path }),
    HttpCode(answer.status),
    Access(access),
    SetMetadata(ROUTE_METADATA, route),
    SetMetadata(PERMISSION_METADATA, permission),
    ...(answer.isPaged && limit === 'customer-list' ? [CountsCustomers()] : []),
    ...(answer.isPaged ? [Paged()] : []),
    ...(isVersioned(answer) ? [WithEtag()] : []),
  );
}
