import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { DomainError, MESSAGES, type AccessLevel, sessionMissing } from '@shop/contracts/common';
import type { FastifyRequest } from 'fastify';
import { CONFIG, getSiteUrl, type Config } from '../config.js';
import { assertBodySize } from '../requests/request-body.js';
import { getRoutedContext, type RoutedContext } from '../requests/request-context.js';
import { ANONYMOUS, SessionCache, type Session } from '../sessions/session-cache.js';
import { SessionCookie } from '../requests/session-cookie.js';
import { getRateLimitKey, RateLimits } from './rate-limits.service.js';
import { StreamLimits } from './stream-limits.service.js';

/** Undefined if the client has already disconnected. */
const getIp = (host: ExecutionContext): string | undefined => getRequest(host).ip;
const getRequest = (host: ExecutionContext): FastifyRequest => host.switchToHttp().getRequest<FastifyRequest>();

/**
 * CSRF protection: a changing request must come from a page of this site. Browsers send its origin in `Origin` or `Sec-Fetch-Site`.
 * A request with neither does not come from a browser, so it cannot abuse a visitor's cookie.
 */
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

export interface RequestOrigin {
  method: string;
  origin?: string;
  fetchSite?: string;
  host?: string;
  /** Origin of SITE_URL, for proxies that rewrite `Host`. */
  siteOrigin: string;
}

export function isCrossSite({ method, origin, fetchSite, host, siteOrigin }: RequestOrigin): boolean {
  if (SAFE_METHODS.has(method)) return false;
  if (origin !== undefined) return origin !== siteOrigin && getHost(origin) !== host?.toLowerCase();
  if (fetchSite !== undefined) return fetchSite !== 'same-origin' && fetchSite !== 'none';
  return false;
}

/** Null for `null` and other invalid origins. Null never equals a host. */
function getHost(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}

@Injectable()
export class CsrfGuard implements CanActivate {
  private readonly siteOrigin: string;

  constructor(@Inject(CONFIG) config: Config) {
    this.siteOrigin = new URL(getSiteUrl(config)).origin;
  }

  canActivate(host: ExecutionContext): true {
    const { req, route } = getRoutedContext(host);
    const { origin, host: address, 'sec-fetch-site': fetchSite } = req.headers;
    if (
      !route.csrfExempt &&
      isCrossSite({
        method: req.method ?? '',
        origin,
        host: address,
        fetchSite: fetchSite?.toString(),
        siteOrigin: this.siteOrigin,
      })
    )
      throw new DomainError('ORIGIN_FOREIGN', 'forbidden', 'This request came from another site and was refused.');
    return true;
  }
}

@Injectable()
export class BodySizeGuard implements CanActivate {
  canActivate(host: ExecutionContext): true {
    const { req, route } = getRoutedContext(host);
    assertBodySize(req, route);
    return true;
  }
}

@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(private readonly limits: RateLimits) {}

  canActivate(host: ExecutionContext): true | Promise<true> {
    const { res, route } = getRoutedContext(host);
    if (typeof route.limit === 'object') return true;
    return this.limits.countRequest(route.limit, getRateLimitKey(getIp(host)), res);
  }
}

/** Resolves the session cookie to the caller's identity token, and checks the route's access level. */
@Injectable()
export class SessionGuard implements CanActivate {
  constructor(
    private readonly sessions: SessionCache,
    private readonly cookie: SessionCookie,
  ) {}

  canActivate(host: ExecutionContext): true | Promise<true> {
    const context = getRoutedContext(host);
    return context.route.sessionless ? true : this.resolveIdentity(context, getRequest(host));
  }

  /**
   * While identity-svc is down, a caller with a session gets an error, because an anonymous response (an empty cart) would be wrong.
   * Routes with `identity: 'if-known'` continue anonymously.
   */
  private async resolveIdentity(context: RoutedContext, { cookies }: FastifyRequest): Promise<true> {
    const { access, identity } = context.route;
    context.sid = this.cookie.readSessionId(cookies);
    const resolving = this.sessions.resolveSession(context.sid, access === 'guest');
    const { session, setCookie, newGuest } = await (identity === 'if-known'
      ? resolving.catch(() => ANONYMOUS)
      : resolving);
    if (session && setCookie) context.newSid = session.sid;
    context.newGuest = newGuest;
    assertAccess(access, session);
    context.token = session?.token;
    return true;
  }
}

/** Runs after the SessionGuard, because it counts by session. */
@Injectable()
export class StreamGuard implements CanActivate {
  constructor(private readonly streams: StreamLimits) {}

  canActivate(host: ExecutionContext): true {
    const context = getRoutedContext(host);
    if (context.route.response !== 'stream') return true;
    return this.streams.countStream(context, getRateLimitKey(getIp(host)));
  }
}

/** Throws a DomainError if the session does not have the route's access level. Services check again, by the identity token. */
function assertAccess(level: AccessLevel, session: Session | null): void {
  switch (level) {
    case 'public':
      return;
    case 'guest':
    case 'session':
      if (!session) throw sessionMissing();
      return;
    case 'user':
      if (!session || session.role === 'guest') throw sessionMissing();
      return;
    case 'admin':
      if (!session || session.role === 'guest') throw sessionMissing();
      if (session.role !== 'admin') throw new DomainError('ADMIN_REQUIRED', 'forbidden', MESSAGES.adminRequired);
      return;
    case 'internal':
      throw new DomainError('ADDRESS_UNKNOWN', 'not-found', MESSAGES.notFound);
  }
}
