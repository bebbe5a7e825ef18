import type { MigrationInterface, QueryRunner } from 'typeorm';

export class PrintFiles1795400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE images
        DROP CONSTRAINT images_type_check,
        ADD CONSTRAINT images_type_check CHECK (type IN ('upload', 'artwork', 'product', 'mockup'));

      CREATE TABLE print_jobs (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        order_item_id uuid NOT NULL UNIQUE,
        order_id uuid NOT NULL,
        order_number text NOT NULL,
        line integer NOT NULL,
        order_ended boolean NOT NULL DEFAULT false,
        artwork_id uuid,
        design jsonb NOT NULL,
        print jsonb,
        status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'processing', 'completed', 'failed')),
        failure_reason text CHECK (failure_reason IN ('artwork-missing', 'product-unknown', 'not-drawn')),
        attempts integer NOT NULL DEFAULT 0,
        claimed_by uuid,
        lease_expires_at timestamptz,
        due_at timestamptz NOT NULL DEFAULT now(),
        file jsonb,
        mockup_id uuid REFERENCES images (id),
        created_at timestamptz NOT NULL DEFAULT now(),
        completed_at timestamptz,
        CONSTRAINT print_jobs_completed CHECK (status <> 'completed' OR (file IS NOT NULL AND mockup_id IS NOT NULL)),
        CONSTRAINT print_jobs_failed CHECK ((status = 'failed') = (failure_reason IS NOT NULL))
      );
      CREATE INDEX print_jobs_order ON print_jobs (order_id);
      CREATE INDEX print_jobs_artwork ON print_jobs (artwork_id);
      CREATE INDEX print_jobs_file ON print_jobs ((file->>'sha256')) WHERE file IS NOT NULL;
      CREATE INDEX print_jobs_unfinished ON print_jobs (due_at) WHERE status IN ('pending', 'processing');
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE print_jobs;
      DELETE FROM images WHERE type = 'mockup';
      ALTER TABLE images
        DROP CONSTRAINT images_type_check,
        ADD CONSTRAINT images_type_check CHECK (type IN ('upload', 'artwork', 'product'));
    `);
  }
}
