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
import { isArchiveRoute, type Route } from './routes.js';
import { ANONYMOUS, hashSid, type SessionCache } from './sessions/session-cache.js';
import { SessionCookie } from './sessions/session-cookie.js';

/** The longest answers get this much more than the work behind them may take. */
const LONG_RESPONSE_MARGIN_MS = 10_000;

interface ApiHandlerOptions {
  config: Config;
  sessions: SessionCache;
  limits: RateLimits;
  logger: Logger;
  isDraining: () => boolean;
}

/** A request's way to its service: provenance, size, limit, session, access, and on. */
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
      responseTimeoutMs: ({ answer }) =>
        answer === 'long'
          ? Math.max(config.ART_DEADLINE_MS, config.ANSWER_TIMEOUT_MS) + LONG_RESPONSE_MARGIN_MS
          : config.ANSWER_TIMEOUT_MS,
      onSessionHeader: (context, sessionHeader) => this.applySessionChange(context, sessionHeader),
      sessionCookies: (context) => this.getSessionCookies(context),
      onFailure: ({ id }, { service }, error) =>
        options.logger.warn({ err: error, requestId: id, service }, 'a service did not answer'),
      isDraining,
    });
    this.archives = new ArchiveHandler({
      urls: getServiceUrls(config),
      responseTimeoutMs: config.ANSWER_TIMEOUT_MS,
      sessionCookies: (context) => this.getSessionCookies(context),
      onFailure: ({ id }, error) => options.logger.warn({ err: error, requestId: id }, 'an archive broke off'),
    });
  }

  /** Throws the DomainError to answer with where the request may not go on. */
  async handleRequest(context: RequestContext, route: Route): Promise<void> {
    const { req, res } = context;
    if (!route.csrfExempt) this.assertSameSite(context);
    assertBodySize(req, route);
    if (route.limit) await this.countCall(context, route.limit);
    const token = route.sessionless ? undefined : await this.resolveIdentity(context, route);
    context.traceparent = getTraceparent(req);
    req.headers = toServiceHeaders(req.headers, this.cookie, { id: context.id, traceparent: context.traceparent, token });
    if (context.expectsContinue) res.writeContinue();
    if (res.destroyed) return;
    if (isArchiveRoute(route)) await this.archives.sendArchive(context, route);
    else this.forwarder.forwardRequest(context, route);
  }

  /** `Set-Cookie` where the browser's session id has to change; none for a session that ended meanwhile. */
  getSessionCookies({ newSid }: RequestContext): string[] | undefined {
    if (newSid === undefined || (newSid && this.options.sessions.hasEnded(newSid))) return undefined;
    return this.cookie.createCookies(newSid);
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

  private async countCall(context: RequestContext, limit: NonNullable<Route['limit']>): Promise<void> {
    const { config, limits, logger } = this.options;
    const client = getRateLimitKey(getClientAddress(context.req, config.TRUST_PROXY));
    await limits.countCall(limit, client);
    if (limit !== 'generate') return;
    // A drawing that failed or was declined never counts against anybody (D17a).
    context.res.once('close', () => {
      const { statusCode } = context.res;
      if (statusCode < 500 && statusCode !== 422) return;
      limits
        .uncountCall(limit, client)
        .catch((error: unknown) => logger.warn({ err: error }, 'a failed call could not be taken back'));
    });
  }

  /** The caller's identity token. Where identity-svc is down, somebody with a session is told so rather than treated as nobody, but where the row allows it. */
  private async resolveIdentity(context: RequestContext, { access, identity }: Route): Promise<string | undefined> {
    context.sid = this.cookie.readSessionId(context.req.headers.cookie);
    const resolving = this.options.sessions.resolveSession(context.sid, access === 'guest');
    const { session, setCookie } = await (identity === 'if-known' ? resolving.catch(() => ANONYMOUS) : resolving);
    if (session && setCookie) context.newSid = session.sid;
    assertAccess(access, session);
    return session?.token;
  }

  /** A sign-in, registration or sign-out told the gateway which session the browser has now. */
  private applySessionChange(context: RequestContext, sessionHeader: string | undefined): void {
    if (sessionHeader === undefined) return;
    context.newSid = sessionHeader;
    if (context.sid !== null && context.sid !== sessionHeader) this.options.sessions.endSessions([hashSid(context.sid)]);
  }
}
