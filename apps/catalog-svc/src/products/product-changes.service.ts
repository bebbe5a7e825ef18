import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError, MESSAGES } from '@shop/contracts/common';
import { AuditTrail, type AuditActor, type AuditState } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { ProductEventsPublisher } from './product-events.publisher.js';
import type { ProductAction } from './product-timeline.rules.js';
import type { ProductEntity } from './product.entity.js';
import { ProductsRepository } from './products.repository.js';
import { ProductListsCache } from './product-lists.cache.js';

export interface ProductChange {
  actor: AuditActor;
  action: ProductAction;
  before: AuditState;
  after: AuditState;
}

export const productNotFound = (): DomainError => new DomainError('PRODUCT_UNKNOWN', 'not-found', MESSAGES.notFound);

/** The only way to change a product or its variants: locks the product, publishes the new state and records the change in the audit trail. */
@Injectable()
export class ProductChangesService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly productsRepository: ProductsRepository,
    private readonly productEvents: ProductEventsPublisher,
    private readonly auditTrail: AuditTrail,
    private readonly productListsCache: ProductListsCache,
  ) {}

  /** Clears the cached lists after the commit, including a list that was read before it. */
  async runInTransaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    const result = await this.dataSource.transaction(work);
    this.productListsCache.clear();
    return result;
  }

  /** Runs `work` with the locked product, so that changes of one product and its variants are serialised. Throws 404 for an unknown or deleted product. */
  changeProduct<T>(
    productId: string,
    work: (product: ProductEntity, manager: EntityManager) => Promise<T>,
  ): Promise<T> {
    return this.runInTransaction(async (manager) => {
      const product = await this.productsRepository.findLocked(productId, manager);
      if (!product) throw productNotFound();
      return work(product, manager);
    });
  }

  /** Call it in the transaction of the change, after the rows are written. */
  async recordChange(product: ProductEntity, change: ProductChange, manager: EntityManager): Promise<void> {
    if (change.action === 'product.deleted') await this.productEvents.publishDeleted(product.id, manager);
    else await this.productEvents.publishSaved(product, manager);
    await this.auditTrail.addEntry(manager, { ...change, subject: { type: 'product', id: product.id } });
  }
}
