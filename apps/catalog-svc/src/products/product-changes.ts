import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError, SENTENCES } from '@shop/contracts/common';
import { AuditTrail, type AuditActor, type AuditState } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { ProductAnnouncer } from './product-announcer.js';
import type { ProductAction } from './product-timeline.rules.js';
import type { ProductEntity } from './product.entity.js';
import { ProductsRepository } from './products.repository.js';
import { ReadyLists } from './ready-lists.js';

export interface ProductChange {
  actor: AuditActor;
  action: ProductAction;
  before: AuditState;
  after: AuditState;
}

export const productUnknown = (): DomainError => new DomainError('PRODUCT_UNKNOWN', 'not-found', SENTENCES.notFound);

/** The one way in which an admin changes a product or its variants: under the product's lock, told to everybody, and kept in the trail. */
@Injectable()
export class ProductChanges {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly products: ProductsRepository,
    private readonly announcer: ProductAnnouncer,
    private readonly trail: AuditTrail,
    private readonly lists: ReadyLists,
  ) {}

  /** The lists are dropped after the commit; a list read before it is thrown away with them. */
  async commit<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    const result = await this.dataSource.transaction(work);
    this.lists.drop();
    return result;
  }

  /** Changes of one product, and of its variants, come one after another. Throws 404 for one that is gone, or never was. */
  of<T>(productId: string, work: (product: ProductEntity, manager: EntityManager) => Promise<T>): Promise<T> {
    return this.commit(async (manager) => {
      const product = await this.products.findForChange(productId, manager);
      if (!product) throw productUnknown();
      return work(product, manager);
    });
  }

  /** In the transaction of the change, once it is written. */
  async tell(product: ProductEntity, change: ProductChange, manager: EntityManager): Promise<void> {
    if (change.action === 'product.deleted') await this.announcer.deleted(product.id, manager);
    else await this.announcer.saved(product, manager);
    await this.trail.record(manager, { ...change, subject: { type: 'product', id: product.id } });
  }
}
