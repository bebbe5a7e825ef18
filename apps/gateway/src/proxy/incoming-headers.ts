import type { IncomingHttpHeaders } from 'node:http';
import { IDENTITY_HEADER } from '@shop/contracts/common';
import type { SessionCookie } from '../sessions/session-cookie.js';

/**
 * Never taken over from outside: what says who calls or where from, what speaks of this one connection (RFC 9110,
 * section 7.6.1), and `expect`, which the gateway has answered itself.
 */
const DROPPED = new Set([
  'authorization',
  'connection',
  'expect',
  'forwarded',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
  'via',
  'cf-connecting-ip',
  'true-client-ip',
  'x-http-method-override',
  'x-real-ip',
]);
const DROPPED_KIN = /^x-(?:identity|session|user|guest|role|admin|forwarded|client|original|rewrite)(?:-|$)/;

interface Handed {
  id: string;
  traceparent: string;
  token?: string;
}

/** What a service is told of a browser's headers. */
export function cleanHeaders(
  headers: IncomingHttpHeaders,
  cookie: SessionCookie,
  { id, traceparent, token }: Handed,
): IncomingHttpHeaders {
  const clean: IncomingHttpHeaders = {};
  for (const name in headers) {
    if (DROPPED.has(name) || (name.startsWith('x-') && DROPPED_KIN.test(name))) continue;
    clean[name] = headers[name];
  }
  if (headers.cookie !== undefined) {
    const others = cookie.withoutSession(headers.cookie);
    if (others === undefined) delete clean.cookie;
    else clean.cookie = others;
  }
  clean['x-request-id'] = id;
  clean.traceparent = traceparent;
  if (token !== undefined) clean[IDENTITY_HEADER] = token;
  return clean;
}
