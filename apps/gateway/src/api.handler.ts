import type { Logger } from 'pino';
import { DomainError } from '@shop/contracts/common';
import { ArchiveHandler } from './archive/archive.handler.js';
import { getServiceUrls, getSiteUrl, type Config } from './config.js';
import { getTraceparent, type RequestContext } from './request-context.js';
import { assertAccess } from './guard/access.rules.js';
import { assertBodySize } from './guard/body-size.js';
import { getRateLimitKey, getClientAddress } from './guard/client-address.js';
import { isCrossSite } from './guard/csrf.rules.js';
import type { RateLimits } from './limits/rate-limits.js';
import { ServiceProxy } from './proxy/service-proxy.js';
import { toServiceHeaders } from './proxy/service-headers.js';
import { isArchiveRoute, type LimitClass, type Route } from './routes.js';
import { ANONYMOUS, hashSid, type SessionCache } from './sessions/session-cache.js';
import { SessionCookie } from './sessions/session-cookie.js';

/** Added to the deadline of image generation, so that art-svc can send its own timeout error first. */
const LONG_RESPONSE_MARGIN_MS = 10_000;

interface ApiHandlerOptions {
  config: Config;
  sessions: SessionCache;
  limits: RateLimits;
  logger: Logger;
  isDraining: () => boolean;
}

/** Handles an API request: checks origin, body size, rate limit, session and access, then forwards it to its service. */
export class ApiHandler {
  private readonly cookie: SessionCookie;
  private readonly siteOrigin: string;
  private readonly forwarder: ServiceProxy;
  private readonly archives: ArchiveHandler;

  constructor(private readonly options: ApiHandlerOptions) {
    const { config, isDraining } = options;
    this.cookie = new SessionCookie(getSiteUrl(config));
    this.siteOrigin = new URL(getSiteUrl(config)).origin;
    this.forwarder = new ServiceProxy({
      urls: getServiceUrls(config),
      idleMs: config.SERVICE_IDLE_MS,
      responseTimeoutMs: ({ response }) =>
        response === 'long'
          ? Math.max(config.ART_DEADLINE_MS, config.ANSWER_TIMEOUT_MS) + LONG_RESPONSE_MARGIN_MS
          : config.ANSWER_TIMEOUT_MS,
      onSessionHeader: (context, sessionHeader) => this.applySessionChange(context, sessionHeader),
      sessionCookie: (context) => this.getSessionCookie(context),
      onFailure: ({ id }, { service }, error) =>
        options.logger.warn({ err: error, requestId: id, service }, 'Request to a service failed'),
      isDraining,
    });
    this.archives = new ArchiveHandler({
      urls: getServiceUrls(config),
      responseTimeoutMs: config.ANSWER_TIMEOUT_MS,
      sessionCookie: (context) => this.getSessionCookie(context),
      onFailure: ({ id }, error) => options.logger.warn({ err: error, requestId: id }, 'Archive download failed'),
    });
  }

  /** Throws a DomainError if a check fails. */
  async handleRequest(context: RequestContext, route: Route): Promise<void> {
    const { req, res } = context;
    if (!route.csrfExempt) this.assertSameSite(context);
    assertBodySize(req, route);
    if (route.limit !== 'none') await this.countCall(context, route.limit);
    const token = route.sessionless ? undefined : await this.resolveIdentity(context, route);
    context.traceparent = getTraceparent(req);
    req.headers = toServiceHeaders(req.headers, this.cookie, {
      id: context.id,
      traceparent: context.traceparent,
      token,
    });
    if (context.expectsContinue) res.writeContinue();
    if (res.destroyed) return;
    if (isArchiveRoute(route)) await this.archives.sendArchive(context, route);
    else this.forwarder.forwardRequest(context, route);
  }

  /** The `Set-Cookie` header if the browser's session id changes. Undefined for a session that has ended since. */
  getSessionCookie({ newSid }: RequestContext): string | undefined {
    if (newSid === undefined || (newSid && this.options.sessions.hasEnded(newSid))) return undefined;
    return this.cookie.createCookie(newSid);
  }

  close(): void {
    this.forwarder.close();
  }

  private assertSameSite({ req }: RequestContext): void {
    const { origin, host, 'sec-fetch-site': fetchSite } = req.headers;
    if (
      isCrossSite({
        method: req.method ?? '',
        origin,
        host,
        fetchSite: fetchSite?.toString(),
        siteOrigin: this.siteOrigin,
      })
    ) {
      throw new DomainError('ORIGIN_FOREIGN', 'forbidden', 'This request came from another site and was refused.');
    }
  }

  private async countCall(context: RequestContext, limit: LimitClass): Promise<void> {
    const { config, limits, logger } = this.options;
    const client = getRateLimitKey(getClientAddress(context.req, config.TRUST_PROXY));
    await limits.countCall(limit, client);
    if (limit !== 'generate') return;
    // A failed or declined generation does not count against the customer.
    context.res.once('close', () => {
      const { statusCode } = context.res;
      if (statusCode < 500 && statusCode !== 422) return;
      limits
        .uncountCall(limit, client)
        .catch((error: unknown) =>
          logger.warn({ err: error }, 'The rate limit of a failed call could not be restored'),
        );
    });
  }

  /**
   * The caller's identity token. While identity-svc is down, a caller with a session gets an error, because an anonymous response
   * (an empty cart) would be wrong. Routes with `identity: 'if-known'` continue anonymously.
   */
  private async resolveIdentity(context: RequestContext, { access, identity }: Route): Promise<string | undefined> {
    context.sid = this.cookie.readSessionId(context.req.headers.cookie);
    const resolving = this.options.sessions.resolveSession(context.sid, access === 'guest');
    const { session, setCookie } = await (identity === 'if-known' ? resolving.catch(() => ANONYMOUS) : resolving);
    if (session && setCookie) context.newSid = session.sid;
    assertAccess(access, session);
    return session?.token;
  }

  /** Applies the session id of a response to sign-in, registration or sign-out. */
  private applySessionChange(context: RequestContext, sessionHeader: string | undefined): void {
    if (sessionHeader === undefined) return;
    context.newSid = sessionHeader;
    if (context.sid !== null && context.sid !== sessionHeader)
      this.options.sessions.endSessions([hashSid(context.sid)]);
  }
}
