import type { DataSource, Logger } from 'typeorm';
import { toDatabaseFault } from '../database-fault.rules.js';
import { PartFault } from '../part-fault.js';

/** How long after its last error a database counts as full. Only a statement that needs space shows it. */
const FULL_MS = 60_000;

/** TypeORM's logger. It logs nothing (ProblemFilter does), and remembers when a statement failed because the disk is full. */
export class FailedStatements implements Logger {
  private fullAtMs = Number.NEGATIVE_INFINITY;

  get isFull(): boolean {
    return Date.now() - this.fullAtMs < FULL_MS;
  }

  logQueryError(error: string | Error): void {
    if (toDatabaseFault(error) === 'full') this.fullAtMs = Date.now();
  }

  logQuery(): void {}
  logQuerySlow(): void {}
  logSchemaBuild(): void {}
  logMigration(): void {}
  log(): void {}
}

/** Resolves if the database answers and can be written to. Rejects with a PartFault that names its state otherwise. */
export async function checkDatabase(dataSource: DataSource): Promise<void> {
  const rows = await dataSource
    .query<{ isReadOnly: boolean }[]>(`SELECT current_setting('transaction_read_only')::boolean AS "isReadOnly"`)
    .catch((error: unknown) => {
      throw new PartFault(toDatabaseFault(error) ?? 'down', { cause: error });
    });
  if (rows[0]?.isReadOnly) throw new PartFault('read-only');
  const { logger } = dataSource.options;
  if (logger instanceof FailedStatements && logger.isFull) throw new PartFault('full');
}
