import { Controller } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { EventEnvelope } from '@shop/contracts/common';
import { Republishes, type EventContext } from '@shop/messaging';
import { DataSource, MoreThan, type EntityManager } from 'typeorm';
import { ProductAnnouncer } from './product-announcer.js';
import { ProductEntity } from './product.entity.js';

/** So few that an admin who changes one of them meanwhile waits for a moment only. */
const AT_A_TIME = 50;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

@Controller()
export class ProductsConsumer {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly announcer: ProductAnnouncer,
  ) {}

  /**
   * Tells every product again, and every deletion: a read model that missed one is right afterwards. Some at a time, each in a transaction of
   * their own; cut off in the middle, it is delivered again and begins anew.
   */
  @Republishes('product')
  async republish(_event: EventEnvelope, { manager: inbox }: EventContext): Promise<void> {
    for (let last: string | undefined = BEFORE_ALL; last;) {
      const after: string = last;
      last = await this.dataSource.transaction((manager) => this.tellSome(after, manager));
      // The delivery's own transaction waits all the while; the database ends one that is idle for too long.
      await inbox.query('SELECT 1');
    }
  }

  /** The id of the last that was told; undefined where there was none left. */
  private async tellSome(after: string, manager: EntityManager): Promise<string | undefined> {
    // Locked, so that no change in between is told before its older state.
    const products = await manager.find(ProductEntity, {
      where: { id: MoreThan(after) },
      order: { id: 'ASC' },
      take: AT_A_TIME,
      lock: { mode: 'pessimistic_write' },
    });
    for (const product of products) {
      if (product.deletedAt) await this.announcer.deleted(product.id, manager);
      else await this.announcer.saved(product, manager);
    }
    return products.at(-1)?.id;
  }
}
