import { applyDecorators, HttpCode, RequestMapping, RequestMethod } from '@nestjs/common';
import type { ForwardedRoute } from '@shop/contracts/routes';
import { Access } from '../access/access.decorator.js';
import { Paged } from './page.js';

/**
 * Handles a public route: its method, path, access level and status come from the contract. A handler of a paged list
 * returns a `Page`. The body and the query are parsed by `zodPipe(route.body)` and `zodPipe(route.query)`.
 */
export const Route = ({ method, path, access, answer }: ForwardedRoute): MethodDecorator =>
  applyDecorators(
    RequestMapping({ method: RequestMethod[method], path }),
    HttpCode(answer.status),
    Access(access),
    ...(answer.isPaged ? [Paged()] : []),
  );
