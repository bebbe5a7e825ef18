import { Inject, Injectable } from '@nestjs/common';
import type { GatewayRoute } from '@shop/contracts-all';
import {
  CONFIG,
  cutBody,
  hasBody,
  hasUnreadBody,
  LOGGER,
  Readiness,
  waitForBody,
  readToEnd,
} from '@shop/service-kit/http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { decodeJwt } from 'jose';
import type { Logger } from 'pino';
import { createHostCheck, isHttps, type Config } from '../config.js';
import {
  createNotFoundError,
  createShutdownError,
  createTimeoutError,
  HOST_FOREIGN,
  REQUEST_STALLED,
  sendError,
  sendErrorResponse,
} from '../gateway.errors.js';
import { hashSid } from '../sessions/session-cache.js';
import { getClientNetwork } from './client-network.js';
import { CLIENT_LEFT, isDenied, isRefused } from './denied-request.rules.js';
import { Metrics } from './metrics.js';
import { OpenResponses, type ServiceContext } from './open-responses.js';
import { watchBodyProgress } from './request-body.js';
import { createContext, getLogIds, getPathname, type RequestContext } from './request-context.js';
import { createDefaultHeaders } from './security-headers.js';
import { SessionCookie } from './session-cookie.js';

/** A JSON body has at most 100 kB. */
const JSON_MAX_MS = 180_000;

/**
 * Paths of services: ids, numbers and file names. No escapes, no leading dots and no empty segments, so that the gateway and a service
 * never interpret an address differently.
 */
const SERVICE_PATH = /^(?:\/[A-Za-z0-9_][A-Za-z0-9._~-]{0,199})+$/;

/** Of all paths. No page or file has a longer one, and nothing may spend time on it. */
const PATH_MAX_LENGTH = 2_000;

const isImpossiblePath = (path: string): boolean => path.length > PATH_MAX_LENGTH || path.includes('//');

/** Health checks call an instance by its address. */
const HEALTH_PATHS = new Set(['/healthz', '/readyz', '/readyz/gateway']);

type FindRoute = (method: string, url: string | undefined) => GatewayRoute | undefined;

/** What every request has: a context, a request id, limits for its body, a log line and a histogram entry. */
@Injectable()
export class RequestHooks {
  private hasWarnedOfProxy = false;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly metrics: Metrics,
    private readonly readiness: Readiness,
    private readonly openResponses: OpenResponses,
    private readonly cookie: SessionCookie,
  ) {}

  /** `findRoute`: the route of a service with this method and URL. */
  install(fastify: FastifyInstance, findRoute: FindRoute): void {
    const setSecurityHeaders = createDefaultHeaders(isHttps(this.config));
    const isOwnHost = createHostCheck(this.config);
    fastify.addHook('onRequest', (request, reply, done) => {
      const context = createContext(request, reply, findRoute(request.method, request.raw.url));
      const { req, res, route } = context;
      this.openResponses.add(context);
      res.once('close', () => this.onClosed(context));
      setSecurityHeaders(req, res);
      res.setHeader('x-request-id', context.id);
      if (this.readiness.isDraining && !hasBody(req)) res.setHeader('connection', 'close');
      this.watchBody(context);
      this.warnOfUntrustedProxy(request);
      const path = getPathname(req.url);
      if (!isOwnHost(req.headers.host) && !HEALTH_PATHS.has(path)) {
        // An attacker's name may lead here by its DNS entry; for a browser that is the same origin as the attacker's page.
        reply.hijack();
        sendErrorResponse(req, res, HOST_FOREIGN);
        readToEnd(req);
        return;
      }
      const isUnknown = isImpossiblePath(path) || (route !== undefined && !SERVICE_PATH.test(path));
      done(isUnknown ? createNotFoundError() : undefined);
    });
  }

  /** Behind a proxy that is not trusted, all customers share one address and its limits. */
  private warnOfUntrustedProxy({ ip, raw: { headers, socket } }: FastifyRequest): void {
    if (this.hasWarnedOfProxy || headers['x-forwarded-for'] === undefined || ip !== socket.remoteAddress) return;
    this.hasWarnedOfProxy = true;
    this.logger.warn(
      { network: getClientNetwork(ip) },
      `A request with X-Forwarded-For came from ${ip}, which TRUST_PROXY does not trust. If this is your proxy, all customers share its rate limits: set TRUST_PROXY to its address or range.`,
    );
  }

  private watchBody(context: RequestContext): void {
    const { BODY_IDLE_MS: idleMs, UPLOAD_MAX_MS: uploadMaxMs } = this.config;
    const maxMs = context.route?.body === 'upload' ? uploadMaxMs : Math.min(JSON_MAX_MS, uploadMaxMs);
    watchBodyProgress(context.req, { idleMs, maxMs }, () => this.onStalledBody(context));
  }

  /** Also called after the response: a refused body is read to its end. */
  private onStalledBody(context: RequestContext): void {
    const { req, res, route, upstream } = context;
    if (res.headersSent || res.destroyed) {
      req.socket.destroy();
      return;
    }
    context.isTimedOut = true;
    this.cookie.addTo(context);
    if (upstream?.writableNeedDrain && route && 'service' in route) {
      // The client waits for the service, and is still sending.
      sendError(req, res, createTimeoutError(route.service));
      readToEnd(req);
    } else {
      res.setHeader('connection', 'close');
      sendErrorResponse(req, res, REQUEST_STALLED);
    }
    upstream?.destroy();
  }

  /** The request took longer than a shutdown waits. Another gateway takes it when the page repeats it. */
  refuseForShutdown(context: ServiceContext): void {
    const { req, res, route, upstream } = context;
    context.isTimedOut = true;
    this.cookie.addTo(context);
    if (!hasUnreadBody(req)) res.setHeader('connection', 'close');
    const error = createShutdownError(route.service);
    context.errorCode = error.code;
    sendError(req, res, error);
    cutBody(req);
    upstream?.destroy();
  }

  private onClosed(context: RequestContext): void {
    clearTimeout(context.deadline);
    this.logRequest(context);
    void waitForBody(context.req).then(() => this.openResponses.remove(context));
  }

  /**
   * One log line, one span and one histogram entry by route, without addresses or ids of people. Successful requests without a session (files,
   * public lists) are logged at level debug. A denied or refused request also has its reason, its path, the caller's network, the session's
   * hash and the user's id.
   */
  private logRequest(context: RequestContext): void {
    const { req, res, route, startedAt, entry } = context;
    const ms = performance.now() - startedAt;
    const method = req.method ?? '';
    const path = route?.path ?? 'web';
    const status = res.writableFinished ? res.statusCode : CLIENT_LEFT;
    this.metrics.requestDuration.observe({ method, route: path, status }, ms / 1000);
    entry?.endResponse(status);
    const isQuiet = status < 400 && (route?.sessionless ?? true);
    if (isQuiet && !this.logger.isLevelEnabled('debug')) return;
    const line = { ...getLogIds(context), method, route: path, status, ms: Math.round(ms) };
    const answered = { status, route, hasSession: context.sid !== null };
    if (isDenied(answered)) this.logger.warn({ ...line, ...describeCaller(context) }, 'denied');
    else if (isRefused(answered)) this.logger.info({ ...line, ...describeCaller(context) }, 'answered');
    else this.logger[isQuiet ? 'debug' : 'info'](line, 'answered');
  }
}

/** Longer than any path of a service that exists. */
const LOGGED_PATH_LENGTH = 200;

/** The user of an identity token, which identity-svc has signed for this gateway. Undefined for a guest. */
function getUserId(token: string | undefined): string | undefined {
  try {
    const { userId } = decodeJwt(token ?? '');
    return typeof userId === 'string' ? userId : undefined;
  } catch {
    return undefined;
  }
}

/**
 * For an investigation: what was asked for, and by whom. The session's hash is that of identity-svc's table, shortened. The path of a webhook may
 * contain its secret.
 */
const describeCaller = ({ req, route, errorCode, ip, sid, token }: RequestContext) => ({
  code: errorCode,
  path: route?.csrfExempt ? undefined : getPathname(req.url).slice(0, LOGGED_PATH_LENGTH),
  network: getClientNetwork(ip),
  session: sid === null ? undefined : hashSid(sid).slice(0, 16),
  user: getUserId(token),
});
