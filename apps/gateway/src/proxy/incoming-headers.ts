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

/** Turns a browser's headers, in place, into what a service is told. */
export function cleanHeaders(headers: IncomingHttpHeaders, cookie: SessionCookie, { id, traceparent, token }: Handed): void {
  for (const name in headers) {
    if (DROPPED.has(name) || (name.startsWith('x-') && DROPPED_KIN.test(name))) delete headers[name];
  }
  const others = cookie.withoutSession(headers.cookie);
  if (others === undefined) delete headers.cookie;
  else headers.cookie = others;
  headers['x-request-id'] = id;
  headers.traceparent = traceparent;
  if (token !== undefined) headers[IDENTITY_HEADER] = token;
}
