import { createIndexConcurrently } from '@shop/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An email about an order looks for an account with the same address. */
export class AccountsByEmail1795850000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, 'accounts_email', 'accounts (email)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX accounts_email');
  }
}
