import { Agent, type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import { createProxyMiddleware, type Plugin, type RequestHandler } from 'http-proxy-middleware';
import { SESSION_HEADER } from '@shop/contracts/identity';
import { hasBody } from '../guard/body-progress.js';
import { drainBody, createTooLargeError, watchBodySize } from '../guard/body-size.js';
import {
  sendError,
  sendErrorResponse,
  createBrokenConnectionError,
  createTimeoutError,
  createUnavailableError,
} from '../gateway.errors.js';
import type { RequestContext } from '../request-context.js';
import type { ForwardedRoute, ServiceName } from '../routes.js';
import { toReplacementError } from './upstream-error.rules.js';

interface ServiceProxyOptions {
  urls: Record<ServiceName, string>;
  /** How long an idle connection is kept. The services keep it longer, so none is closed while a request is sent. */
  idleMs: number;
  /** How long a route's response may take to start. */
  responseTimeoutMs: (route: ForwardedRoute) => number;
  /** Called with the session header of each response before it is sent. */
  onSessionHeader: (context: RequestContext, sessionHeader: string | undefined) => void;
  /** The `Set-Cookie` header if the browser's session id changes. */
  sessionCookie: (context: RequestContext) => string | undefined;
  onFailure: (context: RequestContext, route: ForwardedRoute, error: Error) => void;
  isDraining: () => boolean;
}

/** The service closed a kept-alive connection while the request was sent. */
const isStaleConnection = (error: NodeJS.ErrnoException, upstream: ClientRequest | undefined): boolean =>
  upstream?.reusedSocket === true && (error.code === 'ECONNRESET' || error.code === 'EPIPE');

/** Response headers that clients must not see. They are set to undefined: `delete` would slow down the headers object. */
const INTERNAL_HEADERS = [SESSION_HEADER, 'keep-alive', 'server', 'x-powered-by'];

const CONNECT_ERROR_CODES = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
]);

/** Request property with the context, for the proxy's event handlers. A WeakMap costs 10 % of CPU time in garbage collection (measured). */
const CONTEXT = Symbol('context');
type ForwardedContext = RequestContext & { route: ForwardedRoute };
type ForwardedRequest = IncomingMessage & { [CONTEXT]?: ForwardedContext };

/** Streams requests to the services and their responses back, over kept-alive connections. */
export class ServiceProxy {
  private readonly handlers: Record<ServiceName, RequestHandler>;
  private readonly agents: readonly [Agent, SecureAgent];

  constructor(private readonly options: ServiceProxyOptions) {
    // `timeout` ends idle connections only: nothing listens to the event of a running request.
    const agentOptions = { keepAlive: true, maxFreeSockets: 256, timeout: options.idleMs };
    this.agents = [new Agent(agentOptions), new SecureAgent(agentOptions)];
    const entries = Object.entries(options.urls) as [ServiceName, string][];
    this.handlers = Object.fromEntries(entries.map(([service, url]) => [service, this.createHandler(url)])) as Record<
      ServiceName,
      RequestHandler
    >;
  }

  forwardRequest(context: RequestContext, route: ForwardedRoute): void {
    (context.req as ForwardedRequest)[CONTEXT] = Object.assign(context, { route });
    this.startTimeout(context, route);
    this.sendRequest(context, route);
  }

  close(): void {
    for (const agent of this.agents) agent.destroy();
  }

  private sendRequest({ req, res }: RequestContext, route: ForwardedRoute): void {
    // The `error` event reports every failure, so the promise's rejection is ignored.
    this.handlers[route.service](req, res).catch(() => undefined);
  }

  private createHandler(url: string): RequestHandler {
    const target = toTarget(url);
    const agent = this.agents[target.protocol === 'https:' ? 1 : 0];
    const events: Plugin = (proxy) => {
      proxy.on('proxyReq', (upstream, req) => this.onProxyRequest(upstream, req));
      proxy.on('proxyRes', (response, req, res) => this.onProxyResponse(response, req, res));
      proxy.on('error', (error, req) => req && this.onError(error, req));
      proxy.on('econnreset', () => undefined); // the client went away
    };
    return createProxyMiddleware({ target, agent, changeOrigin: true, ejectPlugins: true, plugins: [events] });
  }

  /** Starts when the service has received the whole request, so that a slow client does not cause a timeout. */
  private startTimeout(context: RequestContext, route: ForwardedRoute): void {
    const { req, res } = context;
    const start = (): void => {
      if (!res.writableEnded && !res.destroyed)
        context.deadline = setTimeout(() => this.onTimeout(context, route), this.options.responseTimeoutMs(route));
    };
    if (hasBody(req) && !req.complete) req.once('end', start);
    else start();
  }

  /** Sends 504 if the response has not started. A started response may be slow, but must progress, unless it is a stream. */
  private onTimeout(context: RequestContext, route: ForwardedRoute): void {
    const { req, res, upstream } = context;
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
    const context = (req as ForwardedRequest)[CONTEXT];
    if (!context) return;
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
    const context = (req as ForwardedRequest)[CONTEXT];
    if (!context || res.writableEnded) {
      response.resume();
      return;
    }
    const { headers } = response;
    const sessionHeader = headers[SESSION_HEADER];
    for (const name of INTERNAL_HEADERS) if (headers[name] !== undefined) headers[name] = undefined;
    this.options.onSessionHeader(context, typeof sessionHeader === 'string' ? sessionHeader : undefined);
    const errorResponse = toReplacementError(response, context.route.service);
    if (errorResponse) {
      response.resume();
      this.sendOwnError(context, () => sendErrorResponse(req, res, errorResponse));
      return;
    }
    headers.connection = !res.shouldKeepAlive || this.options.isDraining() ? 'close' : 'keep-alive';
    if (!context.route.sessionless) headers['cache-control'] ??= 'no-store';
    this.setSessionCookie(context, headers);
    if (context.route.response === 'stream') disableBuffering(res, headers);
  }

  private setSessionCookie(context: RequestContext, headers: IncomingMessage['headers']): void {
    const cookie = this.options.sessionCookie(context);
    if (!cookie) return;
    headers['set-cookie'] = [...(headers['set-cookie'] ?? []), cookie];
    // A shared cache must not store a response with a session cookie.
    headers['cache-control'] = 'private, no-store';
  }

  private onError(error: NodeJS.ErrnoException, req: IncomingMessage): void {
    const context = (req as ForwardedRequest)[CONTEXT];
    if (!context || context.isTimedOut) return;
    const { res, route, upstream } = context;
    if (res.writableEnded || res.destroyed) return;
    const mayRepeat = req.method === 'GET' || req.method === 'HEAD';
    if (!res.headersSent && mayRepeat && !context.isRetried && isStaleConnection(error, upstream)) {
      context.isRetried = true;
      this.sendRequest(context, route);
      return;
    }
    this.options.onFailure(context, route, error);
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
    const cookie = this.options.sessionCookie(context);
    if (cookie) context.res.setHeader('set-cookie', cookie);
    send();
    drainBody(context.req);
  }
}

/** Parses the address once: the proxy would parse a string or URL twice per request. Sockets need IPv6 addresses without brackets. */
function toTarget(url: string) {
  const { protocol, host, hostname, port, pathname } = new URL(url);
  return { protocol, host, hostname: hostname.replace(/^\[|\]$/g, ''), port, pathname };
}

/** Sends headers and events immediately, and tells proxies not to buffer them. */
function disableBuffering(res: ServerResponse, headers: IncomingMessage['headers']): void {
  headers['x-accel-buffering'] = 'no';
  process.nextTick(() => {
    if (!res.headersSent && !res.destroyed) res.flushHeaders();
  });
}
