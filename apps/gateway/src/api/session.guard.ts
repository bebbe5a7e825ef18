import { Injectable } from '@nestjs/common';
import { assertAccess } from '@shop/service-kit/http';
import type { FastifyRequest } from 'fastify';
import type { RoutedContext } from '../requests/request-context.js';
import { SessionCookie } from '../requests/session-cookie.js';
import { ANONYMOUS, SessionCache } from '../sessions/session-cache.js';

/** Resolves the session cookie to the caller's identity token, and checks the route's access level. */
@Injectable()
export class SessionGuard {
  constructor(
    private readonly sessions: SessionCache,
    private readonly cookie: SessionCookie,
  ) {}

  /**
   * Throws a DomainError. While identity-svc is down, a caller with a session gets an error, because an anonymous response (an empty cart)
   * would be wrong. Routes with `identity: 'if-known'` continue anonymously. Services check the access again, by the identity token.
   */
  async resolveCaller(context: RoutedContext, { cookies }: FastifyRequest): Promise<void> {
    const { access, identity, sessionless } = context.route;
    if (sessionless) return;
    context.sid = this.cookie.readSessionId(cookies);
    const resolving = this.sessions.resolveSession(context.sid, access === 'guest');
    const { session, setCookie, newGuest } = await (identity === 'if-known'
      ? resolving.catch(() => ANONYMOUS)
      : resolving);
    if (session && setCookie) context.newSid = session.sid;
    context.newGuest = newGuest;
    assertAccess(access, session?.role ?? null);
    context.token = session?.token;
  }
}
