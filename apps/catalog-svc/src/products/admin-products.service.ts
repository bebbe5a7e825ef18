import { Injectable } from '@nestjs/common';
import type { AdminProduct, productChangeSchema, productFormSchema } from '@shop/contracts/catalog';
import { parseCents, type PageKey, type TimelineEntry } from '@shop/contracts/common';
import { AuditTrail, pageOf, toTimelineEntry, type AuditActor, type Page } from '@shop/service-kit';
import type { EntityManager } from 'typeorm';
import type { z } from 'zod';
import { assertDrawn } from '../pictures/picture-address.rules.js';
import { changedFields, type Facts } from './changed-fields.rules.js';
import { keyReused } from './idempotency-key.rules.js';
import { areasOf, assertOnPicture, assertSizesFit } from './product-areas.rules.js';
import { ProductChanges, productUnknown } from './product-changes.js';
import { changeAction, sentenceOf } from './product-timeline.rules.js';
import { ProductEntity } from './product.entity.js';
import { toAdminProduct, toProductFacts } from './product.mapper.js';
import { ProductsRepository } from './products.repository.js';
import { assertSeen } from './seen-version.rules.js';
import { assertUnitPrices } from './unit-price.rules.js';

type Form = z.output<typeof productFormSchema>;
type Change = z.output<typeof productChangeSchema>;

/** An address that stays is not looked at again: what it leads to may have been drawn anew since, under another. */
function assertPictures(product: ProductEntity, changed: Facts = toProductFacts(product)): void {
  if ('imageUrl' in changed) assertDrawn('imageUrl', product.imageUrl);
  if ('mockupTemplateUrl' in changed) assertDrawn('mockupTemplateUrl', product.mockupTemplateUrl);
  assertOnPicture(product);
}

@Injectable()
export class AdminProductsService {
  constructor(
    private readonly products: ProductsRepository,
    private readonly changes: ProductChanges,
    private readonly trail: AuditTrail,
  ) {}

  /** D19: all of them, newest first. */
  async list({ limit, cursor }: { limit: number; cursor?: PageKey }): Promise<Page<AdminProduct>> {
    const rows = await this.products.listPage(limit + 1, cursor);
    return pageOf(rows, limit, { key: ({ keyAt, id }) => ({ createdAt: keyAt, id }), entry: toAdminProduct });
  }

  async get(id: string): Promise<AdminProduct> {
    const product = await this.products.find(id);
    if (!product) throw productUnknown();
    return toAdminProduct(product);
  }

  /** The same `key` again answers what it made the first time. */
  create(form: Form, actor: AuditActor, key: string | null): Promise<AdminProduct> {
    return this.changes.commit(async (manager) => {
      const known = key && (await this.madeBefore(key, manager));
      if (known) return toAdminProduct(known);
      const product = manager.create(ProductEntity, {
        ...(key ? { id: key } : {}),
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
      });
      assertPictures(product);
      await manager.save(product);
      await this.changes.tell(
        product,
        { actor, action: 'product.created', before: null, after: toProductFacts(product) },
        manager,
      );
      return toAdminProduct(product);
    });
  }

  /**
   * Changes the fields that were sent. What is so already is left alone, whatever version was seen: a call that is repeated because its answer
   * was lost finds its own change.
   */
  change(id: string, { version, basePrice, ...fields }: Change, actor: AuditActor): Promise<AdminProduct> {
    return this.changes.of(id, async (product, manager) => {
      const before = toProductFacts(product);
      Object.assign(product, fields, basePrice === undefined ? {} : { basePriceCents: parseCents(basePrice) });
      const changed = changedFields(before, toProductFacts(product));
      if (!changed) return toAdminProduct(product);
      assertSeen(product.version, version);
      const variants = await this.products.listVariants(id, manager);
      assertUnitPrices(product.basePriceCents, variants, 'basePrice');
      assertPictures(product, changed.after);
      assertSizesFit(areasOf(product).printArea, variants);
      await manager.save(product);
      await this.changes.tell(product, { actor, action: changeAction('product', changed.after), ...changed }, manager);
      return toAdminProduct(product);
    });
  }

  /** D22: out of the catalogue; orders keep what they sold. */
  remove(id: string, actor: AuditActor): Promise<void> {
    return this.changes.of(id, async (product, manager) => {
      const before = toProductFacts(product);
      await manager.update(ProductEntity, { id }, { deletedAt: new Date(), active: false });
      await this.changes.tell(product, { actor, action: 'product.deleted', before, after: null }, manager);
    });
  }

  /** What admins did to a product, newest first; also to one that was deleted. */
  async timeline(id: string): Promise<TimelineEntry[]> {
    if (!(await this.products.wasMade(id))) throw productUnknown();
    const entries = await this.trail.of({ type: 'product', id });
    return entries.map((entry) => toTimelineEntry(entry, sentenceOf(entry)));
  }

  private async madeBefore(key: string, manager: EntityManager): Promise<ProductEntity | null> {
    // Two calls with one key that come together: the second waits here and finds what the first has made.
    await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [key]);
    const known = await manager.findOneBy(ProductEntity, { id: key });
    if (known?.deletedAt) throw keyReused();
    return known;
  }
}
