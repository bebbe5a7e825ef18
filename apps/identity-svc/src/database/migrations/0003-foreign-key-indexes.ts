import { createIndexConcurrently } from '@shop/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Deleting an account checks the guest claims that refer to it. */
export class ForeignKeyIndexes1795850000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, 'guest_claims_user', 'guest_claims (user_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX guest_claims_user');
  }
}
