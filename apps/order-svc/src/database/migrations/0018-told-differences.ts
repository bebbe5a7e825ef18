import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which differences the admins were told of, and for which reason (our sentence, never a printer's words); `gone_since`: not seen any more, and soon to be forgotten. */
export class ToldDifferences1795291500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE TABLE told_differences (difference_id uuid PRIMARY KEY, reason text, told_at timestamptz NOT NULL DEFAULT now(), gone_since timestamptz)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE told_differences');
  }
}
