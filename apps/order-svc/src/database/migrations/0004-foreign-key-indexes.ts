import { createIndexConcurrently } from '@shop/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Deleting a cart, a note or an intent of the sandbox checks the rows that may refer to it. */
export class ForeignKeyIndexes1795850000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, 'orders_cart', 'orders (cart_id) WHERE cart_id IS NOT NULL');
    await createIndexConcurrently(runner, 'orders_note', 'orders (note_id) WHERE note_id IS NOT NULL');
    await createIndexConcurrently(runner, 'sandbox_disputes_intent', 'sandbox_disputes (intent_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX orders_cart, orders_note, sandbox_disputes_intent');
  }
}
