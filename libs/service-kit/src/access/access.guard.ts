import { Injectable, Inject, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import {
  DomainError,
  IDENTITY_HEADER,
  MESSAGES,
  IDENTITY_TOKEN_AUD,
  IDENTITY_ISSUER,
  identityClaimsSchema,
  type AccessLevel,
  type IdentityClaims,
} from '@shop/contracts/common';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { CONFIG, type ServiceConfig } from '../config.js';
import { ACCESS_METADATA } from '../http/route.decorator.js';
import { callerFromClaims, type Caller } from './caller.js';

interface AccessRequest {
  headers: Record<string, unknown>;
  caller?: Caller;
  user?: IdentityClaims;
}

const unauthenticated = () => new DomainError('SESSION_MISSING', 'unauthenticated', MESSAGES.notSignedIn);

/** Throws a DomainError (401 or 403) when the caller does not have the required access level. */
export function assertAccess(level: AccessLevel | undefined, caller: Caller): void {
  switch (level) {
    case 'public':
    case 'internal':
      return;
    case 'guest':
    case 'session':
      if (caller.kind === 'anonymous') throw unauthenticated();
      return;
    case 'user':
      if (caller.kind !== 'user') throw unauthenticated();
      return;
    case 'admin':
      if (caller.kind !== 'user') throw unauthenticated();
      if (caller.role !== 'admin') throw new DomainError('ADMIN_REQUIRED', 'forbidden', MESSAGES.adminRequired);
      return;
    case undefined:
      throw new DomainError('ACCESS_UNDECLARED', 'forbidden', MESSAGES.adminRequired);
  }
}

/** Global guard: verifies the identity token if the request has one, and enforces the access level that `@Access` declares. */
@Injectable()
export class AccessGuard extends AuthGuard('identity-token') {
  constructor(private readonly reflector: Reflector) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType() !== 'http') return true;
    const level = this.reflector.getAllAndOverride<AccessLevel | undefined>(ACCESS_METADATA, [
      context.getHandler(),
      context.getClass(),
    ]);
    const request = context.switchToHttp().getRequest<AccessRequest>();
    if (request.headers[IDENTITY_HEADER] !== undefined) await super.canActivate(context);
    request.caller = callerFromClaims(request.user);
    assertAccess(level, request.caller);
    return true;
  }

  override handleRequest<Claims>(error: unknown, claims: Claims | false): Claims {
    if (error || !claims) throw unauthenticated();
    return claims;
  }
}

/** Verifies the gateway's identity token (JWT, ES256) with identity-svc's public key, without a network call. */
@Injectable()
export class IdentityTokenStrategy extends PassportStrategy(Strategy, 'identity-token') {
  constructor(@Inject(CONFIG) config: ServiceConfig) {
    super({
      jwtFromRequest: ExtractJwt.fromHeader(IDENTITY_HEADER),
      secretOrKey: config.IDENTITY_PUBLIC_KEY,
      algorithms: ['ES256'],
      issuer: IDENTITY_ISSUER,
      // Seconds by which the clocks of two machines may differ. A token is valid for one minute.
      jsonWebTokenOptions: { clockTolerance: 5 },
    });
  }

  /** Tokens of the previous version have no audience. The next release requires it. */
  validate(payload: { aud?: unknown }): IdentityClaims {
    if (payload.aud !== undefined && payload.aud !== IDENTITY_TOKEN_AUD) throw unauthenticated();
    return identityClaimsSchema.parse(payload);
  }
}
