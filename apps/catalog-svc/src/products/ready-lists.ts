import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { productDeleted, productSaved } from '@shop/contracts/catalog';
import { EVENT_TRANSPORT, type EventTransport } from '@shop/messaging';
import { prepare, type ReadyAnswer } from '../ready/ready-answer.js';
import { toProduct, toVariant } from './product.mapper.js';
import { ProductsRepository } from './products.repository.js';

interface Held {
  readonly answer: Promise<ReadyAnswer | null>;
  readonly readAt: number;
}

/** Should another instance's change ever go unheard, it is seen after this time. */
const FRESH_MS = 5_000;
const JSON_TYPE = 'application/json; charset=utf-8';
const PRODUCTS = 'products';

/** The shoppers' lists as ready bytes. Dropped when a product changes: here at its commit, in other instances at its event. */
@Injectable()
export class ReadyLists implements OnApplicationBootstrap {
  private readonly held = new Map<string, Held>();
  /** What was last made of a list, so that a list that did not change is not compressed again. */
  private readonly made = new Map<string, { text: string; answer: ReadyAnswer }>();

  constructor(
    private readonly products: ProductsRepository,
    @Inject(EVENT_TRANSPORT) private readonly transport: EventTransport,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.transport.listenBroadcast([productSaved.type, productDeleted.type], () => this.drop());
  }

  /** Forgets every list; who asks from now on gets what is committed now. */
  drop(): void {
    this.held.clear();
  }

  async activeProducts(): Promise<ReadyAnswer> {
    const answer = await this.read(PRODUCTS, async () => (await this.products.listActive()).map(toProduct));
    if (!answer) throw new Error('The list of products is never missing');
    return answer;
  }

  /** Null where there is no such product. */
  activeVariants(productId: string): Promise<ReadyAnswer | null> {
    return this.read(
      productId,
      async () => (await this.products.findActiveVariants(productId))?.map(toVariant) ?? null,
    );
  }

  private read(key: string, query: () => Promise<unknown[] | null>): Promise<ReadyAnswer | null> {
    const held = this.held.get(key);
    if (held && Date.now() - held.readAt < FRESH_MS) return held.answer;
    const answer = this.make(key, query);
    this.held.set(key, { answer, readAt: Date.now() });
    const forget = (): void => {
      if (this.held.get(key)?.answer === answer) this.held.delete(key);
    };
    // Neither a failure nor an unknown product is kept: the map holds what exists, whatever is asked for.
    answer.then((ready) => ready ?? forget(), forget);
    return answer;
  }

  private async make(key: string, query: () => Promise<unknown[] | null>): Promise<ReadyAnswer | null> {
    const list = await query();
    if (!list) {
      this.made.delete(key);
      return null;
    }
    const text = JSON.stringify(list);
    const before = this.made.get(key);
    if (before?.text === text) return before.answer;
    const answer = await prepare(JSON_TYPE, text);
    this.made.set(key, { text, answer });
    return answer;
  }
}
