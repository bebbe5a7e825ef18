import { createIndexConcurrently } from '@shop/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An erased account's waiting emails are found by its id, because its address may belong to another person. */
export class EmailsByAccount1795860000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE emails ADD COLUMN IF NOT EXISTS user_id uuid');
    await createIndexConcurrently(
      runner,
      'emails_user',
      'emails (user_id) WHERE user_id IS NOT NULL AND recipient IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE emails DROP COLUMN user_id');
  }
}
