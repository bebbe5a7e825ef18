import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { NETWORK_HEADER, sessionMissing, type IdentityClaims, type Role } from '@shop/contracts-common';

/** The caller of a request, read from the gateway's identity token. */
export type Caller =
  | { kind: 'anonymous' }
  | { kind: 'guest'; guestId: string; sid: string }
  | {
      kind: 'user';
      userId: string;
      role: Role;
      email: string;
      sid: string;
      guestId?: string;
      /** Of an admin. */
      permissions?: readonly string[];
      /** When the session entered a code of its second factor last (ISO 8601). */
      secondFactorAt?: string;
      /** The account has a second factor, and the session has entered no code of it. */
      isCodeMissing?: boolean;
    };

/** Owner of a row: a user or a guest session. At most one of the two is set. */
export interface Owner {
  userId: string | null;
  guestId: string | null;
}

export function callerFromClaims(claims: IdentityClaims | undefined): Caller {
  if (claims?.userId) {
    const { userId, role = 'user', email = '', sid, guestId, permissions, secondFactorAt, isCodeMissing } = claims;
    return {
      kind: 'user',
      userId,
      role,
      email,
      sid,
      ...(guestId ? { guestId } : {}),
      ...(role === 'admin' && permissions ? { permissions } : {}),
      ...(secondFactorAt ? { secondFactorAt } : {}),
      ...(isCodeMissing ? { isCodeMissing } : {}),
    };
  }
  if (claims?.guestId) return { kind: 'guest', guestId: claims.guestId, sid: claims.sid };
  return { kind: 'anonymous' };
}

export function toRole(caller: Caller): Role | 'guest' | null {
  if (caller.kind === 'user') return caller.role;
  return caller.kind === 'guest' ? 'guest' : null;
}

/** Of an admin; other callers have none. */
export const listPermissions = (caller: Caller): readonly string[] =>
  caller.kind === 'user' ? (caller.permissions ?? []) : [];

/** The owner of whatever the caller creates. Throws 401 for a caller without a session. */
export function toOwner(caller: Caller): Owner {
  if (caller.kind === 'user') return { userId: caller.userId, guestId: null };
  if (caller.kind === 'guest') return { userId: null, guestId: caller.guestId };
  throw sessionMissing();
}

interface GatewayRequest {
  caller?: Caller;
  headers: Record<string, unknown>;
}

function getCaller({ caller }: GatewayRequest): Caller {
  return caller ?? { kind: 'anonymous' };
}

/** Parameter decorator: the caller that the access guard attached to the request. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext): Caller =>
  getCaller(context.switchToHttp().getRequest<GatewayRequest>()),
);

/** A caller and their network (/24, or /48 of IPv6), which the gateway sets; null for a call from inside. */
export interface Client {
  readonly caller: Caller;
  readonly network: string | null;
}

/** Parameter decorator: the caller with their network, for limits that one network's many sessions share. */
export const Client = createParamDecorator((_: unknown, context: ExecutionContext): Client => {
  const request = context.switchToHttp().getRequest<GatewayRequest>();
  const network = request.headers[NETWORK_HEADER];
  return { caller: getCaller(request), network: typeof network === 'string' ? network : null };
});
