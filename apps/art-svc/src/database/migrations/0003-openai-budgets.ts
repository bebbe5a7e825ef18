import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Calls of OpenAI and their costs per day (UTC): of each customer and each network, by pseudonyms, and of the shop. Deleted after a
 * week.
 */
const OPENAI_BUDGETS = `
  CREATE TABLE openai_budgets (
    day date NOT NULL,
    scope text NOT NULL CHECK (scope IN ('owner', 'network', 'shop')),
    subject text NOT NULL,
    calls integer NOT NULL DEFAULT 0,
    declined integer NOT NULL DEFAULT 0,
    cents integer NOT NULL DEFAULT 0,
    is_alarmed boolean NOT NULL DEFAULT false,
    PRIMARY KEY (day, scope, subject)
  );
`;

export class OpenAiBudgets1795881600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(OPENAI_BUDGETS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE openai_budgets');
  }
}
