import { Agent, type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { createProxyMiddleware, type Options, type Plugin, type RequestHandler } from 'http-proxy-middleware';
import type { Logger } from 'pino';
import { ERROR_CODE_HEADER, isDomainError, SERVICE_RESTARTING } from '@shop/contracts-common';
import { SESSION_HEADER } from '@shop/contracts-identity';
import { CONFIG, cutBody, hasBody, hasUnreadBody, LOGGER, Readiness, readToEnd } from '@shop/service-kit/http';
import { getServiceUrls, type Config } from '../config.js';
import {
  sendError,
  sendErrorResponse,
  createBrokenConnectionError,
  createTimeoutError,
  createUnavailableError,
  toReplacementError,
} from '../gateway.errors.js';
import { createTooLargeError, watchBodySize } from '../requests/request-body.js';
import {
  getContext,
  getLogIds,
  runInRequest,
  type RequestContext,
  type RoutedContext,
} from '../requests/request-context.js';
import type { ReleasedRoute } from '@shop/contracts-all';
import type { ServiceName } from '@shop/contracts-common/routes';
import { SessionCookie } from '../requests/session-cookie.js';
import { SessionCache } from '../sessions/session-cache.js';

/** What a replica that has just left does: it refuses connections, or closes them while a request is sent. */
const LEFT_ERROR_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE']);

/** Response headers that clients must not see. They are set to undefined: `delete` would slow down the headers object. */
const INTERNAL_HEADERS = [SESSION_HEADER, ERROR_CODE_HEADER, 'keep-alive', 'server', 'x-powered-by'];

const CONNECT_ERROR_CODES = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
]);

/** Added to the deadline of image generation, so that art-svc can send its own timeout error first. */
const LONG_RESPONSE_MARGIN_MS = 10_000;

type ChooseAgent = (url: URL) => Agent | false;
type OnResponse = (response: IncomingMessage, req: IncomingMessage, res: ServerResponse) => void;

const getForwardedContext = (req: IncomingMessage) => getContext(req) as RoutedContext<ReleasedRoute>;

/** Streams requests to the services and their responses back, over kept-alive connections. */
@Injectable()
export class ServiceProxy implements OnApplicationShutdown {
  private readonly handlers: Record<ServiceName, RequestHandler>;
  /** Each request opens its own connection: idle ones may all lead to the replica that left. */
  private readonly repeatHandlers: Record<ServiceName, RequestHandler>;
  /** For requests of new guests: their responses wait until the session is stored. */
  private readonly guestHandlers: Record<ServiceName, RequestHandler>;
  private readonly agents: readonly [Agent, SecureAgent];

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly cookie: SessionCookie,
    private readonly readiness: Readiness,
    private readonly sessions: SessionCache,
  ) {
    // The services keep idle connections longer, so none is closed while a request is sent. `timeout` ends idle connections only:
    // nothing listens to the event of a running request.
    const agentOptions = { keepAlive: true, maxFreeSockets: 256, timeout: config.SERVICE_IDLE_MS };
    this.agents = [new Agent(agentOptions), new SecureAgent(agentOptions)];
    const [plain, secure] = this.agents;
    const toPooledAgent: ChooseAgent = (url) => (url.protocol === 'https:' ? secure : plain);
    const onResponse: OnResponse = (...response) => this.onProxyResponse(...response);
    this.handlers = this.createHandlers(toPooledAgent, {}, onResponse);
    this.repeatHandlers = this.createHandlers(() => false, {}, onResponse);
    this.guestHandlers = this.createHandlers(toPooledAgent, { selfHandleResponse: true }, (...response) => {
      this.onGuestResponse(...response).catch((error: unknown) => response[2].destroy(error as Error));
    });
  }

  forwardRequest(context: RoutedContext<ReleasedRoute>): void {
    this.startTimeout(context);
    this.sendRequest(context);
  }

  onApplicationShutdown(): void {
    for (const agent of this.agents) agent.destroy();
  }

  private sendRequest({ req, res, route, newGuest, isRepeated }: RoutedContext<ReleasedRoute>): void {
    const handlers = newGuest ? this.guestHandlers : isRepeated ? this.repeatHandlers : this.handlers;
    // The `error` event reports every failure, so the promise's rejection is ignored.
    handlers[route.service](req, res).catch(() => undefined);
  }

  private createHandlers(
    chooseAgent: ChooseAgent,
    options: Options,
    onResponse: OnResponse,
  ): Record<ServiceName, RequestHandler> {
    const entries = Object.entries(getServiceUrls(this.config)).map(([service, address]) => {
      const url = new URL(address);
      return [service, this.createHandler(url, { ...options, agent: chooseAgent(url) }, onResponse)] as const;
    });
    return Object.fromEntries(entries) as Record<ServiceName, RequestHandler>;
  }

  private createHandler(url: URL, options: Options, onResponse: OnResponse): RequestHandler {
    const target = toTarget(url);
    const events: Plugin = (proxy) => {
      proxy.on('proxyReq', (upstream, req) => this.onProxyRequest(upstream, req));
      proxy.on('proxyRes', (response, req, res) => onResponse(response, req, res));
      proxy.on('error', (error, req) => req && this.onError(error, req));
      proxy.on('econnreset', () => undefined); // the client went away
    };
    return createProxyMiddleware({
      target,
      changeOrigin: true,
      ejectPlugins: true,
      plugins: [events],
      ...options,
    });
  }

  /** Starts when the service has received the whole request, so that a slow client does not cause a timeout. */
  private startTimeout(context: RoutedContext<ReleasedRoute>): void {
    const { req, res, route } = context;
    const start = (): void => {
      if (!res.writableEnded && !res.destroyed)
        context.deadline = setTimeout(() => this.onTimeout(context), this.getTimeoutMs(route));
    };
    if (hasBody(req) && !req.complete) req.once('end', start);
    else start();
  }

  /** How long a response may take to start. */
  private getTimeoutMs({ response }: ReleasedRoute): number {
    const { ART_DEADLINE_MS, ANSWER_TIMEOUT_MS } = this.config;
    return response === 'long'
      ? Math.max(ART_DEADLINE_MS, ANSWER_TIMEOUT_MS) + LONG_RESPONSE_MARGIN_MS
      : ANSWER_TIMEOUT_MS;
  }

  /** Sends 504 if the response has not started. A started response may be slow, but must progress, unless it is a stream. */
  private onTimeout(context: RoutedContext<ReleasedRoute>): void {
    const { req, res, route, upstream } = context;
    if (!res.headersSent) {
      context.isTimedOut = true;
      this.sendOwnError(context, () => sendError(req, res, createTimeoutError(route.service)));
      upstream?.destroy();
    } else if (route.response !== 'stream') {
      const bytes = upstream?.socket?.bytesRead ?? 0;
      if (bytes === context.lastBytesRead) upstream?.destroy();
      context.lastBytesRead = bytes;
      context.deadline?.refresh();
    }
  }

  private onProxyRequest(upstream: ClientRequest, req: IncomingMessage): void {
    const context = getForwardedContext(req);
    const { route, res } = context;
    context.upstream = upstream;
    if (res.writableEnded || res.destroyed) {
      upstream.destroy();
      return;
    }
    watchBodySize(req, route, () => {
      req.unpipe(upstream);
      if (!res.headersSent) this.sendOwnError(context, () => sendError(req, res, createTooLargeError(route)));
      upstream.destroy();
    });
  }

  private onProxyResponse(response: IncomingMessage, req: IncomingMessage, res: ServerResponse): void {
    const context = getForwardedContext(req);
    if (res.writableEnded) {
      response.resume();
      return;
    }
    const { headers } = response;
    const sessionHeader = headers[SESSION_HEADER];
    context.errorCode = headers[ERROR_CODE_HEADER]?.toString();
    for (const name of INTERNAL_HEADERS) if (headers[name] !== undefined) headers[name] = undefined;
    this.cookie.applySessionChange(context, typeof sessionHeader === 'string' ? sessionHeader : undefined);
    const errorResponse = toReplacementError(response, context.route.service);
    if (errorResponse) {
      response.resume();
      this.sendOwnError(context, () => sendErrorResponse(req, res, errorResponse));
      return;
    }
    // A service that ends refuses an upload that takes too long, and the page repeats it. Other refusals are final: the page shows them.
    if (context.errorCode === SERVICE_RESTARTING) res.once('finish', () => cutBody(req));
    const isLast = !res.shouldKeepAlive || (this.readiness.isDraining && !hasUnreadBody(req));
    headers.connection = isLast ? 'close' : 'keep-alive';
    if (!context.route.sessionless) headers['cache-control'] ??= 'no-store';
    this.setSessionCookie(context, headers);
    // A sign-out or a closed account. Not `cookies`, which hold the known browser, nor `storage`, which holds the theme.
    if (sessionHeader === '') headers['clear-site-data'] = '"cache"';
    if (context.route.response === 'stream') disableBuffering(res, headers);
  }

  /** Opens the guest's session only if the request has succeeded, so that refused calls leave no sessions. */
  private async onGuestResponse(response: IncomingMessage, req: IncomingMessage, res: ServerResponse): Promise<void> {
    const context = getForwardedContext(req);
    const { newGuest } = context;
    if (newGuest && (response.statusCode ?? 500) < 400) {
      try {
        await runInRequest(context, () => this.sessions.openGuestSession(newGuest));
      } catch (error) {
        response.resume();
        if (!isDomainError(error)) throw error;
        if (!res.writableEnded) this.sendOwnError(context, () => sendError(req, res, error));
        return;
      }
      context.newSid = newGuest.sid;
    }
    this.onProxyResponse(response, req, res);
    if (res.writableEnded || res.destroyed) return;
    copyHead(response, res);
    response.pipe(res);
  }

  private setSessionCookie(context: RequestContext, headers: IncomingMessage['headers']): void {
    if (headers['set-cookie']) headers['set-cookie'] = this.cookie.toSiteCookies(headers['set-cookie']);
    const cookie = this.cookie.createHeader(context);
    if (!cookie) return;
    headers['set-cookie'] = [...(headers['set-cookie'] ?? []), cookie];
    // A shared cache must not store a response with a session cookie.
    headers['cache-control'] = 'private, no-store';
  }

  private onError(error: NodeJS.ErrnoException, req: IncomingMessage): void {
    const context = getForwardedContext(req);
    if (context.isTimedOut) return;
    const { res, route } = context;
    if (res.writableEnded || res.destroyed) return;
    // Reads only: nothing shows whether the service has executed a request whose connection broke.
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    if (isRead && LEFT_ERROR_CODES.has(error.code ?? '') && !context.isRepeated && !res.headersSent) {
      context.isRepeated = true;
      this.sendRequest(context);
      return;
    }
    this.logger.warn({ err: error, ...getLogIds(context), service: route.service }, 'Request to a service failed');
    if (res.headersSent) res.destroy();
    else
      this.sendOwnError(context, () =>
        sendError(
          req,
          res,
          CONNECT_ERROR_CODES.has(error.code ?? '')
            ? createUnavailableError(route.service)
            : createBrokenConnectionError(route.service),
        ),
      );
  }

  /** Error responses of the gateway carry the session cookie as well. */
  private sendOwnError(context: RequestContext, send: () => void): void {
    clearTimeout(context.deadline);
    this.cookie.addTo(context);
    send();
    readToEnd(context.req);
  }
}

/** Node chooses how the body is transferred. */
function copyHead({ statusCode = 502, headers }: IncomingMessage, res: ServerResponse): void {
  res.statusCode = statusCode;
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && name !== 'transfer-encoding') res.setHeader(name, value);
}

/** A plain object, because the proxy would parse a string or URL twice per request. Sockets need IPv6 addresses without brackets. */
function toTarget({ protocol, host, hostname, port, pathname }: URL) {
  return { protocol, host, hostname: hostname.replace(/^\[|\]$/g, ''), port, pathname };
}

/** Sends headers and events immediately, and tells proxies not to buffer them. */
function disableBuffering(res: ServerResponse, headers: IncomingMessage['headers']): void {
  headers['x-accel-buffering'] = 'no';
  process.nextTick(() => {
    if (!res.headersSent && !res.destroyed) res.flushHeaders();
  });
}
