import { Injectable, Controller } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { productDeleted, productSaved } from '@shop/contracts/catalog';
import { EventOutbox, OnRepublish, republishInPages } from '@shop/messaging';
import { type EntityManager, DataSource } from 'typeorm';
import type { ProductEntity } from './product.entity.js';
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

@Controller()
export class ProductsConsumer {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly productsRepository: ProductsRepository,
    private readonly productEvents: ProductEventsPublisher,
  ) {}

  /** Publishes all products and deletions again, so that read models can be rebuilt. */
  @OnRepublish('product')
  republishProducts(): Promise<void> {
    return republishInPages(this.dataSource, {
      listPage: (after, limit, manager) => this.productsRepository.listPageById(after, limit, manager),
      toSubject: ({ id }) => toEventSubject(id),
      publish: (product, manager) =>
        product.deletedAt
          ? this.productEvents.publishDeleted(product.id, manager)
          : this.productEvents.publishSaved(product, manager),
    });
  }
}
