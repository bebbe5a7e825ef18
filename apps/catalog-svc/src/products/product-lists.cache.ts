import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { PRODUCTS_PAGE_SIZE, productDeleted, productSaved } from '@shop/contracts-catalog';
import { encodeCursor, type PageKey } from '@shop/contracts-common';
import { EVENT_TRANSPORT, type EventTransport } from '@shop/messaging';
import { toPage, type Page } from '@shop/service-kit';
import { createCachedResponse, type CachedResponse } from '../cached-response/cached-response.js';
import { toProduct, toVariant } from './product.mapper.js';
import { ProductsRepository } from './products.repository.js';

/** A list, or a page of it with the key of its last entry if another page follows. */
export interface CachedList {
  readonly response: CachedResponse;
  readonly next: PageKey | null;
}

interface CacheEntry {
  readonly list: Promise<CachedList | null>;
  readonly readAt: number;
}

/** Bounds the age of a list if the event of another instance's change is lost. */
const MAX_AGE_MS = 5_000;
const JSON_TYPE = 'application/json; charset=utf-8';
/** Bounds the memory, because requests may have any cursor. */
const MAX_CACHED_PAGES = 20;
const toPageKey = (cursor?: PageKey): string => `products/${cursor ? encodeCursor(cursor) : ''}`;

/** Cached responses of the public lists. Cleared when a product changes: in this instance at the commit, in others by the event. */
@Injectable()
export class ProductListsCache implements OnApplicationBootstrap {
  private readonly entries = new Map<string, CacheEntry>();
  /** The last response of each list, so that an unchanged list is not compressed again. */
  private readonly lastResponses = new Map<string, { text: string; answer: CachedResponse }>();

  /** The cached pages, least recently used first. */
  private readonly pageKeys = new Set<string>();

  constructor(
    private readonly productsRepository: ProductsRepository,
    @Inject(EVENT_TRANSPORT) private readonly transport: EventTransport,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const types = [productSaved.type, productDeleted.type];
    await this.transport.subscribeBroadcast(types, () => this.clear());
  }

  /** Clears all lists, so that the next read gets the committed state. */
  clear(): void {
    this.entries.clear();
  }

  /** A page of the active products; `cursor` absent for the first. */
  async getActiveProducts(cursor?: PageKey): Promise<CachedList> {
    const key = toPageKey(cursor);
    this.markPageAsUsed(key);
    const list = await this.readThrough(key, async () => {
      const rows = await this.productsRepository.listActivePage(PRODUCTS_PAGE_SIZE + 1, cursor);
      return toPage(rows, PRODUCTS_PAGE_SIZE, {
        key: ({ keyAt, id }) => ({ createdAt: keyAt, id }),
        entry: toProduct,
      });
    });
    if (!list) throw new Error('The query for the list of products returned null');
    return list;
  }

  /** Returns null for an unknown product. */
  async findActiveVariants(productId: string): Promise<CachedResponse | null> {
    const list = await this.readThrough(productId, async () => {
      const variants = await this.productsRepository.findActiveVariants(productId);
      return variants && { items: variants.map(toVariant), next: null };
    });
    return list?.response ?? null;
  }

  private markPageAsUsed(key: string): void {
    this.pageKeys.delete(key);
    this.pageKeys.add(key);
    const [oldest] = this.pageKeys;
    if (this.pageKeys.size <= MAX_CACHED_PAGES || oldest === undefined) return;
    this.pageKeys.delete(oldest);
    this.entries.delete(oldest);
    this.lastResponses.delete(oldest);
  }

  private readThrough(key: string, query: () => Promise<Page<unknown> | null>): Promise<CachedList | null> {
    const cached = this.entries.get(key);
    if (cached && Date.now() - cached.readAt < MAX_AGE_MS) return cached.list;
    const list = this.createList(key, query);
    this.entries.set(key, { list, readAt: Date.now() });
    const removeEntry = (): void => {
      if (this.entries.get(key)?.list === list) this.entries.delete(key);
    };
    // Failures and unknown products are not cached, so requests with random ids cannot fill the map.
    list.then((found) => found ?? removeEntry(), removeEntry);
    return list;
  }

  private async createList(key: string, query: () => Promise<Page<unknown> | null>): Promise<CachedList | null> {
    const page = await query();
    if (!page) {
      this.lastResponses.delete(key);
      return null;
    }
    const text = JSON.stringify(page.items);
    const last = this.lastResponses.get(key);
    if (last?.text === text) return { response: last.answer, next: page.next };
    const answer = await createCachedResponse(JSON_TYPE, text);
    // Not for a page that was removed while it was read.
    if (this.entries.has(key)) this.lastResponses.set(key, { text, answer });
    return { response: answer, next: page.next };
  }
}
