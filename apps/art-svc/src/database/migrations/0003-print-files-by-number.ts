import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * For downloads of the print files of selected orders. Has no transaction, because the version before goes on writing while the index is created. May
 * be repeated.
 */
export class PrintFilesByNumber implements MigrationInterface {
  readonly name = 'PrintFilesByNumber1796400000000';
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    // An index whose creation was interrupted is invalid.
    await runner.query('DROP INDEX IF EXISTS print_files_number');
    await runner.query('CREATE INDEX CONCURRENTLY print_files_number ON print_files (order_number, line)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS print_files_number');
  }
}
