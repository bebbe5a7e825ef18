import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { productDeleted, productSaved } from '@shop/contracts/catalog';
import { EVENT_TRANSPORT, type EventTransport } from '@shop/messaging';
import { createCachedResponse, type CachedResponse } from '../cached-response/cached-response.js';
import { toProduct, toVariant } from './product.mapper.js';
import { ProductsRepository } from './products.repository.js';

interface CacheEntry {
  readonly response: Promise<CachedResponse | null>;
  readonly readAt: number;
}

/** Bounds the age of a list if the event of another instance's change is lost. */
const MAX_AGE_MS = 5_000;
const JSON_TYPE = 'application/json; charset=utf-8';
const PRODUCTS = 'products';

/** Cached responses of the public lists. Cleared when a product changes: in this instance at the commit, in others by the event. */
@Injectable()
export class ProductListsCache implements OnApplicationBootstrap {
  private readonly entries = new Map<string, CacheEntry>();
  /** The last response of each list, so that an unchanged list is not compressed again. */
  private readonly lastResponses = new Map<string, { text: string; answer: CachedResponse }>();

  constructor(
    private readonly productsRepository: ProductsRepository,
    @Inject(EVENT_TRANSPORT) private readonly transport: EventTransport,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.transport.subscribeBroadcast([productSaved.type, productDeleted.type], () => this.clear());
  }

  /** Clears all lists, so that the next read gets the committed state. */
  clear(): void {
    this.entries.clear();
  }

  async getActiveProducts(): Promise<CachedResponse> {
    const answer = await this.readThrough(PRODUCTS, async () =>
      (await this.productsRepository.listActive()).map(toProduct),
    );
    if (!answer) throw new Error('The query for the list of products returned null');
    return answer;
  }

  /** Returns null for an unknown product. */
  findActiveVariants(productId: string): Promise<CachedResponse | null> {
    return this.readThrough(
      productId,
      async () => (await this.productsRepository.findActiveVariants(productId))?.map(toVariant) ?? null,
    );
  }

  private readThrough(key: string, query: () => Promise<unknown[] | null>): Promise<CachedResponse | null> {
    const cached = this.entries.get(key);
    if (cached && Date.now() - cached.readAt < MAX_AGE_MS) return cached.response;
    const response = this.createResponse(key, query);
    this.entries.set(key, { response, readAt: Date.now() });
    const removeEntry = (): void => {
      if (this.entries.get(key)?.response === response) this.entries.delete(key);
    };
    // Failures and unknown products are not cached, so requests with random ids cannot fill the map.
    response.then((found) => found ?? removeEntry(), removeEntry);
    return response;
  }

  private async createResponse(key: string, query: () => Promise<unknown[] | null>): Promise<CachedResponse | null> {
    const list = await query();
    if (!list) {
      this.lastResponses.delete(key);
      return null;
    }
    const text = JSON.stringify(list);
    const last = this.lastResponses.get(key);
    if (last?.text === text) return last.answer;
    const answer = await createCachedResponse(JSON_TYPE, text);
    this.lastResponses.set(key, { text, answer });
    return answer;
  }
}
