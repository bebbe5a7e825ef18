/** Rows per statement, so that locks are short. */
const BATCH = 500;

export interface OldRows {
  table: string;
  /** The column, or expression, that decides. It needs an index. */
  time: string;
  /** An interval such as `90 days`: rows go when their time is that long ago. */
  age: string;
  /** A further condition. */
  where?: string;
}

interface Database {
  query<Result>(sql: string, values?: unknown[]): Promise<Result>;
}

/**
 * By the rows' places, which cannot change while they are locked: by their keys, PostgreSQL may read the whole table. Rows that another
 * transaction has locked are left to the next run.
 */
const deleteBatch = ({ table, time, age, where = 'true' }: OldRows): string => `
  DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM ${table} WHERE ${time} <= now() - interval '${age}' AND ${where} ORDER BY ${time} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))`;

/**
 * For the cleanup of a table: deletes its old rows in small batches, oldest first, each in a transaction of its own. Stops after the batch in which
 * the signal was aborted. Returns how many it deleted.
 */
export async function deleteOldRows(database: Database, rows: OldRows, signal?: AbortSignal): Promise<number> {
  const statement = deleteBatch(rows);
  let total = 0;
  let deleted = BATCH;
  while (deleted === BATCH && !signal?.aborted) {
    [, deleted] = await database.query<[unknown, number]>(statement);
    total += deleted;
  }
  return total;
}
