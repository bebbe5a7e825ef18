import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { DomainError, MESSAGES, NETWORK_HEADER, type IdentityClaims, type Role } from '@shop/contracts/common';

/** The caller of a request, read from the gateway's identity token. */
export type Caller =
  | { kind: 'anonymous' }
  | { kind: 'guest'; guestId: string; sid: string }
  | { kind: 'user'; userId: string; role: Role; email: string; sid: string; guestId?: string };

/** Owner of a row: a user or a guest session. At most one of the two is set. */
export interface Owner {
  userId: string | null;
  guestId: string | null;
}

export function callerFromClaims(claims: IdentityClaims | undefined): Caller {
  if (claims?.userId) {
    const { userId, role = 'user', email = '', sid, guestId } = claims;
    return { kind: 'user', userId, role, email, sid, ...(guestId ? { guestId } : {}) };
  }
  if (claims?.guestId) return { kind: 'guest', guestId: claims.guestId, sid: claims.sid };
  return { kind: 'anonymous' };
}

/** The owner of whatever the caller creates. Throws 401 for a caller without a session. */
export function toOwner(caller: Caller): Owner {
  if (caller.kind === 'user') return { userId: caller.userId, guestId: null };
  if (caller.kind === 'guest') return { userId: null, guestId: caller.guestId };
  throw new DomainError('SESSION_MISSING', 'unauthenticated', MESSAGES.notSignedIn);
}

/** Parameter decorator: the caller that the access guard attached to the request. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  return context.switchToHttp().getRequest<{ caller?: Caller }>().caller ?? { kind: 'anonymous' };
});

/** Parameter decorator: a pseudonym of the caller's network, which the gateway sets. Null for a call from inside. */
export const ClientNetwork = createParamDecorator((_: unknown, context: ExecutionContext): string | null => {
  const header = context.switchToHttp().getRequest<{ headers: Record<string, unknown> }>().headers[NETWORK_HEADER];
  return typeof header === 'string' ? header : null;
});

/** A caller and their network; null where it is unknown. */
export interface Client {
  readonly caller: Caller;
  readonly network: string | null;
}
