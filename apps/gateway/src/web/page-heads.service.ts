import { Inject, Injectable } from '@nestjs/common';
import { productPathsSchema } from '@shop/contracts-catalog';
import { movedPageSchema, pageHeadSchema, type PageHead } from '@shop/contracts-common';
import type { ServiceName } from '@shop/contracts-common/routes';
import { CONFIG } from '@shop/service-kit/http';
import { currentTraceparent } from '@shop/tracing';
import { getServiceUrls, type Config } from '../config.js';
import { ServiceTokens } from '../service-tokens.js';

/** Pages whose head a service knows: the part of their address that names the thing, and where the service describes it. */
const OWNERS: readonly {
  page: RegExp;
  service: ServiceName;
  address: (name: string) => string;
  /** What is unknown to the service is no page. */
  isMissingIfUnknown?: true;
}[] = [
  {
    page: /^\/a\/([0-9a-f]{32})\/?$/,
    service: 'art',
    address: (token) => `/internal/page-heads/shared-artworks/${token}`,
  },
  {
    page: /^\/products\/([A-Za-z0-9-]{1,100})\/?$/,
    service: 'catalog',
    address: (slug) => `/internal/page-heads/products/${slug}`,
    isMissingIfUnknown: true,
  },
];

/** A slow service must not delay a page: it is sent with its general head. */
const TIMEOUT_MS = 100;
/** No person waits for the list for search engines. */
const PATHS_TIMEOUT_MS = 2_000;

/** What a service answers: a head, another address of the page, or that it does not exist. */
export type FoundHead = { readonly head: PageHead } | { readonly movedTo: string } | { readonly isMissing: true };

/** A path of this site. */
const PATH = /^\/[a-z]+\/[A-Za-z0-9-]+$/;

/** Asks services for the heads of single pages. */
@Injectable()
export class PageHeads {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly tokens: ServiceTokens,
  ) {}

  /** Null for a page without a head of its own, and where its service does not answer in time. */
  async find(pathname: string): Promise<FoundHead | null> {
    for (const { page, service, address, isMissingIfUnknown } of OWNERS) {
      const name = page.exec(pathname)?.[1];
      if (name !== undefined) return this.ask(service, address(name), isMissingIfUnknown).catch(() => null);
    }
    return null;
  }

  /** Pages that the build does not know, for the list for search engines. Empty where the service does not answer. */
  async listPaths(): Promise<string[]> {
    try {
      const response = await this.get('catalog', '/internal/product-paths', PATHS_TIMEOUT_MS);
      return response.ok ? productPathsSchema.parse(await response.json()).filter((path) => PATH.test(path)) : [];
    } catch {
      return [];
    }
  }

  private async ask(service: ServiceName, path: string, isMissingIfUnknown = false): Promise<FoundHead | null> {
    const response = await this.get(service, path, TIMEOUT_MS);
    const text = await response.text();
    if (response.status === 404 && isMissingIfUnknown) return { isMissing: true };
    if (!response.ok) return null;
    const answer: unknown = JSON.parse(text);
    const moved = movedPageSchema.safeParse(answer);
    if (!moved.success) return { head: pageHeadSchema.parse(answer) };
    return PATH.test(moved.data.movedTo) ? moved.data : null;
  }

  private async get(service: ServiceName, path: string, timeoutMs: number): Promise<Response> {
    const traceparent = currentTraceparent();
    return fetch(new URL(path, getServiceUrls(this.config)[service]), {
      headers: {
        ...(traceparent === undefined ? {} : { traceparent }),
        ...(await this.tokens.createHeaders(service)),
      },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
  }
}
