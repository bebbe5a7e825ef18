import type { MigrationInterface, QueryRunner } from 'typeorm';

const ADD = `
  ALTER TABLE products
    -- The present address of its page (slug.rules.ts). Null for a product that the version before made: then its id.
    ADD COLUMN IF NOT EXISTS slug text,
    -- Texts and size table of its page, in the shape of productDetailsSchema.
    ADD COLUMN IF NOT EXISTS details jsonb;
  -- All addresses that products have or had. They stay, so that links go on leading to them.
  CREATE TABLE IF NOT EXISTS product_slugs (
    slug text PRIMARY KEY,
    product_id uuid NOT NULL REFERENCES products (id),
    created_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX IF NOT EXISTS product_slugs_product ON product_slugs (product_id)
`;

/** The rule of `toSlug`, and of `toOwnSlug` for all but the first product of a title. $1: ids above; $2: how many; $3: whether on sale. */
const BACKFILL = `
  WITH batch AS (
    SELECT id, created_at, coalesce(nullif(trim(BOTH '-' FROM left(regexp_replace(lower(regexp_replace(
      normalize(title, NFKD), E'[''\\u2019\\u0300-\\u036f]', '', 'g')), '[^a-z0-9]+', '-', 'g'), 60)), ''), 'product') AS base
    FROM products WHERE id > $1 AND (active AND deleted_at IS NULL) = $3 ORDER BY id LIMIT $2
  ), named AS (
    SELECT id, CASE
      WHEN row_number() OVER (PARTITION BY base ORDER BY created_at, id) = 1 AND NOT EXISTS (SELECT 1 FROM product_slugs s WHERE s.slug = base)
      THEN base ELSE base || '-' || left(id::text, 8) END AS slug
    FROM batch
  ), claimed AS (
    INSERT INTO product_slugs (slug, product_id) SELECT slug, id FROM named
    WHERE NOT EXISTS (SELECT 1 FROM product_slugs s WHERE s.product_id = named.id) ON CONFLICT DO NOTHING RETURNING slug, product_id
  ), changed AS (
    UPDATE products p SET slug = claimed.slug FROM claimed WHERE p.id = claimed.product_id
  )
  SELECT id FROM batch ORDER BY id DESC LIMIT 1
`;
const BATCH = 5_000;
const FIRST = '00000000-0000-0000-0000-000000000000';

/**
 * Has no transaction: products get their addresses in batches, so that no row is locked for long while the version before
 * goes on selling. May be repeated.
 */
export class ProductPages implements MigrationInterface {
  readonly name = 'ProductPages1796400000000';
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ADD);
    // A product that shoppers see gets the short address before one that they don't.
    for (const isOnSale of [true, false])
      for (let after: string | undefined = FIRST; after !== undefined;) {
        const [last] = (await runner.query(BACKFILL, [after, BATCH, isOnSale])) as { id: string }[];
        after = last?.id;
      }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS product_slugs');
    await runner.query('ALTER TABLE products DROP COLUMN IF EXISTS slug, DROP COLUMN IF EXISTS details');
  }
}
