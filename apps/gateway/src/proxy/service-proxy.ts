import { Agent, type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import { createProxyMiddleware, type Plugin, type RequestHandler } from 'http-proxy-middleware';
import { SESSION_HEADER } from '@shop/contracts/identity';
import { drainBody, createTooLargeError, watchBodySize } from '../guard/body-size.js';
import { sendError, sendErrorResponse, createBrokenConnectionError, createTimeoutError, createUnavailableError } from '../gateway.errors.js';
import type { RequestContext } from '../request-context.js';
import type { ForwardedRoute, ServiceName } from '../routes.js';
import { toReplacementError } from './upstream-error.rules.js';

interface ServiceProxyOptions {
  urls: Record<ServiceName, string>;
  /** How long the answer of a row may take to begin. */
  responseTimeoutMs: (route: ForwardedRoute) => number;
  /** Told of what a service's answer says about the session, before anything goes out. */
  onSessionHeader: (context: RequestContext, sessionHeader: string | undefined) => void;
  /** `Set-Cookie` of the session, where the browser's has to change. */
  sessionCookies: (context: RequestContext) => string[] | undefined;
  onFailure: (context: RequestContext, route: ForwardedRoute, error: Error) => void;
  isDraining: () => boolean;
}

/** Never worth a second try, but never the client's fault either: the kept-alive connection was closed under our hands. */
const isStaleConnection = (error: NodeJS.ErrnoException, upstream: ClientRequest | undefined): boolean =>
  upstream?.reusedSocket === true && (error.code === 'ECONNRESET' || error.code === 'EPIPE');

/** Of a service's answer. Left undefined, which goes out no more than a deleted one but keeps the object quick. */
const INTERNAL_HEADERS = [SESSION_HEADER, 'keep-alive', 'server', 'x-powered-by'];

const CONNECT_ERROR_CODES = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
]);

/** How the proxy's events find their context: a property, since a WeakMap of requests costs the collector a tenth of all time. */
const CONTEXT = Symbol('context');
type ForwardedContext = RequestContext & { route: ForwardedRoute };
type ForwardedRequest = IncomingMessage & { [CONTEXT]?: ForwardedContext };

/** Streams requests on to the services and their answers back, byte by byte, over kept-alive connections. */
export class ServiceProxy {
  private readonly handlers: Record<ServiceName, RequestHandler>;
  private readonly agents = [
    new Agent({ keepAlive: true, maxFreeSockets: 256 }),
    new SecureAgent({ keepAlive: true, maxFreeSockets: 256 }),
  ] as const;

  constructor(private readonly options: ServiceProxyOptions) {
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
    // The handler reports every fault through the `error` event; its promise only says that it is over.
    this.handlers[route.service](req, res).catch(() => undefined);
  }

  private createHandler(url: string): RequestHandler {
    const target = toTarget(url);
    const agent = this.agents[target.protocol === 'https:' ? 1 : 0];
    const events: Plugin = (proxy) => {
      proxy.on('proxyReq', (upstream, req) => this.onProxyRequest(upstream, req));
      proxy.on('proxyRes', (answer, req, res) => this.onProxyResponse(answer, req, res));
      proxy.on('error', (error, req) => req && this.onError(error, req));
      proxy.on('econnreset', () => undefined); // the client went away
    };
    return createProxyMiddleware({ target, agent, changeOrigin: true, ejectPlugins: true, plugins: [events] });
  }

  /** The clock runs from the moment the service has the whole request: a slow client is not the service's fault. */
  private startTimeout(context: RequestContext, route: ForwardedRoute): void {
    const { req, res } = context;
    const start = (): void => {
      if (!res.writableEnded && !res.destroyed)
        context.deadline = setTimeout(() => this.onTimeout(context, route), this.options.responseTimeoutMs(route));
    };
    const hasBody = req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
    if (hasBody && !req.complete) req.once('end', start);
    else start();
  }

  /** An answer that has not begun is too late. One that has may take its time, but not stand still (a stream may even that). */
  private onTimeout(context: RequestContext, route: ForwardedRoute): void {
    const { req, res, upstream } = context;
    if (!res.headersSent) {
      context.isTimedOut = true;
      this.sendOwnError(context, () => sendError(req, res, createTimeoutError(route.service)));
      upstream?.destroy();
    } else if (route.answer !== 'stream') {
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

  private onProxyResponse(answer: IncomingMessage, req: IncomingMessage, res: ServerResponse): void {
    const context = (req as ForwardedRequest)[CONTEXT];
    if (!context || res.writableEnded) {
      answer.resume();
      return;
    }
    const { headers } = answer;
    const sessionHeader = headers[SESSION_HEADER];
    for (const name of INTERNAL_HEADERS) if (headers[name] !== undefined) headers[name] = undefined;
    this.options.onSessionHeader(context, typeof sessionHeader === 'string' ? sessionHeader : undefined);
    const problem = toReplacementError(answer, context.route.service);
    if (problem) {
      answer.resume();
      this.sendOwnError(context, () => sendErrorResponse(req, res, problem));
      return;
    }
    headers.connection = !res.shouldKeepAlive || this.options.isDraining() ? 'close' : 'keep-alive';
    if (!context.route.sessionless) headers['cache-control'] ??= 'no-store';
    this.setCookies(context, headers);
    if (context.route.answer === 'stream') disableBuffering(res, headers);
  }

  private setCookies(context: RequestContext, headers: IncomingMessage['headers']): void {
    const cookies = this.options.sessionCookies(context);
    if (!cookies) return;
    headers['set-cookie'] = [...(headers['set-cookie'] ?? []), ...cookies];
    // Nobody else may be given this answer from a cache on the way.
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
          CONNECT_ERROR_CODES.has(error.code ?? '') ? createUnavailableError(route.service) : createBrokenConnectionError(route.service),
        ),
      );
  }

  /** An answer of the gateway's own carries the session's cookie as well. */
  private sendOwnError(context: RequestContext, send: () => void): void {
    clearTimeout(context.deadline);
    const cookies = this.options.sessionCookies(context);
    if (cookies) context.res.setHeader('set-cookie', cookies);
    send();
    drainBody(context.req);
  }
}

/** The address taken apart once: as text or URL it would be parsed anew, twice, for every request. IPv6 without its brackets, as sockets want it. */
function toTarget(url: string) {
  const { protocol, host, hostname, port, pathname } = new URL(url);
  return { protocol, host, hostname: hostname.replace(/^\[|\]$/g, ''), port, pathname };
}

/** Events leave the moment they come, headers included, and no proxy on the way may collect them. */
function disableBuffering(res: ServerResponse, headers: IncomingMessage['headers']): void {
  headers['x-accel-buffering'] = 'no';
  process.nextTick(() => {
    if (!res.headersSent && !res.destroyed) res.flushHeaders();
  });
}
