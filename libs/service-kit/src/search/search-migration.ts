import type { MigrationInterface, QueryRunner } from 'typeorm';
import { SEARCH_FUNCTIONS } from './search-text.sql.js';

interface SearchParts {
  /** Further statements, run before the indexes are created. They may be repeated. */
  functions?: readonly string[];
  /** Name → what follows it in CREATE INDEX: `ON products USING gin (search_text(title) gin_trgm_ops)`. */
  indexes: Readonly<Record<string, string>>;
}

/**
 * A migration that adds indexes for a search while the version before goes on writing. It has no transaction, and may be repeated: an index whose
 * creation was interrupted is invalid, and is dropped first.
 *
 * @param name ends with its time in milliseconds, by which TypeORM sorts
 */
export function defineSearchMigration(
  name: string,
  { functions = [], indexes }: SearchParts,
): new () => MigrationInterface & { readonly transaction: false } {
  return class implements MigrationInterface {
    readonly name = name;
    readonly transaction = false as const;

    async up(runner: QueryRunner): Promise<void> {
      for (const statement of [...SEARCH_FUNCTIONS, ...functions]) await runner.query(statement);
      for (const [index, definition] of Object.entries(indexes)) {
        await runner.query(`DROP INDEX IF EXISTS ${index}`);
        await runner.query(`CREATE INDEX CONCURRENTLY ${index} ${definition}`);
      }
    }

    /** The functions stay: other indexes may use them. */
    async down(runner: QueryRunner): Promise<void> {
      await runner.query(`DROP INDEX IF EXISTS ${Object.keys(indexes).join(', ')}`);
    }
  };
}
