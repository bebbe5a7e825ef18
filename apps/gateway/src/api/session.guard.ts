import { Inject, Injectable } from '@nestjs/common';
import { DomainError, PASSIVE_HEADER } from '@shop/contracts-common';
import { RECENT_SIGN_IN_MINUTES } from '@shop/contracts-common/routes';
import { assertAccess, assertCodeEntered, assertPermission } from '@shop/service-kit/http';
import type { FastifyRequest } from 'fastify';
import { CLOCK } from '../config.js';
import type { RoutedContext } from '../requests/request-context.js';
import { SessionCookie } from '../requests/session-cookie.js';
import { ANONYMOUS, SessionCache, type Session } from '../sessions/session-cache.js';

/** Resolves the session cookie to the caller's identity token, and checks the route's access level, permission and second factor. */
@Injectable()
export class SessionGuard {
  constructor(
    private readonly sessions: SessionCache,
    private readonly cookie: SessionCookie,
    @Inject(CLOCK) private readonly now: () => number,
  ) {}

  /**
   * Throws a DomainError. While identity-svc is down, a caller with a session gets an error, because an anonymous response (an empty cart)
   * would be wrong. Routes with `identity: 'if-known'` continue anonymously. Services check the access again, by the identity token.
   */
  async resolveCaller(context: RoutedContext, { cookies, headers }: FastifyRequest): Promise<void> {
    const { access, identity, permission, response, sessionless, signIn } = context.route;
    if (sessionless) return;
    context.sid = this.cookie.readSessionId(cookies);
    // A browser opens streams again on its own.
    const isPassive = headers[PASSIVE_HEADER] !== undefined || response === 'stream';
    const resolving = this.sessions.resolveSession(context.sid, { openGuestSession: access === 'guest', isPassive });
    const { session, setCookie, newGuest } = await (identity === 'if-known'
      ? resolving.catch(() => ANONYMOUS)
      : resolving);
    if (session && setCookie) context.newSid = session.sid;
    context.newGuest = newGuest;
    // The log of a refused call names the user of the token.
    context.token = session?.token;
    assertAccess(access, session?.role ?? null);
    assertPermission(permission, session?.permissions);
    assertCodeEntered(context.route, session?.isCodeMissing);
    if (signIn === 'recent') this.assertRecentSignIn(session);
  }

  /** A stolen cookie, or a computer that was left unlocked, is not enough. */
  private assertRecentSignIn(session: Session | null): void {
    const signedInAtMs = Date.parse(session?.signedInAt ?? '');
    if (this.now() - signedInAtMs <= RECENT_SIGN_IN_MINUTES * 60_000) return;
    throw new DomainError('SIGN_IN_NOT_RECENT', 'forbidden', 'Please confirm your password first.');
  }
}
