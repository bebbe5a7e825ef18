import { Injectable } from '@nestjs/common';
import { productDeleted, productSaved } from '@shop/contracts-catalog';
import { EventOutbox } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
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
  ) {}

  async publishSaved(product: ProductEntity, manager: EntityManager): Promise<void> {
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
