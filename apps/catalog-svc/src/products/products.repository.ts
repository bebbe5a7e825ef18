import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { PageKey } from '@shop/contracts-common';
import { cursorTimestampSql, searchConditions } from '@shop/service-kit';
import { DataSource, IsNull, MoreThan, type EntityManager } from 'typeorm';
import type { AdminProductRow, ProductRow, VariantRow } from './product.mapper.js';
import { ProductEntity } from './product.entity.js';

const PRODUCT = `id, title, description, category, base_price_cents AS "basePriceCents", image_url AS "imageUrl",
  mockup_template_url AS "mockupTemplateUrl", active, print_area AS "printArea", picture_area AS "pictureArea", created_at AS "createdAt", version, slug`;
const VARIANT = `v.id, v.product_id AS "productId", v.type, v.name, v.price_modifier_cents AS "priceModifierCents", v.active,
  v.color_hex AS "colorHex", v.image_url AS "imageUrl", v.print_area AS "printArea", v.position, v.version`;
/** Sizes before colours, each in its own order. */
const VARIANT_ORDER = `v.type DESC, v.position, v.name`;

/** Only admins see the cost. */
const ADMIN_PRODUCT = `${PRODUCT}, cost_cents AS "costCents", details`;

/** Sorts the lists: a product is listed as if it were created when an admin placed it (product-order.rules.ts). */
export const LISTED_AT = 'coalesce(listed_at, created_at)';
const KEY_AT = `${cursorTimestampSql(LISTED_AT)} AS "keyAt"`;

/** Pages of the admins' and of the public list. One index provides this order from any position. */
const IN_ORDER = `ORDER BY ${LISTED_AT} DESC, id DESC LIMIT $1`;
const AFTER_KEY = `(${LISTED_AT}, id) < ($2::timestamptz, $3::uuid)`;
const SELECT_LISTED = `SELECT ${ADMIN_PRODUCT}, ${KEY_AT} FROM products WHERE deleted_at IS NULL`;
export const FIRST_PAGE = `${SELECT_LISTED} ${IN_ORDER}`;
export const PAGE_AFTER = `${SELECT_LISTED} AND ${AFTER_KEY} ${IN_ORDER}`;
/** An admin, or the printer, has taken off sale all sizes or all colors that it has. Of none, `bool_or` is null and not false. */
const IS_SOLD_OUT = `((SELECT bool_or(v.active) FROM product_variants v WHERE v.product_id = products.id AND v.type = 'size') IS FALSE
  OR (SELECT bool_or(v.active) FROM product_variants v WHERE v.product_id = products.id AND v.type = 'color') IS FALSE) AS "isSoldOut"`;
const SELECT_ACTIVE = `SELECT ${PRODUCT}, ${IS_SOLD_OUT}, ${KEY_AT} FROM products WHERE active AND deleted_at IS NULL`;
export const FIRST_ACTIVE_PAGE = `${SELECT_ACTIVE} ${IN_ORDER}`;
export const ACTIVE_PAGE_AFTER = `${SELECT_ACTIVE} AND ${AFTER_KEY} ${IN_ORDER}`;

/** The index of the search is on this expression. */
const SEARCHED_TEXT = `search_text(title || ' ' || coalesce(description, ''))`;

/** Key of the advisory lock; any constant. */
const SEED_LOCK = 7_241_010;

/** `keyAt` is the time by which the product is listed, with microseconds, for the page cursor. */
export type ProductPageRow = ProductRow & { keyAt: string };
export type AdminProductPageRow = AdminProductRow & { keyAt: string };

/** Lists use plain SQL, because they are the most frequent reads and the ORM would double their cost. */
@Injectable()
export class ProductsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** A page of the public list. */
  listActivePage(limit: number, after?: PageKey): Promise<ProductPageRow[]> {
    return after
      ? this.dataSource.query<ProductPageRow[]>(ACTIVE_PAGE_AFTER, [limit, after.createdAt, after.id])
      : this.dataSource.query<ProductPageRow[]>(FIRST_ACTIVE_PAGE, [limit]);
  }

  /** A page of the admins' list. */
  listPage(limit: number, after?: PageKey): Promise<AdminProductPageRow[]> {
    return after
      ? this.dataSource.query<AdminProductPageRow[]>(PAGE_AFTER, [limit, after.createdAt, after.id])
      : this.dataSource.query<AdminProductPageRow[]>(FIRST_PAGE, [limit]);
  }

  /** A page of the products that have all these words. */
  searchPage(words: string, limit: number, after?: PageKey): Promise<AdminProductPageRow[]> {
    const values: unknown[] = after ? [limit, after.createdAt, after.id] : [limit];
    const conditions = [
      'deleted_at IS NULL',
      ...(after ? [AFTER_KEY] : []),
      ...searchConditions(words, SEARCHED_TEXT, (word) => `$${values.push(word)}`),
    ];
    return this.dataSource.query<AdminProductPageRow[]>(
      `SELECT ${ADMIN_PRODUCT}, ${KEY_AT} FROM products WHERE ${conditions.join(' AND ')} ${IN_ORDER}`,
      values,
    );
  }

  /** Products with an id above `after`, deleted ones included, by id. */
  listPageById(after: string, limit: number, manager: EntityManager): Promise<ProductEntity[]> {
    return manager.find(ProductEntity, { where: { id: MoreThan(after) }, order: { id: 'ASC' }, take: limit });
  }

  async findById(id: string): Promise<AdminProductRow | null> {
    const [product] = await this.dataSource.query<AdminProductRow[]>(
      `SELECT ${ADMIN_PRODUCT} FROM products WHERE id = $1 AND deleted_at IS NULL`,
      [id],
    );
    return product ?? null;
  }

  /** As shoppers see it. */
  async findActive(id: string): Promise<AdminProductRow | null> {
    const [product] = await this.dataSource.query<AdminProductRow[]>(
      `SELECT ${ADMIN_PRODUCT}, ${IS_SOLD_OUT} FROM products WHERE id = $1 AND active AND deleted_at IS NULL`,
      [id],
    );
    return product ?? null;
  }

  /** Whether the product exists or was deleted. */
  async hasExisted(id: string): Promise<boolean> {
    return (await this.dataSource.query<unknown[]>('SELECT 1 FROM products WHERE id = $1', [id])).length > 0;
  }

  /** The active variants of an active product, or null if there is no such product. */
  async findActiveVariants(productId: string): Promise<VariantRow[] | null> {
    const rows = await this.dataSource.query<VariantRow[]>(
      `SELECT ${VARIANT} FROM products p LEFT JOIN product_variants v ON v.product_id = p.id AND v.active
       WHERE p.id = $1 AND p.active AND p.deleted_at IS NULL ORDER BY ${VARIANT_ORDER}`,
      [productId],
    );
    return rows.length === 0 ? null : rows.filter(({ id }) => id !== null);
  }

  /** All variants of a product that is not deleted, or null if there is no such product. */
  async findAllVariants(productId: string): Promise<VariantRow[] | null> {
    const rows = await this.dataSource.query<VariantRow[]>(
      `SELECT ${VARIANT} FROM products p LEFT JOIN product_variants v ON v.product_id = p.id WHERE p.id = $1 AND p.deleted_at IS NULL ORDER BY ${VARIANT_ORDER}`,
      [productId],
    );
    return rows.length === 0 ? null : rows.filter(({ id }) => id !== null);
  }

  /** Those of the products that have a size which shoppers can choose. */
  async listWithSizeOnSale(productIds: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.dataSource.query<{ id: string }[]>(
      `SELECT DISTINCT product_id AS id FROM product_variants WHERE product_id = ANY ($1::uuid[]) AND type = 'size' AND active`,
      [productIds],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** All variants of a product, active or not, for the event `product.saved`. */
  listVariants(productId: string, manager: EntityManager): Promise<VariantRow[]> {
    return manager.query<VariantRow[]>(
      `SELECT ${VARIANT} FROM product_variants v WHERE v.product_id = $1 ORDER BY ${VARIANT_ORDER}`,
      [productId],
    );
  }

  /** Locks the row, so that changes of one product are serialised. */
  findLocked(id: string, manager: EntityManager): Promise<ProductEntity | null> {
    return manager.findOne(ProductEntity, { where: { id, deletedAt: IsNull() }, lock: { mode: 'pessimistic_write' } });
  }

  /** Also finds a deleted product. The second of two concurrent calls with one key waits here and finds the product of the first. */
  async findByIdempotencyKey(key: string, manager: EntityManager): Promise<ProductEntity | null> {
    await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [key]);
    return manager.findOneBy(ProductEntity, { id: key });
  }

  /** Whether the shop never had a product. Instances that start together ask one after the other. */
  async isEmptyLocked(manager: EntityManager): Promise<boolean> {
    await manager.query('SELECT pg_advisory_xact_lock($1)', [SEED_LOCK]);
    return !(await manager.exists(ProductEntity));
  }
}
