import { Injectable, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import { DomainError, IDENTITY_HEADER, SENTENCES, type AccessLevel, type IdentityClaims } from '@shop/contracts/common';
import { ACCESS_METADATA } from './access.decorator.js';
import { callerFromClaims, type Caller } from './caller.js';

interface AccessRequest {
  headers: Record<string, unknown>;
  caller?: Caller;
  user?: IdentityClaims;
}

const unauthenticated = () => new DomainError('SESSION_MISSING', 'unauthenticated', SENTENCES.notSignedIn);

/** Throws the refusal of D3 where `caller` does not reach `level`. */
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
      if (caller.role !== 'admin') throw new DomainError('ADMIN_REQUIRED', 'forbidden', SENTENCES.adminRequired);
      return;
    case undefined:
      throw new DomainError('ACCESS_UNDECLARED', 'forbidden', SENTENCES.adminRequired);
  }
}

/** Every HTTP handler passes here: verifies the identity token where there is one, and holds the declared access. */
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
