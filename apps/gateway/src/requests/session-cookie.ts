import { fastifyCookie } from '@fastify/cookie';
import { Inject, Injectable } from '@nestjs/common';
import { SESSION_DAYS } from '@shop/contracts-identity';
import { CONFIG } from '@shop/service-kit/http';
import { isHttps, type Config } from '../config.js';
import { HOST_PREFIX, toHostCookie } from './host-cookies.js';
import type { RequestContext } from './request-context.js';
import { hashSid, SessionCache } from '../sessions/session-cache.js';

/** Format of session ids. Other values are ignored without asking identity-svc. */
const SID = /^[A-Za-z0-9_-]{32,128}$/;

const MAX_AGE_SECONDS = SESSION_DAYS * 24 * 60 * 60;

/** The browser's session cookie, and its changes by responses. */
@Injectable()
export class SessionCookie {
  private readonly isSecure: boolean;
  private readonly name: string;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly sessions: SessionCache,
  ) {
    this.isSecure = isHttps(config);
    this.name = this.isSecure ? `${HOST_PREFIX}sid` : 'sid';
  }

  readSessionId(cookies: Record<string, string | undefined>): string | null {
    const value = cookies[this.name];
    return value !== undefined && SID.test(value) ? value : null;
  }

  /** The `Set-Cookie` header if the browser's session id changes. Undefined for a session that has ended since. */
  createHeader({ newSid }: RequestContext): string | undefined {
    if (newSid === undefined || (newSid && this.sessions.hasEnded(newSid))) return undefined;
    const maxAge = newSid ? MAX_AGE_SECONDS : 0;
    return fastifyCookie.serialize(this.name, newSid, {
      path: '/',
      sameSite: 'lax',
      secure: this.isSecure,
      httpOnly: true,
      maxAge,
    });
  }

  /** Cookies of services, which do not know whether the site uses https. */
  toSiteCookies(cookies: readonly string[]): string[] {
    return this.isSecure ? cookies.map(toHostCookie) : [...cookies];
  }

  /** Error responses of the gateway carry the session cookie as well. */
  addTo(context: RequestContext): void {
    const header = this.createHeader(context);
    if (header) context.res.setHeader('set-cookie', header);
  }

  /** Applies the session id of a response to sign-in, registration or sign-out. */
  applySessionChange(context: RequestContext, sessionHeader: string | undefined): void {
    if (sessionHeader === undefined) return;
    context.newSid = sessionHeader;
    if (context.sid !== null && context.sid !== sessionHeader) this.sessions.endSessions([hashSid(context.sid)]);
  }
}
