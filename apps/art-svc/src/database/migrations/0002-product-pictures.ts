import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Pictures of products: they belong to the shop, so to no user and no guest, and nobody's leaving takes them along. */
export class ProductPictures1795200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE images
        DROP CONSTRAINT images_type_check,
        ADD CONSTRAINT images_type_check CHECK (type IN ('upload', 'artwork', 'product')),
        DROP CONSTRAINT images_one_owner,
        ADD CONSTRAINT images_one_owner CHECK (num_nonnulls(user_id, guest_id) = CASE type WHEN 'product' THEN 0 ELSE 1 END);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM images WHERE type = 'product';
      ALTER TABLE images
        DROP CONSTRAINT images_type_check,
        ADD CONSTRAINT images_type_check CHECK (type IN ('upload', 'artwork')),
        DROP CONSTRAINT images_one_owner,
        ADD CONSTRAINT images_one_owner CHECK (num_nonnulls(user_id, guest_id) = 1);
    `);
  }
}
