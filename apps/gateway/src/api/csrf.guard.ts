import { Inject, Injectable } from '@nestjs/common';
import { DomainError, isLoopback } from '@shop/contracts-common';
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
  if (origin !== undefined) return !listOwnOrigins(siteOrigin, host).includes(origin);
  if (fetchSite !== undefined) return fetchSite !== 'same-origin' && fetchSite !== 'none';
  return false;
}

/**
 * The site's origin, and that of the address in `Host` with the site's scheme: an attacker in the network can serve a page at the http address
 * of an https site. The gateway itself speaks http, so a page of this machine may have it.
 */
function listOwnOrigins(siteOrigin: string, host = ''): string[] {
  const { protocol } = new URL(siteOrigin);
  const own = [`${protocol}//${host}`, `http://${host}`]
    .filter((address) => URL.canParse(address))
    .map((address) => new URL(address));
  return [
    siteOrigin,
    ...own.filter((url) => url.protocol === protocol || isLoopback(url.hostname)).map(({ origin }) => origin),
  ];
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
