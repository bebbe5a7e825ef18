import { SESSION_DAYS } from '@shop/contracts/identity';

/** Format of session ids. Other values are ignored without asking identity-svc. */
const SID = /^[A-Za-z0-9_-]{32,128}$/;

const MAX_AGE_SECONDS = SESSION_DAYS * 24 * 60 * 60;

/** Reads and creates the session cookie. */
export class SessionCookie {
  readonly name: string;
  private readonly attributes: string;

  constructor(siteUrl: string) {
    const isSecure = new URL(siteUrl).protocol === 'https:';
    this.name = isSecure ? '__Host-sid' : 'sid';
    this.attributes = `Path=/; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  }

  readSessionId(header: string | undefined): string | null {
    const value = parseCookies(header).find(([name]) => name === this.name)?.[1];
    return value !== undefined && SID.test(value) ? value : null;
  }

  /** The `Set-Cookie` header for a session id. An empty id deletes the cookie. */
  createCookie(sid: string): string {
    return `${this.name}=${sid}; ${this.attributes}; HttpOnly; Max-Age=${sid ? MAX_AGE_SECONDS : 0}`;
  }

  /** The Cookie header without session ids, which services must not see. Undefined if no cookie remains. */
  removeSessionCookies(header: string | undefined): string | undefined {
    if (header === undefined) return undefined;
    const others = parseCookies(header).filter(([name]) => name !== 'sid' && name !== '__Host-sid');
    return others.length > 0 ? others.map(([name, value]) => `${name}=${value}`).join('; ') : undefined;
  }
}

function parseCookies(header: string | undefined): [name: string, value: string][] {
  if (!header) return [];
  return header.split(';').flatMap((part): [string, string][] => {
    const at = part.indexOf('=');
    return at < 1 ? [] : [[part.slice(0, at).trim(), part.slice(at + 1).trim()]];
  });
}
