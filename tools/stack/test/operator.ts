import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { eventually } from './eventually.ts';
import type { ShopFolder } from './shop-folder.ts';
import { type Ending, npm, run } from './shop-process.ts';

/** Whoever looks after a running shop: its commands, as they are typed, and its databases. */
export class Operator {
  readonly #folder: ShopFolder;

  constructor(folder: ShopFolder) {
    this.#folder = folder;
  }

  /** `npm run COMMAND -- …` */
  async types(command: 'events' | 'mail' | 'admin', ...args: string[]): Promise<Ending> {
    return npm(['run', '--silent', command, '--', ...args], this.#folder).ended;
  }

  /** The same without npm, and without what it builds before. */
  async runs(script: string, ...args: string[]): Promise<Ending> {
    return run([process.execPath, script, ...args], { env: { DATA_DIR: this.#folder.root } }).ended;
  }

  async query<Row extends object>(database: string, sql: string, values: unknown[] = []): Promise<Row[]> {
    const client = new pg.Client({ connectionString: this.#folder.record?.databases[database] });
    await client.connect();
    try {
      return (await client.query<Row>(sql, values)).rows;
    } finally {
      await client.end();
    }
  }

  /** Has catalog-svc tell something that is no product; resolves with its id when order-svc has set it aside. */
  async poison(): Promise<string> {
    const id = randomUUID();
    const envelope = {
      specversion: '1.0',
      id,
      type: 'product.saved',
      source: '/catalog-svc',
      subject: 'product/poison',
      time: new Date().toISOString(),
      datacontenttype: 'application/json',
      sequence: 1,
      data: {},
    };
    await this.query(
      'catalog',
      `WITH written AS (INSERT INTO outbox (id, envelope) VALUES ($1, $2)) SELECT pg_notify('shop_outbox', '')`,
      [id, envelope],
    );
    await eventually(
      'the event to be sent',
      async () =>
        (await this.query('catalog', 'SELECT 1 FROM outbox WHERE id = $1 AND published_at IS NOT NULL', [id]))[0],
    );
    return id;
  }
}
