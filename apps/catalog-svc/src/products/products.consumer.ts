import { Controller } from '@nestjs/common';
import type { EventEnvelope } from '@shop/contracts/common';
import { Republishes, type EventContext } from '@shop/messaging';
import { ProductAnnouncer } from './product-announcer.js';
import { ProductEntity } from './product.entity.js';

@Controller()
export class ProductsConsumer {
  constructor(private readonly announcer: ProductAnnouncer) {}

  /** Tells every product again, and every deletion: a read model that missed one is right afterwards. */
  @Republishes('product')
  async republish(_event: EventEnvelope, { manager }: EventContext): Promise<void> {
    // Locked, so that no change in between is told before its older state.
    const products = await manager.find(ProductEntity, { order: { createdAt: 'ASC', id: 'ASC' }, lock: { mode: 'pessimistic_write' } });
    for (const product of products) {
      if (product.deletedAt) await this.announcer.deleted(product.id, manager);
      else await this.announcer.saved(product, manager);
    }
  }
}
