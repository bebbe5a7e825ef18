import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Stack } from '@shop/tools/stack';
import pg from 'pg';

type DatabaseName = 'art' | 'catalog' | 'identity' | 'orders' | 'support' | 'sandbox';

/** Connections to a service's database, to lock rows in tests of concurrency and to read what the sandbox has stored. */
export class Database {
  private readonly clients: pg.Client[] = [];
  private readonly url: string;

  private constructor(url: string) {
    this.url = url;
  }

  static async withDatabase<T>(shop: Stack, name: DatabaseName, use: (database: Database) => Promise<T>): Promise<T> {
    const { databases } = JSON.parse(await readFile(join(shop.folder.run, 'stack.json'), 'utf8')) as {
      databases: Record<string, string>;
    };
    const database = new Database(databases[name] ?? '');
    try {
      return await use(database);
    } finally {
      await Promise.all(database.clients.map((client) => client.end()));
    }
  }

  async query<T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<T[]> {
    const client = await this.connect();
    return (await client.query<T>(text, values)).rows;
  }

  /** Holds the locks of the statement until the returned function is called. */
  async lock(text: string, values: unknown[] = []): Promise<() => Promise<void>> {
    const client = await this.connect();
    await client.query('BEGIN');
    await client.query(text, values);
    return async () => void (await client.query('COMMIT'));
  }

  /** Waits until this many connections wait for a lock. */
  async waitForLockedConnections(count: number): Promise<void> {
    const client = await this.connect();
    const countWaiting = async (): Promise<number> =>
      (
        await client.query<{ waiting: number }>(
          `SELECT count(DISTINCT l.pid)::int AS waiting FROM pg_locks l JOIN pg_stat_activity a USING (pid) WHERE NOT l.granted AND a.datname = current_database()`,
        )
      ).rows[0]?.waiting ?? 0;
    await expect
      .poll(countWaiting, { timeout: 10_000, intervals: [20], message: `${count} connections wait for a lock` })
      .toBe(count);
  }

  private async connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: this.url });
    await client.connect();
    this.clients.push(client);
    return client;
  }
}
