import { Inject, Injectable } from '@nestjs/common';
import { productHeadSchema, productPathsSchema, type ProductHead } from '@shop/contracts-catalog';
import { CONFIG } from '@shop/service-kit/http';
import { currentTraceparent } from '@shop/tracing';
import { getServiceUrls, type Config } from '../config.js';
import { ServiceTokens } from '../service-tokens.js';

/** A page waits no longer for its head. */
const HEAD_TIMEOUT_MS = 100;
const PATHS_TIMEOUT_MS = 2_000;

/** HTTP client of catalog-svc, for what pages say before any script runs. */
@Injectable()
export class CatalogClient {
  private readonly url: string;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly tokens: ServiceTokens,
  ) {
    this.url = getServiceUrls(config).catalog;
  }

  /** Null: there is no such product. Undefined: no answer in time, or none that can be read. */
  async findHead(slug: string): Promise<ProductHead | null | undefined> {
    try {
      const response = await this.get(`/internal/product-heads/${encodeURIComponent(slug)}`, HEAD_TIMEOUT_MS);
      if (response.status === 404) return null;
      return response.ok ? productHeadSchema.parse(await response.json()) : undefined;
    } catch {
      return undefined;
    }
  }

  /** Empty without an answer. */
  async listPaths(): Promise<string[]> {
    try {
      const response = await this.get('/internal/product-paths', PATHS_TIMEOUT_MS);
      return response.ok ? productPathsSchema.parse(await response.json()) : [];
    } catch {
      return [];
    }
  }

  private async get(path: string, timeoutMs: number): Promise<Response> {
    const traceparent = currentTraceparent();
    return fetch(new URL(path, this.url), {
      headers: {
        ...(traceparent === undefined ? {} : { traceparent }),
        ...(await this.tokens.createHeaders('catalog')),
      },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
  }
}
