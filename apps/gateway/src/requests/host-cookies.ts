/**
 * On https all cookies have the prefix `__Host-`: browsers take such a cookie only from this host over https, so that no other host of the domain can
 * set one. Services know neither the prefix nor whether the site uses https.
 */
export const HOST_PREFIX = '__Host-';

/** Names of the session's cookie, which services must not see. */
const SESSION_NAMES: ReadonlySet<string> = new Set(['sid', `${HOST_PREFIX}sid`]);

/** Attributes that the prefix fixes. */
const FIXED_ATTRIBUTE = /^(?:path|domain|secure)(?:\s*=|$)/i;

/** The `Set-Cookie` header of the site for one of a service. */
export function toHostCookie(header: string): string {
  const [cookie = '', ...attributes] = header.split(/;\s*/);
  const free = attributes.filter((attribute) => !FIXED_ATTRIBUTE.test(attribute));
  return [`${HOST_PREFIX}${cookie}`, ...free, 'Path=/', 'Secure'].join('; ');
}

/** The `Cookie` header for a service: without the session's and without prefixes. Undefined if no cookie remains. */
export function toServiceCookies(header: string): string | undefined {
  const cookies = new Map<string, string>();
  for (const cookie of header.split(/;\s*/)) {
    const at = cookie.indexOf('=');
    const name = cookie.slice(0, Math.max(0, at)).trim();
    if (name === '' || SESSION_NAMES.has(name)) continue;
    const isPrefixed = name.startsWith(HOST_PREFIX);
    const plainName = isPrefixed ? name.slice(HOST_PREFIX.length) : name;
    if (isPrefixed || !cookies.has(plainName)) cookies.set(plainName, `${plainName}=${cookie.slice(at + 1).trim()}`);
  }
  return cookies.size > 0 ? [...cookies.values()].join('; ') : undefined;
}
