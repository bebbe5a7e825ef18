import { Injectable } from '@nestjs/common';
import { productDeleted, productSaved } from '@shop/contracts-catalog';
import { EventOutbox } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { ProductSlugsRepository } from './product-slugs.repository.js';
import type { ProductEntity } from './product.entity.js';
import { toEventProduct, toVariant } from './product.mapper.js';
import { ProductsRepository } from './products.repository.js';

export const toEventSubject = (id: string): string => `product/${id}`;

/** Publishes `product.saved` and `product.deleted` in the transaction of the change. */
@Injectable()
export class ProductEventsPublisher {
  constructor(
    private readonly productsRepository: ProductsRepository,
    private readonly outbox: EventOutbox,
    private readonly productSlugs: ProductSlugsRepository,
  ) {}

  /** A product that is saved has an address. */
  async publishSaved(product: ProductEntity, manager: EntityManager): Promise<void> {
    await this.productSlugs.claimSlug(product, manager);
    const variants = await this.productsRepository.listVariants(product.id, manager);
    await this.outbox.publish(manager, productSaved, {
      subject: toEventSubject(product.id),
      data: { product: toEventProduct(product), variants: variants.map(toVariant) },
    });
  }

  async publishDeleted(productId: string, manager: EntityManager): Promise<void> {
    await this.outbox.publish(manager, productDeleted, { subject: toEventSubject(productId), data: { productId } });
  }
}
