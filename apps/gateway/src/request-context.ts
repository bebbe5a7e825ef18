import { randomUUID } from 'node:crypto';
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import type { Route } from './routes.js';

/** State of one request while the gateway handles it. */
export interface RequestContext {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly id: string;
  readonly startedAt: number;
  readonly pathname: string;
  /** W3C trace context sent to services. */
  traceparent?: string;
  route?: Route;
  /** Session id of the request's cookie. */
  sid: string | null;
  /** Session id to set in the browser. Empty: delete the cookie. */
  newSid?: string;
  /** The client sent `Expect: 100-continue` and waits before it sends its body (RFC 9110, section 10.1.1). */
  readonly expectsContinue: boolean;
  upstream?: ClientRequest;
  deadline?: NodeJS.Timeout;
  /** Bytes received from the service at the last timeout check. */
  lastBytesRead: number;
  isTimedOut: boolean;
  isRetried: boolean;
}

const REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/;

/** The caller's request id if it is well-formed, so that logs of a proxy and the gateway match. Otherwise a new one. */
export function getRequestId(req: IncomingMessage): string {
  const header = req.headers['x-request-id'];
  return typeof header === 'string' && REQUEST_ID.test(header) ? header : randomUUID();
}

const TRACEPARENT = /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** W3C trace context: continues the caller's trace with a new span, or starts a trace. */
export function getTraceparent(req: IncomingMessage): string {
  const traceId =
    req.headers.traceparent === undefined ? undefined : TRACEPARENT.exec(String(req.headers.traceparent))?.[1];
  const trace = traceId && !/^0+$/.test(traceId) ? traceId : toHex(randomUUID());
  return `00-${trace}-${toHex(randomUUID()).slice(16)}-01`;
}

const toHex = (uuid: string): string =>
  uuid.slice(0, 8) + uuid.slice(9, 13) + uuid.slice(14, 18) + uuid.slice(19, 23) + uuid.slice(24);

export function getPathname(url: string | undefined): string {
  const path = url ?? '/';
  const query = path.indexOf('?');
  return query === -1 ? path : path.slice(0, query);
}
