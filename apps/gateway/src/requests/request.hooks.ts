import type { ServerResponse } from 'node:http';
import {
  Inject,
  Injectable,
  Catch,
  HttpException,
  NotFoundException,
  type ArgumentsHost,
  type ExceptionFilter,
} from '@nestjs/common';
import { isDomainError } from '@shop/contracts/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { CONFIG, createHostCheck, isHttps, LOGGER, type Config } from '../config.js';
import {
  createNotFoundError,
  createTimeoutError,
  HOST_FOREIGN,
  REQUEST_STALLED,
  sendError,
  sendErrorResponse,
  createStatusError,
  UNEXPECTED,
} from '../gateway.errors.js';
import { Metrics } from './metrics.js';
import { getClientNetwork } from './client-network.js';
import { isDenied } from './denied-request.rules.js';
import { SessionCookie } from './session-cookie.js';
import { createDefaultHeaders } from './security-headers.js';
import { hashSid } from '../sessions/session-cache.js';
import { drainBody, watchBodyProgress } from './request-body.js';
import { createContext, getPathname, type RequestContext, findContext } from './request-context.js';

/** A JSON body has at most 100 kB. */
const JSON_MAX_MS = 180_000;

/**
 * Paths of services: ids, numbers and file names. No escapes, no leading dots and no empty segments, so that the gateway and a service
 * never interpret an address differently.
 */
const SERVICE_PATH = /^(?:\/[A-Za-z0-9_][A-Za-z0-9._~-]{0,199})+$/;

/** Health checks call an instance by its address. */
const HEALTH_PATHS = new Set(['/healthz', '/readyz', '/readyz/gateway']);

/** The responses that a shutdown waits for. */
@Injectable()
export class OpenResponses {
  private draining = false;
  private readonly streams = new Set<ServerResponse>();
  /**
   * Number of open responses. A counter instead of a Set: V8's old hash tables of a Set keep finished requests alive until the next
   * full garbage collection.
   */
  private count = 0;
  private onDrained: () => void = () => undefined;

  add({ res, route }: RequestContext): void {
    this.count += 1;
    if (route?.response === 'stream') this.streams.add(res);
  }

  remove({ res, route }: RequestContext): void {
    if (route?.response === 'stream') this.streams.delete(res);
    this.count -= 1;
    if (this.count === 0) this.onDrained();
  }

  get isDraining(): boolean {
    return this.draining;
  }

  /** From now on the gateway is not ready, and each answer ends its connection. */
  startDraining(): void {
    this.draining = true;
  }

  /** Ends event streams, which would never end otherwise, and resolves once all other responses are complete. */
  async drain(): Promise<void> {
    this.startDraining();
    for (const stream of this.streams) stream.end();
    if (this.count > 0) await new Promise<void>((resolve) => (this.onDrained = resolve));
  }
}

/** What every request has: a context, a request id, limits for its body, a log line and a histogram entry. */
@Injectable()
export class RequestHooks {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly metrics: Metrics,
    private readonly openResponses: OpenResponses,
    private readonly cookie: SessionCookie,
  ) {}

  install(fastify: FastifyInstance): void {
    const setSecurityHeaders = createDefaultHeaders(isHttps(this.config));
    const isOwnHost = createHostCheck(this.config);
    fastify.addHook('onRequest', (request, reply, done) => {
      const context = createContext(request, reply);
      const { req, res, route } = context;
      this.openResponses.add(context);
      res.once('close', () => this.onClosed(context));
      setSecurityHeaders(req, res);
      res.setHeader('x-request-id', context.id);
      if (this.openResponses.isDraining) res.setHeader('connection', 'close');
      this.watchBody(context);
      const path = getPathname(req.url);
      if (!isOwnHost(req.headers.host) && !HEALTH_PATHS.has(path)) {
        // An attacker's name may lead here by its DNS entry; for a browser that is the same origin as the attacker's page.
        reply.hijack();
        sendErrorResponse(req, res, HOST_FOREIGN);
        drainBody(req);
        return;
      }
      done(route && !SERVICE_PATH.test(path) ? createNotFoundError() : undefined);
    });
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
      drainBody(req);
    } else {
      res.setHeader('connection', 'close');
      sendErrorResponse(req, res, REQUEST_STALLED);
    }
    upstream?.destroy();
  }

  private onClosed(context: RequestContext): void {
    clearTimeout(context.deadline);
    this.logRequest(context);
    this.openResponses.remove(context);
  }

  /**
   * One log line and one histogram entry by route, without addresses or ids of people. Successful requests without a session (files,
   * public lists) are logged at level debug. A denied request also has its reason, the caller's network and the session's hash.
   */
  private logRequest(context: RequestContext): void {
    const { req, res, route, startedAt, id, traceparent } = context;
    const ms = performance.now() - startedAt;
    const method = req.method ?? '';
    const path = route?.path ?? 'web';
    // 499: the client disconnected before the response was complete.
    const status = res.writableFinished ? res.statusCode : 499;
    this.metrics.requestDuration.observe({ method, route: path, status }, ms / 1000);
    const isQuiet = status < 400 && (route?.sessionless ?? true);
    if (isQuiet && !this.logger.isLevelEnabled('debug')) return;
    const line = { requestId: id, traceId: traceparent?.slice(3, 35), method, route: path, status, ms: Math.round(ms) };
    if (isDenied({ status, access: route?.access, hasSession: context.sid !== null }))
      this.logger.warn({ ...line, ...describeCaller(context) }, 'denied');
    else this.logger[isQuiet ? 'debug' : 'info'](line, 'answered');
  }
}

/** For an investigation: the session's hash is that of identity-svc's table, shortened. */
const describeCaller = ({ errorCode, ip, sid }: RequestContext) => ({
  code: errorCode,
  network: getClientNetwork(ip),
  session: sid === null ? undefined : hashSid(sid).slice(0, 16),
});

/** Sends errors as plain text, or as RFC 9457 if the client asks for it. */
@Catch()
export class GatewayErrorFilter implements ExceptionFilter {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly cookie: SessionCookie,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    // The hooks do not run for a target that is no path, such as `OPTIONS *`.
    const context = findContext(request.raw) ?? createContext(request, reply);
    const { req, res, id: requestId } = context;
    reply.hijack();
    if (res.headersSent || res.destroyed) {
      res.destroy();
      return;
    }
    this.cookie.addTo(context);
    // Without 100-continue the client may or may not send its body, so the connection cannot be reused.
    if (context.expectsContinue) res.setHeader('connection', 'close');
    if (isDomainError(error)) {
      context.errorCode = error.code;
      if (error.cause) this.logger.warn({ err: error.cause, requestId }, error.code);
      sendError(req, res, error);
    } else if (error instanceof NotFoundException) {
      sendError(req, res, createNotFoundError());
    } else if (error instanceof HttpException && error.getStatus() < 500) {
      sendErrorResponse(req, res, createStatusError(error.getStatus()));
    } else {
      this.logger.error({ err: error, requestId }, 'Request failed');
      sendErrorResponse(req, res, UNEXPECTED);
    }
    drainBody(req);
  }
}
