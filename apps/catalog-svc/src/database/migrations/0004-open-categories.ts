import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The kinds of products are a list in code, so that another one needs no migration. */
export class OpenCategories implements MigrationInterface {
  readonly name = 'OpenCategories1796300000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE products DROP CONSTRAINT IF EXISTS products_category_check');
  }

  /** The version before has the four kinds of its time; others stay, and are not checked. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE products ADD CONSTRAINT products_category_check CHECK (category IN ('tshirt', 'hoodie', 'phone-case', 'pet-tag')) NOT VALID`,
    );
  }
}
