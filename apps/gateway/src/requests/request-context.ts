import { randomUUID } from 'node:crypto';
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayRoute } from '@shop/contracts-all';
import { startEntry, type Entry, type LogIds } from '@shop/tracing';
import type { NewGuest } from '../sessions/session-cache.js';

/** State of one request while the gateway handles it. */
export interface RequestContext {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly id: string;
  readonly startedAt: number;
  /** Address of the client. Undefined if it has already disconnected. */
  readonly ip: string | undefined;
  /** Undefined for web files, documentation and health. */
  readonly route: GatewayRoute | undefined;
  /** The client sent `Expect: 100-continue` and waits before it sends its body (RFC 9110, section 10.1.1). */
  readonly expectsContinue: boolean;
  /** The trace, which starts here. Undefined for web files, documentation and health. */
  readonly entry: Entry | undefined;
  /** The caller's identity token, sent to services. */
  token?: string;
  /** Session id of the request's cookie. */
  sid: string | null;
  /** Session id to set in the browser. Empty: delete the cookie. */
  newSid?: string;
  /** The caller is a new guest, whose session is stored when the request has succeeded. */
  newGuest?: NewGuest;
  upstream?: ClientRequest;
  deadline?: NodeJS.Timeout;
  /** Bytes received from the service at the last timeout check. */
  lastBytesRead: number;
  isTimedOut: boolean;
  /** The request was sent to its service a second time. */
  isRepeated: boolean;
  /** Code of the gateway's own error, or of the service's. */
  errorCode?: string;
}

/** The context of a request to a service. */
export type RoutedContext<R extends GatewayRoute = GatewayRoute> = RequestContext & { readonly route: R };

/** Property of the request, because the proxy's event handlers know only it. A WeakMap costs 10 % of CPU time in garbage collection (measured). */
const CONTEXT = Symbol('context');
type TrackedRequest = IncomingMessage & { [CONTEXT]?: RequestContext };

export function createContext(request: FastifyRequest, reply: FastifyReply, route?: GatewayRoute): RequestContext {
  const req: TrackedRequest = request.raw;
  const context: RequestContext = {
    req,
    res: reply.raw,
    id: request.id,
    startedAt: performance.now(),
    ip: request.ip,
    route,
    entry: route && startRequestEntry(request, route),
    expectsContinue: req.headers.expect?.toLowerCase() === '100-continue',
    sid: null,
    lastBytesRead: 0,
    isTimedOut: false,
    isRepeated: false,
  };
  req[CONTEXT] = context;
  return context;
}

/** A browser does not decide what is recorded, so its own trace is only linked. */
const startRequestEntry = ({ id, method, headers }: FastifyRequest, { path }: GatewayRoute): Entry =>
  startEntry(`${method} ${path}`, {
    kind: 'server',
    links: [headers.traceparent],
    attributes: { 'http.request.method': method, 'http.route': path },
    requestId: id,
  });

/** Log lines, spans and calls of `work` belong to the trace of the request. */
export const runInRequest = <T>({ entry }: RequestContext, work: () => T): T => (entry ? entry.run(work) : work());

/** For log lines that may be written outside of the request's handler, such as those of the proxy's events. */
export const getLogIds = ({ id, entry }: RequestContext): Partial<LogIds> => entry?.logIds ?? { requestId: id };

export const findContext = (req: IncomingMessage): RequestContext | undefined => (req as TrackedRequest)[CONTEXT];

export function getContext(req: IncomingMessage): RequestContext {
  const context = findContext(req);
  if (!context) throw new Error('The request has no context');
  return context;
}

const REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/;

/** The caller's request id if it is well-formed, so that logs of a proxy and the gateway match. Otherwise a new one. */
export function getRequestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const header = headers['x-request-id'];
  return typeof header === 'string' && REQUEST_ID.test(header) ? header : randomUUID();
}

export function getPathname(url: string | undefined): string {
  const path = url ?? '/';
  const query = path.indexOf('?');
  return query === -1 ? path : path.slice(0, query);
}
