import type { IncomingHttpHeaders } from 'node:http';
import { IDENTITY_HEADER, NETWORK_HEADER } from '@shop/contracts-common';
import { toServiceCookies } from '../requests/host-cookies.js';

/**
 * Request headers that are not forwarded: identity and origin of the caller, connection headers (RFC 9110, section 7.6.1), and
 * `expect`, which the gateway handles itself.
 */
const DROPPED_HEADERS = new Set([
  'authorization',
  'connection',
  'expect',
  'forwarded',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'traceparent',
  'tracestate',
  'baggage',
  'upgrade',
  'via',
  'cf-connecting-ip',
  'true-client-ip',
  'x-http-method-override',
  'x-real-ip',
]);
const DROPPED_HEADER_PATTERN =
  /^x-(?:identity|service|session|user|guest|role|admin|forwarded|client|original|rewrite)(?:-|$)/;

interface OwnHeaders {
  id: string;
  /** The client's is dropped, with its `tracestate` and `baggage`. */
  traceparent?: string;
  network: string;
  token?: string;
}

/** The request headers for a service: the client's without `DROPPED_HEADERS` and session cookies, plus our own. */
export function toServiceHeaders(
  headers: IncomingHttpHeaders,
  { id, traceparent, network, token }: OwnHeaders,
): IncomingHttpHeaders {
  const result: IncomingHttpHeaders = {};
  for (const name in headers) {
    if (DROPPED_HEADERS.has(name) || (name.startsWith('x-') && DROPPED_HEADER_PATTERN.test(name))) continue;
    result[name] = headers[name];
  }
  if (headers.cookie !== undefined) {
    const others = toServiceCookies(headers.cookie);
    if (others === undefined) delete result.cookie;
    else result.cookie = others;
  }
  result['x-request-id'] = id;
  if (traceparent !== undefined) result.traceparent = traceparent;
  result[NETWORK_HEADER] = network;
  if (token !== undefined) result[IDENTITY_HEADER] = token;
  return result;
}
