import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An ordered item may be changed after it was paid for; and its customer sees the file that is printed, small. */
export class ChangedOrders1796000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE images
        DROP CONSTRAINT images_type_check,
        ADD CONSTRAINT images_type_check CHECK (type IN ('upload', 'artwork', 'product', 'mockup', 'print-view'));
      ALTER TABLE print_jobs ADD revision integer NOT NULL DEFAULT 1, ADD view_id uuid REFERENCES images (id);
      CREATE INDEX print_jobs_view ON print_jobs (view_id) WHERE view_id IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE print_jobs DROP revision, DROP view_id;
      DELETE FROM images WHERE type = 'print-view';
      ALTER TABLE images
        DROP CONSTRAINT images_type_check,
        ADD CONSTRAINT images_type_check CHECK (type IN ('upload', 'artwork', 'product', 'mockup'));
    `);
  }
}
