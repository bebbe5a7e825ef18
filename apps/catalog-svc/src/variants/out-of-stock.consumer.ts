import { Controller } from '@nestjs/common';
import type { EventEnvelope, EventPayload } from '@shop/contracts-common';
import { findSoldOutChoice, orderOutOfStock, type SoldOutChoice } from '@shop/contracts-order';
import { OnEvent, type EventContext } from '@shop/messaging';
import type { AuditActor } from '@shop/service-kit';
import type { EntityManager } from 'typeorm';
import { type ProductEntity } from '../products/product.entity.js';
import { ProductVariantEntity } from '../products/product-variant.entity.js';
import { ProductsRepository } from '../products/products.repository.js';
import { ProductsService } from '../products/products.service.js';

type Article = EventPayload<typeof orderOutOfStock>['items'][number];

const PRINTER: AuditActor = { id: null, name: 'The printer (out of stock)' };

/** Takes off sale what the printer has no more of. An admin puts it on sale again. */
@Controller()
export class OutOfStockConsumer {
  constructor(
    private readonly productsRepository: ProductsRepository,
    private readonly productsService: ProductsService,
  ) {}

  @OnEvent(orderOutOfStock)
  async onOutOfStock(
    { data: { items } }: EventEnvelope<EventPayload<typeof orderOutOfStock>>,
    { manager }: EventContext,
  ): Promise<void> {
    // Sorted, so that two events lock products in the same sequence.
    for (const item of items.toSorted((one, other) => one.productId.localeCompare(other.productId)))
      await this.closeArticle(manager, item);
  }

  private async closeArticle(manager: EntityManager, article: Article): Promise<void> {
    const product = await this.productsRepository.findLocked(article.productId, manager);
    if (!product) return;
    const choice = findSoldOutChoice(article);
    if (choice) await this.closeVariants(manager, product, choice);
    else await this.closeProduct(manager, product);
  }

  private async closeVariants(manager: EntityManager, product: ProductEntity, choice: SoldOutChoice): Promise<void> {
    for (const variant of await manager.findBy(ProductVariantEntity, {
      productId: product.id,
      ...choice,
      active: true,
    })) {
      variant.active = false;
      await manager.save(variant);
      const identity = { variantId: variant.id, type: variant.type, name: variant.name };
      await this.productsService.recordChange(
        product,
        {
          actor: PRINTER,
          action: 'variant.deactivated',
          before: { ...identity, active: true },
          after: { ...identity, active: false },
        },
        manager,
      );
    }
  }

  private async closeProduct(manager: EntityManager, product: ProductEntity): Promise<void> {
    if (!product.active) return;
    product.active = false;
    await manager.save(product);
    await this.productsService.recordChange(
      product,
      { actor: PRINTER, action: 'product.deactivated', before: { active: true }, after: { active: false } },
      manager,
    );
  }
}
