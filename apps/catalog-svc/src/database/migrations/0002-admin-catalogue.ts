import type { MigrationInterface, QueryRunner } from 'typeorm';
import { areasOf, type AreasSource } from '../../products/product-areas.rules.js';

interface StoredAreas extends AreasSource {
  id: string;
}

const LIST = `SELECT id, category, image_url AS "imageUrl", print_area AS "printArea", picture_area AS "pictureArea" FROM products`;

/** Versions, pages, and a product keeps only the areas that are its own. */
export class AdminCatalogue1795200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE products
        ADD COLUMN version integer NOT NULL DEFAULT 1,
        ALTER COLUMN print_area DROP NOT NULL,
        ALTER COLUMN picture_area DROP NOT NULL;
      DROP INDEX products_newest;
      CREATE INDEX products_newest ON products (created_at DESC, id DESC) WHERE deleted_at IS NULL;

      ALTER TABLE product_variants ADD COLUMN version integer NOT NULL DEFAULT 1;
    `);
    // Until now every product held its areas, own or not. Those that follow from its picture or category are no longer stored.
    for (const row of (await runner.query(LIST)) as StoredAreas[]) {
      const print = areasOf({ ...row, printArea: null, pictureArea: null }).printArea;
      await runner.query('UPDATE products SET print_area = NULLIF(print_area, $2::jsonb) WHERE id = $1', [
        row.id,
        JSON.stringify(print),
      ]);
    }
    for (const row of (await runner.query(LIST)) as StoredAreas[]) {
      const { pictureArea } = areasOf({ ...row, pictureArea: null });
      await runner.query('UPDATE products SET picture_area = NULLIF(picture_area, $2::jsonb) WHERE id = $1', [
        row.id,
        JSON.stringify(pictureArea),
      ]);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const row of (await runner.query(LIST)) as StoredAreas[]) {
      const { printArea, pictureArea } = areasOf(row);
      await runner.query('UPDATE products SET print_area = $2, picture_area = $3 WHERE id = $1', [
        row.id,
        JSON.stringify(printArea),
        JSON.stringify(pictureArea),
      ]);
    }
    await runner.query(`
      ALTER TABLE product_variants DROP COLUMN version;
      DROP INDEX products_newest;
      CREATE INDEX products_newest ON products (created_at DESC, id) WHERE deleted_at IS NULL;
      ALTER TABLE products DROP COLUMN version, ALTER COLUMN print_area SET NOT NULL, ALTER COLUMN picture_area SET NOT NULL;
    `);
  }
}
