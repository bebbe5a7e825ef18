/**
 * D5: a request that changes something must come from a page of this site. Browsers say where it comes from, in
 * `Origin` or else in `Sec-Fetch-Site`; a request with neither comes from no browser and carries nobody's cookie unasked.
 */
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

export interface Provenance {
  method: string;
  origin?: string;
  fetchSite?: string;
  host?: string;
  /** Origin of SITE_URL, for proxies that rewrite `Host`. */
  siteOrigin: string;
}

export function isForeign({ method, origin, fetchSite, host, siteOrigin }: Provenance): boolean {
  if (SAFE.has(method)) return false;
  if (origin !== undefined) return origin !== siteOrigin && hostOf(origin) !== host?.toLowerCase();
  if (fetchSite !== undefined) return fetchSite !== 'same-origin' && fetchSite !== 'none';
  return false;
}

/** Null for `null` and whatever else is no origin; null equals no host. */
function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}
