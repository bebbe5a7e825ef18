/**
 * D5: a request that changes something must come from a page of this site. Browsers say where it comes from, in
 * `Origin` or else in `Sec-Fetch-Site`; a request with neither comes from no browser and carries nobody's cookie unasked.
 */
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

export interface RequestOrigin {
  method: string;
  origin?: string;
  fetchSite?: string;
  host?: string;
  /** Origin of SITE_URL, for proxies that rewrite `Host`. */
  siteOrigin: string;
}

export function isCrossSite({ method, origin, fetchSite, host, siteOrigin }: RequestOrigin): boolean {
  if (SAFE_METHODS.has(method)) return false;
  if (origin !== undefined) return origin !== siteOrigin && getHost(origin) !== host?.toLowerCase();
  if (fetchSite !== undefined) return fetchSite !== 'same-origin' && fetchSite !== 'none';
  return false;
}

/** Null for `null` and whatever else is no origin; null equals no host. */
function getHost(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}
