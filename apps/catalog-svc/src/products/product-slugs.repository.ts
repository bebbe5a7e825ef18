import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { isSlugOf, toOwnSlug, toSlug } from './slug.rules.js';

/** An address stays with its first product, so that a link never leads to another one. */
const CLAIM = `
  INSERT INTO product_slugs (slug, product_id) VALUES ($1, $2)
  ON CONFLICT (slug) DO UPDATE SET product_id = product_slugs.product_id WHERE product_slugs.product_id = excluded.product_id
  RETURNING slug`;

/** Also finds a product by its id, which is its address until it has one. */
const FIND = `
  SELECT id, coalesce(slug, id::text) AS slug FROM products
  WHERE id = coalesce((SELECT product_id FROM product_slugs WHERE slug = $1), $2::uuid) AND active AND deleted_at IS NULL`;

const LIST = `
  SELECT coalesce(slug, id::text) AS slug FROM products WHERE active AND deleted_at IS NULL
  ORDER BY coalesce(listed_at, created_at) DESC, id DESC LIMIT $1`;

/** Addresses have nothing else; PostgreSQL refuses a text with U+0000. */
const SLUG = /^[a-z0-9-]+$/i;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

interface Named {
  id: string;
  title: string;
  slug: string | null;
}

@Injectable()
export class ProductSlugsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Gives the product the address of its title, if it has another; the former ones go on leading to it. */
  async claimSlug(product: Named, manager: EntityManager): Promise<void> {
    if (isSlugOf(product.slug, product)) return;
    for (const slug of [toSlug(product.title), toOwnSlug(product.title, product.id)]) {
      const claimed = await manager.query<unknown[]>(CLAIM, [slug, product.id]);
      if (claimed.length === 0) continue;
      await manager.query('UPDATE products SET slug = $1 WHERE id = $2', [slug, product.id]);
      product.slug = slug;
      return;
    }
  }

  /** An active product by its address or a former one, with its present address. */
  async findBySlug(slug: string): Promise<{ id: string; slug: string } | null> {
    if (!SLUG.test(slug)) return null;
    const id = UUID.test(slug) ? slug : null;
    const [found] = await this.dataSource.query<{ id: string; slug: string }[]>(FIND, [slug, id]);
    return found ?? null;
  }

  async listSlugs(limit: number): Promise<string[]> {
    return (await this.dataSource.query<{ slug: string }[]>(LIST, [limit])).map(({ slug }) => slug);
  }
}
