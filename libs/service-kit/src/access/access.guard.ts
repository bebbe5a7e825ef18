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
  sessionMissing,
} from '@shop/contracts/common';
import { decodeProtectedHeader } from 'jose';
import { ExtractJwt, Strategy, type SecretOrKeyProvider } from 'passport-jwt';
import { CONFIG, type ServiceConfig } from '../config.js';
import { ACCESS_METADATA } from '../http/route.decorator.js';
import { callerFromClaims, type Caller } from './caller.js';
import { PublicKeys } from './public-keys.js';
import { CLOCK_TOLERANCE_SECONDS, ServiceTokenVerifier } from './service-token.js';

interface AccessRequest {
  headers: Record<string, unknown>;
  routeOptions: { url?: string };
  caller?: Caller;
  user?: IdentityClaims;
}

/** Throws a DomainError (401 or 403) when the caller does not have the required access level. */
export function assertAccess(level: AccessLevel | undefined, caller: Caller): void {
  switch (level) {
    case 'public':
    case 'internal':
      return;
    case 'guest':
    case 'session':
      if (caller.kind === 'anonymous') throw sessionMissing();
      return;
    case 'user':
      if (caller.kind !== 'user') throw sessionMissing();
      return;
    case 'admin':
      if (caller.kind !== 'user') throw sessionMissing();
      if (caller.role !== 'admin') throw new DomainError('ADMIN_REQUIRED', 'forbidden', MESSAGES.adminRequired);
      return;
    case undefined:
      throw new DomainError('ACCESS_UNDECLARED', 'forbidden', MESSAGES.adminRequired);
  }
}

/**
 * Global guard: demands the gateway's token below `/internal/`, verifies the identity token if the request has one, and enforces the
 * access level that `@Access` declares.
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
    assertAccess(level, request.caller);
    return true;
  }

  override handleRequest<Claims>(error: unknown, claims: Claims | false): Claims {
    if (error || !claims) throw sessionMissing();
    return claims;
  }
}

/** Finds the key that a token names. */
function createKeyProvider(keys: PublicKeys): SecretOrKeyProvider {
  const find = async (token: string): Promise<string> => {
    const key = await keys.find(decodeProtectedHeader(token).kid);
    if (!key) throw new Error('The token names an unknown key');
    return key.export({ type: 'spki', format: 'pem' }).toString();
  };
  return (_request, token: string, done) =>
    void find(token).then(
      (key) => done(null, key),
      (error: unknown) => done(error),
    );
}

/** Verifies the gateway's identity token (JWT, ES256) with a public key of identity-svc, without a network call. */
@Injectable()
export class IdentityTokenStrategy extends PassportStrategy(Strategy, 'identity-token') {
  constructor(@Inject(CONFIG) config: ServiceConfig) {
    super({
      jwtFromRequest: ExtractJwt.fromHeader(IDENTITY_HEADER),
      secretOrKeyProvider: createKeyProvider(new PublicKeys('IDENTITY_PUBLIC_KEY', config.IDENTITY_PUBLIC_KEY)),
      algorithms: ['ES256'],
      issuer: IDENTITY_ISSUER,
      jsonWebTokenOptions: { clockTolerance: CLOCK_TOLERANCE_SECONDS },
    });
  }

  /** Tokens of the previous version have no audience. The next release requires it. */
  validate(payload: { aud?: unknown }): IdentityClaims {
    if (payload.aud !== undefined && payload.aud !== IDENTITY_TOKEN_AUD) throw sessionMissing();
    return identityClaimsSchema.parse(payload);
  }
}
