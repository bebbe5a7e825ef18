import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { DomainError, SENTENCES, type IdentityClaims, type Role } from '@shop/contracts/common';

/** Who makes this request, as the gateway's identity token says. */
export type Caller =
  | { kind: 'anonymous' }
  | { kind: 'guest'; guestId: string; sid: string }
  | { kind: 'user'; userId: string; role: Role; email: string; sid: string; guestId?: string };

/** How rows are owned: by a user, or by a guest's session; at most one is set. */
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

/** New things of a caller belong to this owner. Throws 401 for somebody without a session. */
export function ownerOf(caller: Caller): Owner {
  if (caller.kind === 'user') return { userId: caller.userId, guestId: null };
  if (caller.kind === 'guest') return { userId: null, guestId: caller.guestId };
  throw new DomainError('SESSION_MISSING', 'unauthenticated', SENTENCES.notSignedIn);
}

/** The caller, put on the request by the access guard. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  return context.switchToHttp().getRequest<{ caller?: Caller }>().caller ?? { kind: 'anonymous' };
});
