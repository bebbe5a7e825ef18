import { Injectable, Inject, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import {
  IDENTITY_HEADER,
  sessionMissing,
  type AccessLevel,
  type IdentityClaims,
  type NeededPermission,
} from '@shop/contracts-common';
import type { ForwardedRoute } from '@shop/contracts-common/routes';
import { ACCESS_METADATA, PERMISSION_METADATA, ROUTE_METADATA } from '../http/route.decorator.js';
import { assertAccess, assertPermission } from './access-level.js';
import { callerFromClaims, listPermissions, toRole, type Caller } from './caller.js';
import { assertSecondFactor } from './second-factor.js';
import { ServiceTokenVerifier } from './service-token.verifier.js';

interface AccessRequest {
  headers: Record<string, unknown>;
  routeOptions: { url?: string };
  caller?: Caller;
  user?: IdentityClaims;
}

/**
 * Global guard: demands the gateway's token below `/internal/`, verifies the identity token if the request has one, and enforces the
 * access level, the permission and the second factor that the handler declares.
 */
@Injectable()
export class AccessGuard extends AuthGuard('identity-token') {
  constructor(
    private readonly reflector: Reflector,
    @Inject(ServiceTokenVerifier) private readonly serviceTokens: ServiceTokenVerifier,
  ) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType() !== 'http') return true;
    const level = this.reflector.getAllAndOverride<AccessLevel | undefined>(ACCESS_METADATA, [
      context.getHandler(),
      context.getClass(),
    ]);
    const request = context.switchToHttp().getRequest<AccessRequest>();
    if (request.routeOptions.url?.startsWith('/internal/')) await this.serviceTokens.assertToken(request.headers);
    if (request.headers[IDENTITY_HEADER] !== undefined) await super.canActivate(context);
    request.caller = callerFromClaims(request.user);
    assertAccess(level, toRole(request.caller));
    const permission = this.reflector.get<NeededPermission | undefined>(PERMISSION_METADATA, context.getHandler());
    assertPermission(permission, listPermissions(request.caller));
    const route = this.reflector.get<ForwardedRoute | undefined>(ROUTE_METADATA, context.getHandler());
    if (route) assertSecondFactor(route, request.caller);
    return true;
  }

  override handleRequest<Claims>(error: unknown, claims: Claims | false): Claims {
    if (error || !claims) throw sessionMissing();
    return claims;
  }
}
