import type { MigrationInterface, QueryRunner } from 'typeorm';

const ADD_COLUMNS = `
  ALTER TABLE products
    -- Where an admin has placed the product: it is listed as if it were created then. Null: at its creation.
    ADD COLUMN IF NOT EXISTS listed_at timestamptz,
    -- What one piece costs the shop. Null: not known.
    ADD COLUMN IF NOT EXISTS cost_cents bigint CHECK (cost_cents BETWEEN 0 AND 9999999999)
`;

/** Has no transaction, because the version before goes on writing while the index is created. May be repeated. */
export class ProductOrderAndCost implements MigrationInterface {
  readonly name = 'ProductOrderAndCost1796200000000';
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ADD_COLUMNS);
    // An index whose creation was interrupted is invalid.
    await runner.query('DROP INDEX IF EXISTS products_listed');
    await runner.query(
      'CREATE INDEX CONCURRENTLY products_listed ON products (coalesce(listed_at, created_at) DESC, id DESC) WHERE deleted_at IS NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS products_listed');
    await runner.query('ALTER TABLE products DROP COLUMN listed_at, DROP COLUMN cost_cents');
  }
}
