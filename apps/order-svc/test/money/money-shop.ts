import { randomUUID } from 'node:crypto';
import type { INestApplicationContext, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { Caller } from '@shop/service-kit';
import { anyTransport, createTestDatabase, testConfig, type TestDatabase, type TestTransport } from '@shop/testing';
import pg from 'pg';
import type { DataSource, QueryRunner } from 'typeorm';
import { AppModule } from '../../src/app.module.js';
import { AddToCart } from '../../src/carts/add-to-cart.js';
import { readConfig } from '../../src/config.js';
import { Statements } from '../../src/database/statements.js';
import { SandboxWebhooks } from '../../src/payments/sandbox/sandbox-webhooks.js';
import { WEBHOOK_SECRET } from '../shop.js';
import { Conductor } from './conductor.js';

/** Who customers' changes of a cart are told from by the words of the statement. */
const CART_LOG = `
  CREATE TABLE cart_log (line_key text, before integer, after integer, is_payment boolean);
  CREATE FUNCTION log_cart() RETURNS trigger AS $$ BEGIN
    INSERT INTO cart_log VALUES (COALESCE(NEW.line_key, OLD.line_key), COALESCE(OLD.quantity, 0), COALESCE(NEW.quantity, 0), current_query() LIKE '%order_items paid%');
    RETURN NULL;
  END $$ LANGUAGE plpgsql;
  CREATE TRIGGER log_cart AFTER INSERT OR UPDATE OR DELETE ON cart_items FOR EACH ROW EXECUTE FUNCTION log_cart()`;

/** What may only be added to stays: it names orders that are gone. */
const TABLES = `
  SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE '%migrations%'
    AND NOT EXISTS (SELECT 1 FROM pg_trigger WHERE tgrelid = tablename::regclass AND tgenabled = 'A')`;
const BLOCKED = `SELECT count(*)::int AS blocked FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND wait_event_type = 'Lock'`;
const SELL = `
  INSERT INTO catalogue_products (id, title, category, base_price_cents, active)
  SELECT id, 'Pet Tag', 'pet-tag', cents, true FROM unnest($1::uuid[], $2::bigint[]) AS sold (id, cents)`;
const DRAW = 'INSERT INTO artworks (id, guest_id, url, width_px, height_px) VALUES ($1, $2, $3, 1024, 1024)';

/** Nothing runs by itself. */
const AT_REST = { PAYMENT_SWEEP_INTERVAL_MS: '86400000', UPKEEP_INTERVAL_MS: '86400000', FULFILMENT_INTERVAL_MS: '86400000' };

/** Rows that were removed still take room, until it is swept. */
const VACUUM_EVERY = 100;

type Guest = Extract<Caller, { kind: 'guest' }>;

/** What one run begins with: a guest with one thing in the cart. */
export interface Scene {
  guest: Guest;
  /** Of 24.00 and of 0.99. */
  products: readonly [string, string];
  artwork: string;
}

/** order-svc without its doors: its use cases over a database of its own, each statement in the hands of a conductor. */
export class MoneyShop {
  private runs = 0;

  private constructor(
    private readonly app: INestApplicationContext,
    private readonly database: TestDatabase,
    private readonly transport: TestTransport,
    /** Sees everything, and is in nobody's hands. */
    private readonly eye: pg.Pool,
    private readonly tables: readonly string[],
    readonly conductor: Conductor,
  ) {}

  static async open(): Promise<MoneyShop> {
    const [database, transport] = [await createTestDatabase(), anyTransport()];
    await transport.open();
    const env = { SANDBOX_WEBHOOK_SECRET: WEBHOOK_SECRET, DATABASE_POOL: '12', ...AT_REST };
    const app = await NestFactory.createApplicationContext(AppModule.with(testConfig(readConfig, { database, transport, env })), { logger: false, abortOnError: false });
    // Webhooks are delivered by hand here.
    await app.get(SandboxWebhooks, { strict: false }).onModuleDestroy();
    // Past foreign keys and triggers, so that everything can be removed again.
    const eye = new pg.Pool({ connectionString: database.url, max: 4, options: '-c session_replication_role=replica' });
    await eye.query(CART_LOG);
    const { rows } = await eye.query<{ name: string }>(TABLES);
    const conductor = new Conductor(async () => (await eye.query<{ blocked: number }>(BLOCKED)).rows[0]?.blocked ?? 0);
    const shop = new MoneyShop(app, database, transport, eye, rows.map(({ name }) => name), conductor);
    shop.handOver();
    return shop;
  }

  async close(): Promise<void> {
    await this.eye.end();
    await this.app.close();
    await this.transport.close();
    await this.database.drop();
  }

  get<T>(token: Type<T>): T {
    return this.app.get(token, { strict: false });
  }

  async rows<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.eye.query<Row>(sql, values)).rows;
  }

  /** An empty shop with one guest in it. */
  async begin(): Promise<Scene> {
    this.runs += 1;
    await this.eye.query(this.tables.map((table) => `DELETE FROM ${table}`).join('; '));
    if (this.runs % VACUUM_EVERY === 0) await this.eye.query(`VACUUM ${this.tables.join(', ')}`);
    const guest: Guest = { kind: 'guest', guestId: randomUUID(), sid: randomUUID() };
    const scene: Scene = { guest, products: [randomUUID(), randomUUID()], artwork: randomUUID() };
    await this.eye.query(SELL, [scene.products, [2_400, 99]]);
    await this.eye.query(DRAW, [scene.artwork, guest.guestId, `/media/${scene.artwork}`]);
    await this.add(scene, 0);
    return scene;
  }

  async add({ guest, products, artwork: generatedImageId }: Scene, product: 0 | 1): Promise<void> {
    const designConfig = { x: 50, y: 50, scale: 100, rotation: 0 };
    await this.get(AddToCart).execute(guest, { productId: products[product], generatedImageId, variantSelections: {}, designConfig, quantity: 1 });
  }

  /** From now on each statement of the service waits for the conductor, where there is one. */
  private handOver(): void {
    const dataSource = this.app.get<DataSource>(getDataSourceToken(), { strict: false });
    const make = dataSource.createQueryRunner.bind(dataSource);
    dataSource.createQueryRunner = (mode): QueryRunner => {
      const runner = make(mode);
      const query = runner.query.bind(runner) as (text: string, ...rest: unknown[]) => Promise<unknown>;
      runner.query = ((text: string, ...rest: unknown[]) => this.conductor.statement(text, () => query(text, ...rest))) as typeof runner.query;
      return runner;
    };
    const statements = this.get(Statements);
    const run = statements.run.bind(statements);
    statements.run = (statement, values) => this.conductor.statement(statement.text, () => run(statement, values));
  }
}
