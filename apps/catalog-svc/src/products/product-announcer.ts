import { Injectable } from '@nestjs/common';
import { productDeleted, productSaved } from '@shop/contracts/catalog';
import { EventOutbox } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import type { ProductEntity } from './product.entity.js';
import { toProduct, toVariant } from './product.mapper.js';
import { ProductsRepository } from './products.repository.js';

const subjectOf = (id: string): string => `product/${id}`;

/** Tells what became of a product, in the transaction of its change. */
@Injectable()
export class ProductAnnouncer {
  constructor(
    private readonly products: ProductsRepository,
    private readonly outbox: EventOutbox,
  ) {}

  async saved(product: ProductEntity, manager: EntityManager): Promise<void> {
    const variants = await this.products.listVariants(product.id, manager);
    await this.outbox.publish(manager, productSaved, {
      subject: subjectOf(product.id),
      data: { product: toProduct(product), variants: variants.map(toVariant) },
    });
  }

  async deleted(productId: string, manager: EntityManager): Promise<void> {
    await this.outbox.publish(manager, productDeleted, { subject: subjectOf(productId), data: { productId } });
  }
}
