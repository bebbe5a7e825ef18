import { createIndexConcurrently } from '@shop/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The cleanup looks for requests that were last changed two years ago. */
export class OldContactRequests1795870000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, 'contact_submissions_changed', 'contact_submissions (updated_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX contact_submissions_changed');
  }
}
