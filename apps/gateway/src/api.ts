import type { Logger } from 'pino';
import { DomainError } from '@shop/contracts/common';
import { Archives } from './archive/archives.js';
import { serviceUrls, siteUrl, type Config } from './config.js';
import { traceparentOf, type Exchange } from './exchange.js';
import { assertAccess } from './guard/access.js';
import { assertBodySize } from './guard/body-size.js';
import { addressKey, clientAddress } from './guard/client-address.js';
import { isForeign } from './guard/csrf.rules.js';
import type { RateLimits } from './limits/rate-limits.js';
import { Forwarder } from './proxy/forward.js';
import { cleanHeaders } from './proxy/incoming-headers.js';
import { isArchive, type Route } from './routes.js';
import { NOBODY, sidHash, type SessionCache } from './sessions/session-cache.js';
import { SessionCookie } from './sessions/session-cookie.js';

/** The longest answers get this much more than the work behind them may take. */
const LONG_ANSWER_MARGIN_MS = 10_000;

interface ApiOptions {
  config: Config;
  sessions: SessionCache;
  limits: RateLimits;
  logger: Logger;
  isDraining: () => boolean;
}

/** A request's way to its service: provenance, size, limit, session, access, and on. */
export class Api {
  private readonly cookie: SessionCookie;
  private readonly siteOrigin: string;
  private readonly forwarder: Forwarder;
  private readonly archives: Archives;

  constructor(private readonly options: ApiOptions) {
    const { config, isDraining } = options;
    this.cookie = new SessionCookie(siteUrl(config));
    this.siteOrigin = new URL(siteUrl(config)).origin;
    this.forwarder = new Forwarder({
      urls: serviceUrls(config),
      answerTimeoutMs: ({ answer }) =>
        answer === 'long'
          ? Math.max(config.ART_DEADLINE_MS, config.ANSWER_TIMEOUT_MS) + LONG_ANSWER_MARGIN_MS
          : config.ANSWER_TIMEOUT_MS,
      onAnswer: (exchange, sessionHeader) => this.noteSession(exchange, sessionHeader),
      sessionCookies: (exchange) => this.cookiesOf(exchange),
      onTrouble: ({ id }, { service }, error) =>
        options.logger.warn({ err: error, requestId: id, service }, 'a service did not answer'),
      isDraining,
    });
    this.archives = new Archives({
      urls: serviceUrls(config),
      answerTimeoutMs: config.ANSWER_TIMEOUT_MS,
      sessionCookies: (exchange) => this.cookiesOf(exchange),
      onTrouble: ({ id }, error) => options.logger.warn({ err: error, requestId: id }, 'an archive broke off'),
    });
  }

  /** Throws the DomainError to answer with where the request may not go on. */
  async answer(exchange: Exchange, route: Route): Promise<void> {
    const { req, res } = exchange;
    if (!route.csrfExempt) this.assertOwnPage(exchange);
    assertBodySize(req, route);
    if (route.limit) await this.count(exchange, route.limit);
    const token = route.sessionless ? undefined : await this.identify(exchange, route);
    exchange.traceparent = traceparentOf(req);
    req.headers = cleanHeaders(req.headers, this.cookie, { id: exchange.id, traceparent: exchange.traceparent, token });
    if (exchange.expectsContinue) res.writeContinue();
    if (res.destroyed) return;
    if (isArchive(route)) await this.archives.answer(exchange, route);
    else this.forwarder.forward(exchange, route);
  }

  /** `Set-Cookie` where the browser's session id has to change; none for a session that ended meanwhile. */
  cookiesOf({ newSid }: Exchange): string[] | undefined {
    if (newSid === undefined || (newSid && this.options.sessions.hasEnded(newSid))) return undefined;
    return this.cookie.write(newSid);
  }

  close(): void {
    this.forwarder.close();
  }

  private assertOwnPage({ req }: Exchange): void {
    const { origin, host, 'sec-fetch-site': fetchSite } = req.headers;
    if (
      isForeign({
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

  private async count(exchange: Exchange, limit: NonNullable<Route['limit']>): Promise<void> {
    const { config, limits, logger } = this.options;
    const client = addressKey(clientAddress(exchange.req, config.TRUST_PROXY));
    await limits.count(limit, client);
    if (limit !== 'generate') return;
    // A drawing that failed or was declined never counts against anybody (D17a).
    exchange.res.once('close', () => {
      const { statusCode } = exchange.res;
      if (statusCode < 500 && statusCode !== 422) return;
      limits
        .takeBack(limit, client)
        .catch((error: unknown) => logger.warn({ err: error }, 'a failed call could not be taken back'));
    });
  }

  /** The caller's identity token. Where identity-svc is down, somebody with a session is told so rather than treated as nobody, but where the row allows it. */
  private async identify(exchange: Exchange, { access, identity }: Route): Promise<string | undefined> {
    exchange.sid = this.cookie.read(exchange.req.headers.cookie);
    const resolving = this.options.sessions.resolve(exchange.sid, access === 'guest');
    const { session, setCookie } = await (identity === 'if-known' ? resolving.catch(() => NOBODY) : resolving);
    if (session && setCookie) exchange.newSid = session.sid;
    assertAccess(access, session);
    return session?.token;
  }

  /** A sign-in, registration or sign-out told the gateway which session the browser has now. */
  private noteSession(exchange: Exchange, sessionHeader: string | undefined): void {
    if (sessionHeader === undefined) return;
    exchange.newSid = sessionHeader;
    if (exchange.sid !== null && exchange.sid !== sessionHeader) this.options.sessions.forget([sidHash(exchange.sid)]);
  }
}
