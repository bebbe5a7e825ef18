import { hash } from 'node:crypto';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export interface InitialMigration extends MigrationInterface {
  readonly name: string;
  readonly isInitial: true;
}

const COMMENTS_AND_SPACE = /--[^\n]*|\s+/g;

/**
 * The first migration of a database. Until the release of 1.0.0 its statements are edited in place. Its name contains their hash, so a
 * database that was created with other statements is recognised.
 */
export function defineInitialMigration(name: string, statements: readonly string[]): new () => InitialMigration {
  const edition = hash('sha256', statements.join('').replace(COMMENTS_AND_SPACE, '')).slice(0, 8);
  return class implements InitialMigration {
    // TypeORM needs a time in milliseconds at the end, and sorts by it.
    readonly name = `${name}_${edition}_1796000000000`;
    readonly isInitial = true;

    async up(runner: QueryRunner): Promise<void> {
      for (const statement of statements) await runner.query(statement);
    }

    down(): Promise<void> {
      return Promise.reject(new Error('The first migration cannot be undone: drop the database instead'));
    }
  };
}
