import { hash, randomBytes } from 'node:crypto';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { NETWORK_HEADER } from '@shop/contracts-common';
import { describeBrowser } from './browser-name.js';

/** Where an attempt comes from. */
export interface SignInClient {
  /** The network of the address, such as 203.0.113.0/24, as the gateway reports it. */
  network: string;
  /** The id in the browser's cookie; null for a browser that never signed in. */
  browserId: string | null;
  /** Its SHA-256 (hex). */
  browser: string | null;
  /** In words, such as "Chrome on Windows"; null if it is not known. */
  browserName: string | null;
}

interface ClientRequest {
  headers: Record<string, string | string[] | undefined>;
}

const COOKIE = 'known-browser';
/** The longest lifetime that browsers accept: 400 days. */
const MAX_AGE_SECONDS = 400 * 24 * 60 * 60;
const COOKIE_VALUE = new RegExp(`(?:^|;\\s*)${COOKIE}=([A-Za-z0-9_-]{43})(?:;|$)`);
/** Bounds the text, because a service that is started alone gets it from any caller. */
const MAX_NETWORK_LENGTH = 64;

export const hashBrowserId = (id: string): string => hash('sha256', id, 'hex');

/** 256 random bits: a browser that has the cookie was used for a sign-in. */
export const createBrowserId = (): string => randomBytes(32).toString('base64url');

/**
 * The cookie lives longer than a session, and opens nothing: it only has its own budget of wrong passwords. On https the gateway adds Secure and a
 * prefix.
 */
export const createBrowserCookie = (id: string): string =>
  `${COOKIE}=${id}; Max-Age=${MAX_AGE_SECONDS}; Path=/; HttpOnly; SameSite=Lax`;

export function readClient({ headers }: ClientRequest): SignInClient {
  const network = headers[NETWORK_HEADER];
  const cookie = headers.cookie;
  const id = typeof cookie === 'string' ? COOKIE_VALUE.exec(cookie)?.[1] : undefined;
  return {
    network: typeof network === 'string' ? network.slice(0, MAX_NETWORK_LENGTH) : 'unknown',
    browserId: id ?? null,
    browser: id === undefined ? null : hashBrowserId(id),
    browserName: describeBrowser(headers['user-agent']),
  };
}

/** Parameter decorator: the network and the browser of the request. */
export const SignInClient = createParamDecorator((_: unknown, context: ExecutionContext): SignInClient =>
  readClient(context.switchToHttp().getRequest<ClientRequest>()),
);
