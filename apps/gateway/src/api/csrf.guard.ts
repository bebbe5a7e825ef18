import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@shop/contracts/common';
import { CONFIG } from '@shop/service-kit/http';
import { getSiteUrl, type Config } from '../config.js';
import type { RoutedContext } from '../requests/request-context.js';

/**
 * CSRF protection: a changing request must come from a page of this site. Browsers send its origin in `Origin` or `Sec-Fetch-Site`.
 * A request with neither does not come from a browser, so it cannot abuse a visitor's cookie.
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

/** Null for `null` and other invalid origins. Null never equals a host. */
function getHost(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}

@Injectable()
export class CsrfGuard {
  private readonly siteOrigin: string;

  constructor(@Inject(CONFIG) config: Config) {
    this.siteOrigin = new URL(getSiteUrl(config)).origin;
  }

  /** Throws `forbidden` (403). */
  assertOrigin({ req, route }: RoutedContext): void {
    if (route.csrfExempt) return;
    const { origin, host, 'sec-fetch-site': fetchSite } = req.headers;
    const { siteOrigin } = this;
    if (isCrossSite({ method: req.method ?? '', origin, host, fetchSite: fetchSite?.toString(), siteOrigin }))
      throw new DomainError('ORIGIN_FOREIGN', 'forbidden', 'This request came from another site and was refused.');
  }
}
