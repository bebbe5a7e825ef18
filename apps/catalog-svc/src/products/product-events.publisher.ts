import { Injectable, Controller } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { productDeleted, productSaved } from '@shop/contracts/catalog';
import type { EventEnvelope } from '@shop/contracts/common';
import { EventOutbox, OnRepublish, type EventContext } from '@shop/messaging';
import { type EntityManager, DataSource, MoreThan } from 'typeorm';
import { ProductEntity } from './product.entity.js';
import { toProduct, toVariant } from './product.mapper.js';
import { ProductsRepository } from './products.repository.js';

const toEventSubject = (id: string): string => `product/${id}`;

/** Publishes `product.saved` and `product.deleted` in the transaction of the change. */
@Injectable()
export class ProductEventsPublisher {
  constructor(
    private readonly productsRepository: ProductsRepository,
    private readonly outbox: EventOutbox,
  ) {}

  async publishSaved(product: ProductEntity, manager: EntityManager): Promise<void> {
    const variants = await this.productsRepository.listVariants(product.id, manager);
    await this.outbox.publish(manager, productSaved, {
      subject: toEventSubject(product.id),
      data: { product: toProduct(product), variants: variants.map(toVariant) },
    });
  }

  async publishDeleted(productId: string, manager: EntityManager): Promise<void> {
    await this.outbox.publish(manager, productDeleted, { subject: toEventSubject(productId), data: { productId } });
  }
}

/** Small, so that an admin who changes one of the locked products waits only briefly. */
const BATCH_SIZE = 50;
const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

@Controller()
export class ProductsConsumer {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly productEvents: ProductEventsPublisher,
  ) {}

  /**
   * Publishes all products and deletions again, so that read models can be rebuilt. Each batch has its own transaction. After an interruption the
   * event is delivered again and starts from the beginning.
   */
  @OnRepublish('product')
  async republishProducts(_event: EventEnvelope, { manager: inbox }: EventContext): Promise<void> {
    for (let last: string | undefined = LOWEST_ID; last;) {
      const after: string = last;
      last = await this.dataSource.transaction((manager) => this.republishBatch(after, manager));
      // Keeps the inbox transaction alive, because PostgreSQL ends transactions that are idle for too long.
      await inbox.query('SELECT 1');
    }
  }

  /** Returns the id of the last published product, or undefined if there were none left. */
  private async republishBatch(after: string, manager: EntityManager): Promise<string | undefined> {
    // Locked, so that a concurrent change is published after this older state.
    const products = await manager.find(ProductEntity, {
      where: { id: MoreThan(after) },
      order: { id: 'ASC' },
      take: BATCH_SIZE,
      lock: { mode: 'pessimistic_write' },
    });
    for (const product of products) {
      if (product.deletedAt) await this.productEvents.publishDeleted(product.id, manager);
      else await this.productEvents.publishSaved(product, manager);
    }
    return products.at(-1)?.id;
  }
}
