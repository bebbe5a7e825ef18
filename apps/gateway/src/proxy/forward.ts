import { Agent, type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import { createProxyMiddleware, type Plugin, type RequestHandler } from 'http-proxy-middleware';
import { SESSION_HEADER } from '@shop/contracts/identity';
import { drain, tooLarge, watchBodySize } from '../guard/body-size.js';
import { answerProblem, answerWith, brokeOff, tookTooLong, unavailable } from '../problems.js';
import type { Exchange } from '../exchange.js';
import type { ForwardedRoute, ServiceName } from '../routes.js';
import { problemInPlaceOf } from './upstream-problem.js';

interface ForwardOptions {
  urls: Record<ServiceName, string>;
  /** How long the answer of a row may take to begin. */
  answerTimeoutMs: (route: ForwardedRoute) => number;
  /** Told of what a service's answer says about the session, before anything goes out. */
  onAnswer: (exchange: Exchange, sessionHeader: string | undefined) => void;
  /** `Set-Cookie` of the session, where the browser's has to change. */
  sessionCookies: (exchange: Exchange) => string[] | undefined;
  onTrouble: (exchange: Exchange, route: ForwardedRoute, error: Error) => void;
  isDraining: () => boolean;
}

/** Never worth a second try, but never the client's fault either: the kept-alive connection was closed under our hands. */
const isStaleConnection = (error: NodeJS.ErrnoException, upstream: ClientRequest | undefined): boolean =>
  upstream?.reusedSocket === true && (error.code === 'ECONNRESET' || error.code === 'EPIPE');

/** Of a service's answer. Left undefined, which goes out no more than a deleted one but keeps the object quick. */
const KEPT_INSIDE = [SESSION_HEADER, 'keep-alive', 'server', 'x-powered-by'];

const NEVER_REACHED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
]);

/** How the proxy's events find their exchange: a property, since a WeakMap of requests costs the collector a tenth of all time. */
const EXCHANGE = Symbol('exchange');
type ForwardedExchange = Exchange & { route: ForwardedRoute };
type Forwarded = IncomingMessage & { [EXCHANGE]?: ForwardedExchange };

/** Streams requests on to the services and their answers back, byte by byte, over kept-alive connections. */
export class Forwarder {
  private readonly handlers: Record<ServiceName, RequestHandler>;
  private readonly agents = [
    new Agent({ keepAlive: true, maxFreeSockets: 256 }),
    new SecureAgent({ keepAlive: true, maxFreeSockets: 256 }),
  ] as const;

  constructor(private readonly options: ForwardOptions) {
    const entries = Object.entries(options.urls) as [ServiceName, string][];
    this.handlers = Object.fromEntries(entries.map(([service, url]) => [service, this.handlerFor(url)])) as Record<
      ServiceName,
      RequestHandler
    >;
  }

  forward(exchange: Exchange, route: ForwardedRoute): void {
    (exchange.req as Forwarded)[EXCHANGE] = Object.assign(exchange, { route });
    this.startDeadline(exchange, route);
    this.send(exchange, route);
  }

  close(): void {
    for (const agent of this.agents) agent.destroy();
  }

  private send({ req, res }: Exchange, route: ForwardedRoute): void {
    // The handler reports every fault through the `error` event; its promise only says that it is over.
    this.handlers[route.service](req, res).catch(() => undefined);
  }

  private handlerFor(url: string): RequestHandler {
    const target = targetOf(url);
    const agent = this.agents[target.protocol === 'https:' ? 1 : 0];
    const events: Plugin = (proxy) => {
      proxy.on('proxyReq', (upstream, req) => this.onUpstream(upstream, req));
      proxy.on('proxyRes', (answer, req, res) => this.onAnswer(answer, req, res));
      proxy.on('error', (error, req) => req && this.onError(error, req));
      proxy.on('econnreset', () => undefined); // the client went away
    };
    return createProxyMiddleware({ target, agent, changeOrigin: true, ejectPlugins: true, plugins: [events] });
  }

  /** The clock runs from the moment the service has the whole request: a slow client is not the service's fault. */
  private startDeadline(exchange: Exchange, route: ForwardedRoute): void {
    const { req, res } = exchange;
    const start = (): void => {
      if (!res.writableEnded && !res.destroyed)
        exchange.deadline = setTimeout(() => this.onDeadline(exchange, route), this.options.answerTimeoutMs(route));
    };
    const hasBody = req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
    if (hasBody && !req.complete) req.once('end', start);
    else start();
  }

  /** An answer that has not begun is too late. One that has may take its time, but not stand still (a stream may even that). */
  private onDeadline(exchange: Exchange, route: ForwardedRoute): void {
    const { req, res, upstream } = exchange;
    if (!res.headersSent) {
      exchange.isTimedOut = true;
      this.refuse(exchange, () => answerProblem(req, res, tookTooLong(route.service)));
      upstream?.destroy();
    } else if (route.answer !== 'stream') {
      const bytes = upstream?.socket?.bytesRead ?? 0;
      if (bytes === exchange.bytesSeen) upstream?.destroy();
      exchange.bytesSeen = bytes;
      exchange.deadline?.refresh();
    }
  }

  private onUpstream(upstream: ClientRequest, req: IncomingMessage): void {
    const exchange = (req as Forwarded)[EXCHANGE];
    if (!exchange) return;
    const { route, res } = exchange;
    exchange.upstream = upstream;
    if (res.writableEnded || res.destroyed) {
      upstream.destroy();
      return;
    }
    watchBodySize(req, route, () => {
      req.unpipe(upstream);
      if (!res.headersSent) this.refuse(exchange, () => answerProblem(req, res, tooLarge(route)));
      upstream.destroy();
    });
  }

  private onAnswer(answer: IncomingMessage, req: IncomingMessage, res: ServerResponse): void {
    const exchange = (req as Forwarded)[EXCHANGE];
    if (!exchange || res.writableEnded) {
      answer.resume();
      return;
    }
    const { headers } = answer;
    const sessionHeader = headers[SESSION_HEADER];
    for (const name of KEPT_INSIDE) if (headers[name] !== undefined) headers[name] = undefined;
    this.options.onAnswer(exchange, typeof sessionHeader === 'string' ? sessionHeader : undefined);
    const problem = problemInPlaceOf(answer, exchange.route.service);
    if (problem) {
      answer.resume();
      this.refuse(exchange, () => answerWith(req, res, problem));
      return;
    }
    headers.connection = !res.shouldKeepAlive || this.options.isDraining() ? 'close' : 'keep-alive';
    if (!exchange.route.sessionless) headers['cache-control'] ??= 'no-store';
    this.setCookies(exchange, headers);
    if (exchange.route.answer === 'stream') passOnAtOnce(res, headers);
  }

  private setCookies(exchange: Exchange, headers: IncomingMessage['headers']): void {
    const cookies = this.options.sessionCookies(exchange);
    if (!cookies) return;
    headers['set-cookie'] = [...(headers['set-cookie'] ?? []), ...cookies];
    // Nobody else may be given this answer from a cache on the way.
    headers['cache-control'] = 'private, no-store';
  }

  private onError(error: NodeJS.ErrnoException, req: IncomingMessage): void {
    const exchange = (req as Forwarded)[EXCHANGE];
    if (!exchange || exchange.isTimedOut) return;
    const { res, route, upstream } = exchange;
    if (res.writableEnded || res.destroyed) return;
    const mayRepeat = req.method === 'GET' || req.method === 'HEAD';
    if (!res.headersSent && mayRepeat && !exchange.isRetried && isStaleConnection(error, upstream)) {
      exchange.isRetried = true;
      this.send(exchange, route);
      return;
    }
    this.options.onTrouble(exchange, route, error);
    if (res.headersSent) res.destroy();
    else
      this.refuse(exchange, () =>
        answerProblem(
          req,
          res,
          NEVER_REACHED.has(error.code ?? '') ? unavailable(route.service) : brokeOff(route.service),
        ),
      );
  }

  /** An answer of the gateway's own carries the session's cookie as well. */
  private refuse(exchange: Exchange, answer: () => void): void {
    clearTimeout(exchange.deadline);
    const cookies = this.options.sessionCookies(exchange);
    if (cookies) exchange.res.setHeader('set-cookie', cookies);
    answer();
    drain(exchange.req);
  }
}

/** The address taken apart once: as text or URL it would be parsed anew, twice, for every request. IPv6 without its brackets, as sockets want it. */
function targetOf(url: string) {
  const { protocol, host, hostname, port, pathname } = new URL(url);
  return { protocol, host, hostname: hostname.replace(/^\[|\]$/g, ''), port, pathname };
}

/** Events leave the moment they come, headers included, and no proxy on the way may collect them. */
function passOnAtOnce(res: ServerResponse, headers: IncomingMessage['headers']): void {
  headers['x-accel-buffering'] = 'no';
  process.nextTick(() => {
    if (!res.headersSent && !res.destroyed) res.flushHeaders();
  });
}
