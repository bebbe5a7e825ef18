import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ReviewPhotos implements MigrationInterface {
  readonly name = 'ReviewPhotos1796600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Photos of reviews. They stay as long as their review, and everybody may see them while it is published.
      CREATE TABLE review_photos (
        image_id uuid NOT NULL REFERENCES images (id) ON DELETE CASCADE,
        review_id uuid NOT NULL,
        -- The account of the order. Null: a guest's order.
        user_id uuid,
        is_public boolean NOT NULL,
        -- Of the review: an older event is ignored.
        version integer NOT NULL,
        PRIMARY KEY (image_id, review_id)
      );
      CREATE INDEX review_photos_review ON review_photos (review_id);
      CREATE INDEX review_photos_user ON review_photos (user_id) WHERE user_id IS NOT NULL;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE review_photos');
  }
}
