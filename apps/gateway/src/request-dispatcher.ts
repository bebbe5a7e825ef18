import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { isDomainError, MESSAGES } from '@shop/contracts/common';
import type { ApiHandler } from './api.handler.js';
import type { DocumentationHandler } from './documentation/documentation.handler.js';
import { getPathname, getRequestId, type RequestContext } from './request-context.js';
import { watchBodyProgress } from './guard/body-progress.js';
import { drainBody } from './guard/body-size.js';
import type { Metrics } from './health/metrics.js';
import type { Readiness } from './health/readiness.js';
import {
  sendError,
  sendErrorResponse,
  createNotFoundError,
  createTimeoutError,
  REQUEST_STALLED,
} from './gateway.errors.js';
import { logRequest } from './request-log.js';
import { createRouteMatcher } from './route-matcher.js';
import type { Route } from './routes.js';
import { setHeaders, type ResponseHeaders } from './web/security-headers.js';
import type { WebFilesHandler } from './web/web-files.handler.js';

interface RequestDispatcherParts {
  api: ApiHandler;
  web: WebFilesHandler;
  documentation: DocumentationHandler;
  readiness: () => Promise<Readiness>;
  metrics: Metrics;
  logger: Logger;
  routes: readonly Route[];
  /** For all responses except pages, which have their own content security policy. */
  headers: ResponseHeaders;
  bodyTimes: { idleMs: number; uploadMaxMs: number };
}

/** A JSON body has at most 100 kB. */
const JSON_MAX_MS = 180_000;

/** Entry point of all requests: dispatches them to health, documentation, API or web files, and turns errors into responses. */
export class RequestDispatcher {
  isDraining = false;
  private readonly matchRoute;
  private readonly streams = new Set<ServerResponse>();
  /**
   * Number of open responses. A counter instead of a Set: V8's old hash tables of a Set keep finished requests alive until the next
   * full garbage collection.
   */
  private openResponses = 0;
  private onDrained: () => void = () => undefined;

  constructor(private readonly parts: RequestDispatcherParts) {
    this.matchRoute = createRouteMatcher(parts.routes);
  }

  handle(req: IncomingMessage, res: ServerResponse, expectsContinue = false): void {
    const context = this.createContext(req, res, expectsContinue);
    this.openResponses += 1;
    res.once('close', () => this.onClosed(context));
    setHeaders(res, this.parts.headers);
    res.setHeader('x-request-id', context.id);
    if (this.isDraining) res.setHeader('connection', 'close');
    this.dispatch(context).catch((error: unknown) => this.handleError(context, error));
  }

  /** Ends event streams, which would never end otherwise, and resolves once all other responses are complete. */
  async drain(): Promise<void> {
    this.isDraining = true;
    for (const stream of this.streams) stream.end();
    if (this.openResponses > 0) await new Promise<void>((resolve) => (this.onDrained = resolve));
  }

  private onClosed(context: RequestContext): void {
    clearTimeout(context.deadline);
    logRequest(context, this.parts.logger, this.parts.metrics);
    this.openResponses -= 1;
    if (this.openResponses === 0) this.onDrained();
  }

  private createContext(req: IncomingMessage, res: ServerResponse, expectsContinue: boolean): RequestContext {
    return {
      req,
      res,
      id: getRequestId(req),
      startedAt: performance.now(),
      pathname: getPathname(req.url),
      sid: null,
      expectsContinue,
      lastBytesRead: 0,
      isTimedOut: false,
      isRetried: false,
    };
  }

  private async dispatch(context: RequestContext): Promise<void> {
    const { req, res, pathname } = context;
    if (pathname === '/healthz' || pathname === '/readyz') return this.sendHealth(context);
    const route = this.matchRoute(req.method ?? '', pathname);
    this.watchBody(context, route);
    if (!route) {
      if (await this.parts.documentation.handleRequest(req, res, pathname)) return;
      return this.parts.web.handleRequest(req, res, pathname);
    }
    context.route = route;
    if (route.response === 'stream') {
      this.streams.add(res);
      res.once('close', () => this.streams.delete(res));
    }
    return this.parts.api.handleRequest(context, route);
  }

  private watchBody(context: RequestContext, route: Route | undefined): void {
    const { idleMs, uploadMaxMs } = this.parts.bodyTimes;
    const maxMs = route?.body === 'upload' ? uploadMaxMs : Math.min(JSON_MAX_MS, uploadMaxMs);
    watchBodyProgress(context.req, { idleMs, maxMs }, () => this.handleStalledBody(context));
  }

  /** Also called after the response: a refused body is read to its end. */
  private handleStalledBody(context: RequestContext): void {
    const { req, res, route, upstream } = context;
    if (res.headersSent || res.destroyed) {
      req.socket.destroy();
      return;
    }
    context.isTimedOut = true;
    const cookie = this.parts.api.getSessionCookie(context);
    if (cookie) res.setHeader('set-cookie', cookie);
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

  private async sendHealth({ req, res, pathname }: RequestContext): Promise<void> {
    if (req.method !== 'GET' && req.method !== 'HEAD') return sendError(req, res, createNotFoundError());
    const state = pathname === '/healthz' ? { status: 'up' } : await this.parts.readiness();
    const isHealthy = !('ready' in state) || (state.ready && !this.isDraining);
    const text = JSON.stringify(state);
    res.writeHead(isHealthy ? 200 : 503, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(text),
      'cache-control': 'no-store',
    });
    res.end(req.method === 'HEAD' ? undefined : text);
  }

  private handleError(context: RequestContext, error: unknown): void {
    const { req, res, id: requestId, expectsContinue } = context;
    const { api, logger } = this.parts;
    if (res.headersSent) {
      res.destroy();
      return;
    }
    const cookie = api.getSessionCookie(context);
    if (cookie) res.setHeader('set-cookie', cookie);
    // Without 100-continue the client may or may not send its body, so the connection cannot be reused.
    if (expectsContinue) res.setHeader('connection', 'close');
    if (isDomainError(error)) {
      if (error.cause) logger.warn({ err: error.cause, requestId }, error.code);
      sendError(req, res, error);
    } else {
      logger.error({ err: error, requestId }, 'Request failed');
      sendErrorResponse(req, res, { status: 500, code: 'UNEXPECTED', message: MESSAGES.unexpected });
    }
    drainBody(req);
  }
}
