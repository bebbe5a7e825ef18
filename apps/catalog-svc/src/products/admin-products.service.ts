import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Product, productChangeSchema, productFormSchema } from '@shop/contracts/catalog';
import { DomainError, parseCents, SENTENCES } from '@shop/contracts/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { z } from 'zod';
import { ProductAnnouncer } from './product-announcer.js';
import { ProductEntity } from './product.entity.js';
import { toProduct } from './product.mapper.js';
import { ProductsRepository } from './products.repository.js';
import { ReadyLists } from './ready-lists.js';

type Form = z.output<typeof productFormSchema>;
type Change = z.output<typeof productChangeSchema>;

@Injectable()
export class AdminProductsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly products: ProductsRepository,
    private readonly announcer: ProductAnnouncer,
    private readonly lists: ReadyLists,
  ) {}

  async list(): Promise<Product[]> {
    return (await this.products.listAll()).map(toProduct);
  }

  create(form: Form): Promise<Product> {
    return this.commit(async (manager) => {
      const product = await manager.save(
        manager.create(ProductEntity, {
          title: form.title,
          description: form.description ?? null,
          category: form.category,
          basePriceCents: parseCents(form.basePrice),
          imageUrl: form.imageUrl ?? null,
          mockupTemplateUrl: form.mockupTemplateUrl ?? null,
          active: form.active ?? true,
          printArea: form.printArea ?? null,
          pictureArea: form.pictureArea ?? null,
          deletedAt: null,
        }),
      );
      await this.announcer.saved(product, manager);
      return toProduct(product);
    });
  }

  /** Changes the fields that were sent. A product that is gone, or never was, is 404. */
  change(id: string, change: Change): Promise<Product> {
    return this.commit(async (manager) => {
      const product = await this.getForChange(id, manager);
      const { basePrice, version: _, ...fields } = change;
      Object.assign(product, fields, basePrice === undefined ? {} : { basePriceCents: parseCents(basePrice) });
      await manager.save(product);
      await this.announcer.saved(product, manager);
      return toProduct(product);
    });
  }

  /** D22: out of the catalogue; orders keep what they sold. */
  remove(id: string): Promise<void> {
    return this.commit(async (manager) => {
      const product = await this.getForChange(id, manager);
      await manager.update(ProductEntity, { id: product.id }, { deletedAt: new Date(), active: false });
      await this.announcer.deleted(product.id, manager);
    });
  }

  private async getForChange(id: string, manager: EntityManager): Promise<ProductEntity> {
    const product = await this.products.findForChange(id, manager);
    if (!product) throw new DomainError('PRODUCT_UNKNOWN', 'not-found', SENTENCES.notFound);
    return product;
  }

  /** The lists are dropped after the commit; a list read before it is thrown away with them. */
  private async commit<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    const result = await this.dataSource.transaction(work);
    this.lists.drop();
    return result;
  }
}
