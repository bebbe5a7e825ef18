import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { AdminProduct, productChangeSchema, ProductDetails, productFormSchema } from '@shop/contracts-catalog';
import { DomainError, MESSAGES, parseCents, type PageKey, type TimelineEntry } from '@shop/contracts-common';
import { assertPictureExists } from '@shop/product-pictures';
import {
  AuditTrail,
  idempotencyKeyReused,
  isSeen,
  toPage,
  toTimelineEntry,
  type AuditActor,
  type AuditState,
  type Page,
  type SeenVersions,
} from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import type { z } from 'zod';
import { ForeignPicturesService } from '../foreign-pictures/foreign-pictures.service.js';
import {
  getAreas,
  assertUndistorted,
  assertSizesFit,
  withoutStoredArea,
  withStoredArea,
} from './product-areas.rules.js';
import {
  findChangedFields,
  type Fields,
  changeAction,
  changesFields,
  describeConflict,
  wasCreatedWith,
  getSummary,
  type ProductAction,
} from './product-changes.rules.js';
import { ProductEventsPublisher } from './product-events.publisher.js';
import { ProductListsCache } from './product-lists.cache.js';
import { ProductEntity } from './product.entity.js';
import { toAdminProduct, toProductFields } from './product.mapper.js';
import { ProductsRepository } from './products.repository.js';
import { assertUnitPrices } from './unit-price.rules.js';

type Form = z.output<typeof productFormSchema>;
type Change = z.output<typeof productChangeSchema>;

export interface ProductChange {
  actor: AuditActor;
  action: ProductAction;
  before: AuditState;
  after: AuditState;
}

export const productNotFound = (): DomainError => new DomainError('PRODUCT_UNKNOWN', 'not-found', MESSAGES.notFound);

/** An unchanged URL is not checked, because its picture may have been replaced by one with a new URL. */
function assertPictures(product: ProductEntity, changed: Fields = toProductFields(product)): void {
  if ('imageUrl' in changed) assertPictureExists('imageUrl', product.imageUrl);
  if ('mockupTemplateUrl' in changed) assertPictureExists('mockupTemplateUrl', product.mockupTemplateUrl);
  if ('details' in changed) assertPictureExists('details.backImageUrl', product.details?.backImageUrl);
  assertUndistorted(product);
}

/** Null without any text and row. */
function toDetails(form: Form['details']): ProductDetails | null {
  const { material = null, care = null, printed = null, backImageUrl = null, sizeTable = [] } = form ?? {};
  const isEmpty = [material, care, printed, backImageUrl].every((text) => text === null) && sizeTable.length === 0;
  return isEmpty ? null : { material, care, printed, backImageUrl, sizeTable };
}

const parseCost = (cost: string | null | undefined): number | null => (cost ? parseCents(cost) : null);

@Injectable()
export class ProductsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly productsRepository: ProductsRepository,
    private readonly productEvents: ProductEventsPublisher,
    private readonly productListsCache: ProductListsCache,
    private readonly auditTrail: AuditTrail,
    private readonly foreignPictures: ForeignPicturesService,
  ) {}

  /** All products, or those with all these words, in their order. */
  async listProducts({
    limit,
    cursor,
    words,
  }: {
    limit: number;
    cursor?: PageKey;
    words?: string;
  }): Promise<Page<AdminProduct>> {
    const rows =
      words === undefined
        ? await this.productsRepository.listPage(limit + 1, cursor)
        : await this.productsRepository.searchPage(words, limit + 1, cursor);
    const page = toPage(rows, limit, {
      key: ({ keyAt, id }) => ({ createdAt: keyAt, id }),
      entry: toAdminProduct,
    });
    return { ...page, items: await this.withMarks(page.items) };
  }

  async getProduct(id: string): Promise<AdminProduct> {
    const product = await this.productsRepository.findById(id);
    if (!product) throw productNotFound();
    const [marked = toAdminProduct(product)] = await this.withMarks([toAdminProduct(product)]);
    return marked;
  }

  /** A repeated call with the same `key` returns the product of the first call. Throws 409 if that call had another form. */
  createProduct(form: Form, actor: AuditActor, key: string | null): Promise<AdminProduct> {
    return this.runInTransaction(async (manager) => {
      const existing = key && (await this.productsRepository.findByIdempotencyKey(key, manager));
      const product = manager.create(ProductEntity, {
        ...(key ? { id: key } : {}),
        title: form.title,
        description: form.description ?? null,
        category: form.category,
        basePriceCents: parseCents(form.basePrice),
        costCents: parseCost(form.cost),
        imageUrl: form.imageUrl ?? null,
        mockupTemplateUrl: form.mockupTemplateUrl ?? null,
        active: form.active ?? true,
        printArea: form.printArea ?? null,
        pictureArea: form.pictureArea ?? null,
        details: toDetails(form.details),
        deletedAt: null,
      });
      if (existing) return this.repeatCreation(existing, toProductFields(product), manager);
      assertPictures(product);
      const created = toProductFields(product);
      await manager.save(withStoredArea(product));
      await this.recordChange(product, { actor, action: 'product.created', before: null, after: created }, manager);
      return toAdminProduct(product);
    });
  }

  /**
   * Changes the sent fields. Without a difference nothing happens, whatever the version: a call that is repeated because its response was lost
   * finds its own change. Throws 409 if the product has changed since the version that the admin saw.
   */
  changeProduct(
    id: string,
    { basePrice, cost, details, ...fields }: Change,
    actor: AuditActor,
    seen: SeenVersions,
  ): Promise<AdminProduct> {
    return this.withLockedProduct(id, async (product, manager) => {
      const before = toProductFields(withoutStoredArea(product));
      Object.assign(
        product,
        fields,
        basePrice === undefined ? {} : { basePriceCents: parseCents(basePrice) },
        cost === undefined ? {} : { costCents: parseCost(cost) },
        details === undefined ? {} : { details: toDetails(details) },
      );
      const changed = findChangedFields(before, toProductFields(product));
      if (!changed) return toAdminProduct(product);
      await this.assertSeen(product, { type: 'product', version: product.version }, seen, manager);
      const variants = await this.productsRepository.listVariants(id, manager);
      assertUnitPrices(product.basePriceCents, variants, 'basePrice');
      assertPictures(product, changed.after);
      assertSizesFit(getAreas(product).printArea, variants);
      await manager.save(withStoredArea(product));
      await this.recordChange(product, { actor, action: changeAction('product', changed.after), ...changed }, manager);
      return toAdminProduct(product);
    });
  }

  /** Marks the product as deleted. Orders have their own copy of the product. Throws 409 like `changeProduct`. */
  deleteProduct(id: string, actor: AuditActor, seen: SeenVersions): Promise<void> {
    return this.withLockedProduct(id, async (product, manager) => {
      await this.assertSeen(product, { type: 'product', version: product.version }, seen, manager);
      const before = toProductFields(product);
      await manager.update(ProductEntity, { id }, { deletedAt: new Date(), active: false });
      await this.recordChange(product, { actor, action: 'product.deleted', before, after: null }, manager);
    });
  }

  /** Throws 409 with what happened if the product, or a variant of it, has changed since the version that the admin saw. */
  async assertSeen(
    { id }: ProductEntity,
    { type, version, variantId }: { type: 'product' | 'variant'; version: number; variantId?: string },
    seen: SeenVersions,
    manager: EntityManager,
  ): Promise<void> {
    if (isSeen(seen, version)) return;
    const isUnseen = (seen ?? []).some((text) => Number(text) < version);
    const entries = isUnseen ? await this.auditTrail.listEntries({ type: 'product', id }, manager) : [];
    const change = entries.find(({ action, after }) => changesFields(type, action) && after?.variantId === variantId);
    throw new DomainError('PRODUCT_STALE', 'conflict', describeConflict(type, change));
  }

  /** The changes of a product, newest first; also of a deleted one. */
  async listTimeline(id: string): Promise<TimelineEntry[]> {
    if (!(await this.productsRepository.hasExisted(id))) throw productNotFound();
    const entries = await this.auditTrail.listEntries({ type: 'product', id });
    return entries.map((entry) => toTimelineEntry(entry, getSummary(entry)));
  }

  /**
   * The only way to change a product or its variants: runs `work` with the locked product, so that changes are serialised. Throws 404 for an unknown
   * or deleted product.
   */
  withLockedProduct<T>(
    productId: string,
    work: (product: ProductEntity, manager: EntityManager) => Promise<T>,
  ): Promise<T> {
    return this.runInTransaction(async (manager) => {
      const product = await this.productsRepository.findLocked(productId, manager);
      if (!product) throw productNotFound();
      return work(product, manager);
    });
  }

  /** Publishes the new state and adds the change to the audit trail. Call it in the transaction of the change, after the rows are written. */
  async recordChange(product: ProductEntity, change: ProductChange, manager: EntityManager): Promise<void> {
    if (change.action === 'product.deleted') await this.productEvents.publishDeleted(product.id, manager);
    else await this.productEvents.publishSaved(product, manager);
    await this.foreignPictures.requestPictures(
      [change.after?.imageUrl, change.after?.mockupTemplateUrl, product.details?.backImageUrl],
      manager,
    );
    await this.auditTrail.addEntry(manager, { ...change, subject: { type: 'product', id: product.id } });
  }

  /** Clears the cached lists after the commit, including a list that was read before it. */
  async runInTransaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    const result = await this.dataSource.transaction(work);
    this.productListsCache.clear();
    return result;
  }

  /** Adds what the products lack: a picture that can be shown, a size on sale. */
  private async withMarks(products: readonly AdminProduct[]): Promise<AdminProduct[]> {
    const problems = await this.foreignPictures.listProblems(products.map(({ imageUrl }) => imageUrl));
    const sized = await this.productsRepository.listWithSizeOnSale(products.map(({ id }) => id));
    return products.map((product) => {
      const pictureProblem = problems.get(product.imageUrl ?? '');
      return {
        ...product,
        hasSizeOnSale: sized.has(product.id),
        ...(pictureProblem !== undefined && { pictureProblem }),
      };
    });
  }

  private async repeatCreation(existing: ProductEntity, fields: Fields, manager: EntityManager): Promise<AdminProduct> {
    const created = await this.findCreation(existing.id, { action: 'product.created' }, manager);
    if (existing.deletedAt || !wasCreatedWith(created, fields)) throw idempotencyKeyReused();
    return toAdminProduct(existing);
  }

  /** What a product, or a variant of it, was created with. */
  async findCreation(
    productId: string,
    { action, variantId }: { action: ProductAction; variantId?: string },
    manager: EntityManager,
  ): Promise<AuditState> {
    const entries = await this.auditTrail.listEntries({ type: 'product', id: productId }, manager);
    return entries.find((entry) => entry.action === action && entry.after?.variantId === variantId)?.after ?? null;
  }
}
