import { Inject, Injectable } from '@nestjs/common';
import { pageHeadSchema, type PageHead } from '@shop/contracts-common';
import type { ServiceName } from '@shop/contracts-common/routes';
import { CONFIG } from '@shop/service-kit/http';
import { currentTraceparent } from '@shop/tracing';
import { getServiceUrls, type Config } from '../config.js';
import { ServiceTokens } from '../service-tokens.js';

/** Pages whose head a service knows: the part of their address that names the thing, and where the service describes it. */
const OWNERS: readonly { page: RegExp; service: ServiceName; address: (name: string) => string }[] = [
  {
    page: /^\/a\/([0-9a-f]{32})\/?$/,
    service: 'art',
    address: (token) => `/internal/page-heads/shared-artworks/${token}`,
  },
];

/** A slow service must not delay a page: it is sent with its general head. */
const TIMEOUT_MS = 100;

/** Asks services for the heads of single pages. */
@Injectable()
export class PageHeads {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly tokens: ServiceTokens,
  ) {}

  /** Null for a page without a head of its own, and where its service does not answer in time. */
  async find(pathname: string): Promise<PageHead | null> {
    for (const { page, service, address } of OWNERS) {
      const name = page.exec(pathname)?.[1];
      if (name !== undefined) return this.ask(service, address(name)).catch(() => null);
    }
    return null;
  }

  private async ask(service: ServiceName, path: string): Promise<PageHead | null> {
    const traceparent = currentTraceparent();
    const response = await fetch(new URL(path, getServiceUrls(this.config)[service]), {
      headers: {
        ...(traceparent === undefined ? {} : { traceparent }),
        ...(await this.tokens.createHeaders(service)),
      },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    return response.ok ? pageHeadSchema.parse(JSON.parse(text)) : null;
  }
}
