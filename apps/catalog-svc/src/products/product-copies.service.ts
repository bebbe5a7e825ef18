import { Injectable } from '@nestjs/common';
import { TITLE_MAX, type AdminProduct } from '@shop/contracts-catalog';
import { idempotencyKeyReused, type AuditActor } from '@shop/service-kit';
import type { EntityManager } from 'typeorm';
import { ProductEntity } from './product.entity.js';
import { toAdminProduct, toProductFields } from './product.mapper.js';
import { ProductVariantEntity } from './product-variant.entity.js';
import { ProductsRepository } from './products.repository.js';
import { productNotFound, ProductsService } from './products.service.js';

/** Shortened at the end of a character, if it would be too long. */
function toCopyTitle(title: string): string {
  let copy = '';
  for (const { segment } of new Intl.Segmenter().segment(`Copy of ${title}`)) {
    if (copy.length + segment.length > TITLE_MAX) break;
    copy += segment;
  }
  return copy;
}

@Injectable()
export class ProductCopiesService {
  constructor(
    private readonly productsRepository: ProductsRepository,
    private readonly productsService: ProductsService,
  ) {}

  /**
   * Makes an inactive copy with all sizes and colors. Both products show the same pictures, which are never removed. A repeated call with the
   * same `key` returns the copy of the first call.
   */
  copyProduct(id: string, actor: AuditActor, key: string | null): Promise<AdminProduct> {
    return this.productsService.runInTransaction(async (manager) => {
      const existing = key && (await this.productsRepository.findByIdempotencyKey(key, manager));
      if (existing) return this.repeatCopy(existing, id, manager);
      // Locked, so that no size is added while the others are copied.
      const source = await this.productsRepository.findLocked(id, manager);
      if (!source) throw productNotFound();
      const copy = await this.insertCopy(source, key, manager);
      const after = { ...toProductFields(copy), copyOf: source.id, copiedTitle: source.title };
      await this.productsService.recordChange(copy, { actor, action: 'product.copied', before: null, after }, manager);
      return toAdminProduct(copy);
    });
  }

  private async insertCopy(source: ProductEntity, key: string | null, manager: EntityManager): Promise<ProductEntity> {
    const { title, description, category, basePriceCents, costCents } = source;
    const { imageUrl, mockupTemplateUrl, printArea, pictureArea, details } = source;
    const copy = await manager.save(
      manager.create(ProductEntity, {
        ...(key ? { id: key } : {}),
        title: toCopyTitle(title),
        ...{ description, category, basePriceCents, costCents },
        ...{ imageUrl, mockupTemplateUrl, printArea, pictureArea, details },
        active: false,
        deletedAt: null,
      }),
    );
    const variants = await this.productsRepository.listVariants(source.id, manager);
    const copies = variants.map(({ id: _id, version: _version, ...variant }) => ({ ...variant, productId: copy.id }));
    if (copies.length > 0) await manager.insert(ProductVariantEntity, copies);
    return copy;
  }

  private async repeatCopy(existing: ProductEntity, sourceId: string, manager: EntityManager): Promise<AdminProduct> {
    const created = await this.productsService.findCreation(existing.id, { action: 'product.copied' }, manager);
    if (existing.deletedAt || created?.['copyOf'] !== sourceId) throw idempotencyKeyReused();
    return toAdminProduct(existing);
  }
}
