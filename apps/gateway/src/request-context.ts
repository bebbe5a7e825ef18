import { randomUUID } from 'node:crypto';
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import type { Route } from './routes.js';

/** One request and its answer, with all that the gateway learns on the way. */
export interface RequestContext {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly id: string;
  readonly startedAt: number;
  readonly pathname: string;
  /** W3C trace context that services are handed, once the request is on its way to one. */
  traceparent?: string;
  route?: Route;
  /** The session id the browser came with. */
  sid: string | null;
  /** The session id to set in the browser once the answer goes out; the empty one takes the cookie away. */
  newSid?: string;
  /** The client waits for a word before it sends its body (RFC 9110, section 10.1.1). */
  readonly expectsContinue: boolean;
  upstream?: ClientRequest;
  deadline?: NodeJS.Timeout;
  /** What had come of the answer when the deadline was last looked at. */
  lastBytesRead: number;
  isTimedOut: boolean;
  isRetried: boolean;
}

const REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/;

/** The caller's id where it is a decent one, so that a proxy in front and the gateway tell the same story. */
export function getRequestId(req: IncomingMessage): string {
  const given = req.headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
}

const TRACEPARENT = /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** W3C Trace Context: the caller's trace goes on with a span of ours, else one begins. */
export function getTraceparent(req: IncomingMessage): string {
  const given =
    req.headers.traceparent === undefined ? undefined : TRACEPARENT.exec(String(req.headers.traceparent))?.[1];
  const trace = given && !/^0+$/.test(given) ? given : toHex(randomUUID());
  return `00-${trace}-${toHex(randomUUID()).slice(16)}-01`;
}

const toHex = (uuid: string): string =>
  uuid.slice(0, 8) + uuid.slice(9, 13) + uuid.slice(14, 18) + uuid.slice(19, 23) + uuid.slice(24);

export function getPathname(url: string | undefined): string {
  const path = url ?? '/';
  const query = path.indexOf('?');
  return query === -1 ? path : path.slice(0, query);
}
