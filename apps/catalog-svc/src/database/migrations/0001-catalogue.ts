import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Catalogue1795190400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // 9,999,999,999 cents: what fits decimal(10,2).
    await runner.query(`
      CREATE TABLE products (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        title text NOT NULL CHECK (title <> ''),
        description text,
        category text NOT NULL CHECK (category IN ('tshirt', 'hoodie', 'phone-case', 'pet-tag')),
        base_price_cents bigint NOT NULL CHECK (base_price_cents BETWEEN 0 AND 9999999999),
        image_url text,
        mockup_template_url text,
        active boolean NOT NULL DEFAULT true,
        print_area jsonb NOT NULL,
        picture_area jsonb NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        deleted_at timestamptz
      );
      CREATE INDEX products_newest ON products (created_at DESC, id) WHERE deleted_at IS NULL;

      CREATE TABLE product_variants (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        product_id uuid NOT NULL REFERENCES products (id),
        type text NOT NULL CHECK (type IN ('size', 'color')),
        name text NOT NULL CHECK (name <> ''),
        price_modifier_cents bigint NOT NULL DEFAULT 0 CHECK (price_modifier_cents BETWEEN -9999999999 AND 9999999999),
        active boolean NOT NULL DEFAULT true,
        color_hex text CHECK (color_hex ~ '^#[0-9a-f]{6}$'),
        image_url text,
        print_area jsonb,
        position integer NOT NULL DEFAULT 0,
        CONSTRAINT product_variants_name UNIQUE (product_id, type, name)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE product_variants; DROP TABLE products;');
  }
}
