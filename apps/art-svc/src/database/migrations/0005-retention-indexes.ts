import { createIndexConcurrently } from '@shop/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the cleanup looks at next. */
export class RetentionIndexes1795888800000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, 'images_review', `images (review_at) WHERE type = 'upload'`);
    await createIndexConcurrently(runner, 'ai_jobs_review', 'ai_jobs (review_at) WHERE guest_id IS NOT NULL');
    await createIndexConcurrently(
      runner,
      'print_jobs_ended',
      'print_jobs (id) WHERE order_ended AND file IS NOT NULL AND files_due_at IS NULL',
    );
    await createIndexConcurrently(
      runner,
      'print_jobs_files_due',
      `print_jobs (files_due_at) WHERE files_due_at < 'infinity'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX images_review, ai_jobs_review, print_jobs_ended, print_jobs_files_due');
  }
}
